import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { readPage } from "../digest-page.ts";

const read = (html: string) => readPage(html, "https://site.example/");
const TEXT = "The whole story of the harbour, as it was told by those who built it. ".repeat(3).trim();

describe("parts that React sends late", () => {
	it("stand in the place of their template, and what waited there is gone", () => {
		const page = read(
			`<main><!--$?--><template id="B:0"></template><p>Loading</p><!--/$--></main><footer>Foot</footer><div hidden id="S:0"><h1>Story</h1><p>${TEXT}</p></div><script>$RC("B:0","S:0")</script>`,
		);
		expect(page.text).toMatchObject({ start: `Story ${TEXT} Foot`, main: TEXT.length + 6, hidden: 0 });
		expect(page.headings).toMatchObject([{ text: "Story" }]);
		expect(page.hidden).toEqual([]);
	});

	it("may hold places of further parts, with a prefix of their own", () => {
		const page = read(
			`<p>a</p><template id="appP:1"></template><div hidden id="appS:1"><p>b</p><template id="appB:2"></template></div><p>d</p><div hidden id="appS:2"><p>c</p></div>`,
		);
		expect(page.text.start).toBe("a b c d");
	});

	it.each([
		["no place", `<p>a</p><div hidden id="S:0"><p>b</p></div>`, "a b"],
		["a place behind it", `<div hidden id="S:0"><p>b</p></div><template id="B:0"></template><p>a</p>`, "b a"],
		["a place inside it", `<p>a</p><div hidden id="S:0"><template id="B:0"></template><p>b</p></div>`, "a b"],
		[
			"a nested fallback",
			`<p>a</p><!--$?--><template id="B:0"></template><!--$-->x<!--/$-->y<!--/$--><p>z</p><div hidden id="S:0"><p>b</div>`,
			"a b z",
		],
	])("with %s are text where they are", (_, html, text) => {
		expect(read(html).text).toMatchObject({ start: text, hidden: 0 });
	});

	it.each([
		`<div hidden id="Section:1">${TEXT}</div>`,
		`<div hidden id="S:">${TEXT}</div>`,
		`<section hidden id="S:0">${TEXT}</section>`,
	])("are no other hidden elements: %s", (html) => {
		expect(read(html).text).toMatchObject({ visible: 0, hidden: TEXT.length });
	});

	it("are put in place in linear time", () => {
		const ids = Array.from({ length: 20_000 }, (_, index) => index.toString(16));
		const places = ids.map((id) => `<template id="B:${id}"></template><!--/$-->`).join("");
		const parts = ids.map((id) => `<div hidden id="S:${id}">x</div>`).join("");
		const start = cpuUnits();
		expect(read(`<p>${places}${parts}`).text.words).toBeGreaterThan(0);
		expect(cpuUnits() - start).toBeLessThan(5_000);
	});
});
