import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";

const targetsOf = (body: string) =>
	(readPage(`<!doctype html><body>${body}`, "https://example.com/").clickTargets ?? []).map(
		({ name, inNav, leads = false, bare = false }) => ({ name, inNav, leads, bare }),
	);

describe("collectClickTargets", () => {
	it.each([
		["a handler that leaves the page", `<div onclick="location.href='/a'">Prices</div>`],
		["an address that only script reads", '<tr-like data-href="/a">Prices</tr-like>'],
		["the role of a link", '<span role="link" tabindex="0">Prices</span>'],
	])("finds %s", (_, body) => {
		expect(targetsOf(body)).toEqual([{ name: "Prices", inNav: false, leads: true, bare: false }]);
	});

	it.each([
		["a handler that stays", '<div onclick="toggle()">Menu</div>'],
		["a part of the page that holds a link", `<div onclick="location='/a'"><a href="/a">Prices</a></div>`],
		["a part of a link", `<a href="/a"><span onclick="location='/a'">Prices</span></a>`],
		["a button", `<button onclick="location='/a'">Prices</button>`],
		["what nobody sees", `<div hidden><span onclick="location='/a'">Prices</span></div>`],
		["the page that one is on", '<span role="link" aria-disabled="true" aria-current="page">Prices</span>'],
		["what asks for the place one is at", '<div onclick="useGeolocation()">Near me</div>'],
	])("leaves out %s", (_, body) => {
		expect(targetsOf(body)).toEqual([]);
	});

	it("takes any handler in a navigation", () => {
		expect(targetsOf('<nav><a href="/a">A</a><span onclick="show(1)">B</span></nav>')).toEqual([
			{ name: "B", inNav: true, leads: false, bare: false },
		]);
	});

	it("takes the words of a navigation without a link or control", () => {
		expect(targetsOf("<nav><ul><li>A<li><span>B</span></ul></nav>")).toEqual([
			{ name: "A", inNav: true, leads: false, bare: true },
			{ name: "B", inNav: true, leads: false, bare: true },
		]);
		expect(targetsOf('<nav><a href="/a">A</a><span>B</span></nav>')).toEqual([]);
		expect(targetsOf("<nav><button>Menu</button><span>B</span></nav>")).toEqual([]);
	});
});
