import { describe, expect, it } from "vitest";
import { MAX_ANCHORS, VALUE_LENGTH } from "../page-caps.ts";
import { readPage } from "../read-page.ts";

const read = (html: string) => readPage(html, "https://site.example/dir/page?q");

describe("address", () => {
	it.each([
		["<a href=x>", "x", "https://site.example/dir/x"],
		["<a href='/x y'>", "/x y", "https://site.example/x%20y"],
		["<a href=//other.example>", "//other.example", "https://other.example/"],
		["<a href='#top'>", "#top", "https://site.example/dir/page?q#top"],
		["<a href=''>", "", "https://site.example/dir/page?q"],
		["<a href=mailto:a@b.example>", "mailto:a@b.example", "mailto:a@b.example"],
		["<a href=javascript:void(0)>", "javascript:void(0)", "javascript:void(0)"],
		["<a href='https://'>", "https://", null],
		["<a name=x>", null, null],
		["<base href=https://cdn.example/b/><a href=x>", "x", "https://cdn.example/b/x"],
		["<a href=x><base href=../up/>", "x", "https://site.example/up/x"],
		["<base href=javascript:1><a href=x>", "x", "https://site.example/dir/x"],
		["<base href='http://['><a href=x>", "x", "https://site.example/dir/x"],
		["<svg><a href=/s><text>S</text></a></svg>", "/s", "https://site.example/s"],
	])("in %s", (html, href, url) => {
		expect(read(html).anchors).toMatchObject([{ href, url }]);
	});

	it("is cut when nobody could mean it, and then leads nowhere", () => {
		const [anchor] = read(`<a href="/${"x".repeat(1_000_000)}">y</a>`).anchors;
		expect(anchor?.href).toHaveLength(VALUE_LENGTH);
		expect(anchor?.url).toBeNull();
	});
});

describe("kind", () => {
	it.each([
		["<a href=/>", false],
		["<a href=/ role=link>", false],
		["<a href=/ onclick='go()'>", true],
		["<a role=button>", true],
		["<a onpointerdown=go()>", true],
		["<a data-on=x once=y onfocus=z>", false],
	])("of %s: scripted is %s", (html, scripted) => {
		expect(read(html).anchors[0]?.scripted).toBe(scripted);
	});

	it("tells navigation, rel and hidden", () => {
		const html = `<nav><ul><li><a href=/a rel="NoFollow ugc">A</a></ul></nav>
			<div role=navigation><a href=/b>B</a></div><a href=/c aria-hidden=true>C</a>`;
		expect(read(html).anchors).toMatchObject([
			{ inNav: true, rel: ["nofollow", "ugc"] },
			{ inNav: true, rel: [] },
			{ inNav: false, hidden: true, name: "C" },
		]);
	});
});

it("counts beyond its cap, and leaves templates out", () => {
	const { anchors, counts } = read(`${"<a href=/>x</a>".repeat(MAX_ANCHORS + 3)}<template><a href=/>no</a></template>`);
	expect(anchors).toHaveLength(MAX_ANCHORS);
	expect(counts.anchors).toBe(MAX_ANCHORS + 3);
});
