import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { some } from "#core/long-form.testkit.ts";
import { type ReadPage, readPage } from "./digest-page.ts";
import { MAX_TREE_NODES } from "./page-caps.ts";

/**
 * Pages built to be slow or large. They took parsers seconds to hours, and take linear time here; the bound is
 * generous, because test machines are shared, but far below quadratic time.
 */
const BOUND = 5_000;

function numbered(count: number, item: (index: number) => string): string {
	return Array.from({ length: count }, (_, index) => item(index)).join("");
}

const ld = (json: string) => `<script type=application/ld+json>${json}</script>`;

const PAGES: readonly (readonly [name: string, html: () => string, sane: (page: ReadPage) => boolean])[] = [
	["500 kB of nested div", () => "<div>".repeat(100_000), (page) => page.counts.elements === 100_003],
	[
		"100,000 attributes on one tag",
		() => `<p ${numbered(100_000, (index) => `a${index}=1 `)}>x`,
		(page) => page.text.visible === 1,
	],
	["20,000 nested lists", () => "<ul><li>".repeat(20_000), (page) => page.counts.elements === 40_003],
	["5,000 mis-nested b and div", () => `${"<b><div>".repeat(5_000)}x</b>`, (page) => page.text.visible === 1],
	["10,000 unclosed formatting elements", () => numbered(10_000, (i) => `<b id=${i}>x`), (page) => !page.truncated],
	[
		"unclosed formatting elements that every paragraph opens again",
		() => numbered(3_000, (index) => `<p><b id=${index}>x`),
		(page) => page.truncated && page.counts.elements === MAX_TREE_NODES,
	],
	[
		"end tags without beginning, on a deep stack",
		() => "<i>".repeat(4e4) + "</x>".repeat(4e4),
		(page) => page.counts.depth > 500,
	],
	["2 MB of comment", () => `<!--${"x".repeat(2_000_000)}-->`, (page) => page.hidden.length === 1],
	["200,000 comments", () => "<!---->".repeat(200_000), (page) => page.truncated],
	["1 MB of attribute", () => `<a href="${"x".repeat(1_000_000)}">y</a>`, (page) => page.anchors[0]?.url === null],
	["links nested through objects", () => "<a href=x><object>y".repeat(5_000), (page) => page.counts.anchors === 5_000],
	[
		"labels and fields that share one id",
		() => "<label for=f>x</label>".repeat(10_000) + "<input id=f>".repeat(10_000),
		(page) => page.fields[1]?.nameFrom === "none",
	],
	[
		"long lists of references",
		() => `<p id=a>x</p>${`<input aria-labelledby="${"a ".repeat(2_000)}">`.repeat(500)}`,
		(page) => page.fields[0]?.nameFrom === "aria-labelledby",
	],
	["nested headings", () => "<h1><span>x".repeat(10_000), (page) => page.counts.headings === 10_000],
	["nested hidden parts", () => "<div hidden>x".repeat(30_000), (page) => page.text.visible === 0],
	["a million zero-width characters", () => `<p>${"\u200b".repeat(1e6)}`, (page) => page.text.visible === 0],
	["tag characters, broken up", () => `<p>${"\u{e0041}x".repeat(3e5)}`, (page) => page.text.visible === 3e5],
	["4 MB of white space", () => `<p>${" \n".repeat(2e6)}x`, (page) => page.text.visible === 1],
	["many noscripts", () => `<noscript>${"<b><p>".repeat(700)}</noscript>`.repeat(300), (page) => !page.truncated],
	["unclosed quotes", () => '<a href="'.repeat(2e5), (page) => page.counts.anchors < 2],
	["deep JSON-LD", () => ld(`${'{"a":'.repeat(1e5)}1${"}".repeat(1e5)}`), (page) => page.jsonLd.blocks[0]?.ok === true],
	["JSON-LD of brackets", () => ld("[".repeat(4e5) + "]".repeat(4e5)), (page) => page.jsonLd.nodes.length === 0],
	["broken deep JSON-LD", () => ld('{"a":\n'.repeat(1e5)), (page) => page.jsonLd.blocks[0]?.ok === false],
	["wide JSON-LD", () => ld(`[${'{"a":[{},{}]},'.repeat(5e4)}1]`), (page) => page.jsonLd.nodes.length === 2_000],
	[
		"JSON-LD that aims at prototypes",
		() => ld('{"@type":"A","__proto__":{"isAdmin":"yes"},"constructor":{"prototype":{"isAdmin":"yes"}}}'),
		(page) => page.jsonLd.nodes.length > 0 && !("isAdmin" in {}),
	],
];

describe("hostile pages end, and are read as far as they can be", () => {
	it.each(some(PAGES, 3))("%s", (_, html, sane) => {
		const source = html();
		const start = cpuUnits();
		const page = readPage(source, "https://site.example/");
		expect(cpuUnits() - start).toBeLessThan(BOUND);
		expect(sane(page)).toBe(true);
		expect(JSON.stringify(page).length).toBeLessThan(3_000_000);
	});
});
