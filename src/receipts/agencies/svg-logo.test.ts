import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { readSvg } from "./svg-logo.ts";

const SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const read = (svg: string) => readSvg(new TextEncoder().encode(svg));
const drawing = (inside: string) => `<svg ${SVG} viewBox="0 0 10 10">${inside}<path d="M0 0h9"/></svg>`;

function written(svg: string): string {
	const logo = read(svg);
	if (typeof logo === "string") throw new Error(logo);
	return new TextDecoder().decode(logo.bytes);
}

/** What an SVG has that runs, loads or leads out of it; no value of ours needs any of these. */
const HARMFUL =
	/<(?!\/?(?:svg|g|defs|clipPath|linearGradient|radialGradient|stop|path|rect|circle|ellipse|line|polyline|polygon)[\s>])|\son|[&\\@]|style|javascript|data:|url\((?!#)|href="(?!#)|:\/\/(?!www\.w3\.org\/2000\/svg")/i;

describe("readSvg", () => {
	it("keeps a drawing as it is", () => {
		const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" viewBox="0 0 20 10"><g fill="#123"><path d="M0 0h9"></path></g></svg>\n`;
		expect(read(svg)).toMatchObject({ width: 20, height: 10 });
		expect(written(svg)).toBe(svg);
	});

	it.each([
		[
			"classes of a style sheet",
			'<style>.a,.b{fill:#FF0000}/* x */#c{fill:#0f0}</style><path id="c" class="b" d="M1 1"/>',
			'fill="#0f0"',
		],
		[
			"a style of its own",
			'<path style="fill:rgb(1, 2, 3) ; stroke : none" d="M1 1"/>',
			'fill="rgb(1, 2, 3)" stroke="none"',
		],
		[
			"gradients",
			'<linearGradient id="a"><stop offset="0" stop-color="red"/></linearGradient><linearGradient id="b" xlink:href="#a"/><path fill="url(#b)" d="M1 1"/>',
			'fill="url(#b)"',
		],
		[
			"clips",
			'<clipPath id="k"><path d="M2 2"/></clipPath><g clip-path="url(#k)"><path d="M1 1"/></g>',
			'clip-path="url(#k)"',
		],
		["what a link holds", '<a href="https://evil.example"><circle r="3"/></a>', '<g><circle r="3"></circle></g>'],
		[
			"another prefix",
			'<s:rect xmlns:s="http://www.w3.org/2000/svg" width="3" height="3"/>',
			'<rect width="3" height="3">',
		],
	])("keeps %s", (_, inside, kept) => {
		expect(written(drawing(inside))).toContain(kept);
	});

	it.each([
		"<script>alert(1)</script>",
		'<script href="https://evil.example/a.js"/>',
		'<path onload="alert(1)" d="M0 0"/>',
		"<foreignObject><body xmlns='http://www.w3.org/1999/xhtml'><script>alert(1)</script></body></foreignObject>",
		"<animate attributeName='href' values='javascript:alert(1)'/>",
		"<set attributeName='onmouseover' to='alert(1)'/>",
		'<a xlink:href="javascript:alert(1)"><path d="M0 0"/></a>',
		'<path fill="url(https://evil.example/#a)" d="M0 0"/>',
		'<path style="fill:url(//evil.example/#a);background:url(x)" d="M0 0"/>',
		'<linearGradient href="https://evil.example/#a" id="x"/>',
		'<path id="&quot;&gt;&lt;script&gt;" d="&quot;/>&lt;script>"/>',
		'<path class="a" d="M0 0"/><style>.a{fill:url("https://evil.example/#a")}</style>',
		"<!-- --><?php echo 1 ?><![CDATA[<script>]]>",
		'<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>',
		'<title>&lt;script></title><desc>x</desc><view id="v"/>',
		'<constructor/><toString/><path __proto__="x" constructor="y" d="M0 0"/>',
		"<h:script xmlns:h='http://www.w3.org/1999/xhtml'>alert(1)</h:script>",
	])("leaves behind what could run or load: %s", (inside) => {
		expect(written(drawing(inside))).not.toMatch(HARMFUL);
	});

	it.each([
		["<text>Nordlicht</text>", "holds text"],
		['<image href="a.png"/>', "holds a picture"],
		['<symbol id="a"/><use href="#a"/>', "repeats a symbol"],
		["<style>@import url(https://evil.example);</style>", "style sheet has more"],
		["<style>.a > .b{fill:red}</style>", "style sheet has more"],
		["<style>.a{fill:red</style>", "style sheet has more"],
		["<path>", "line 1, "],
		["&xxe;", "line 1, "],
		[`${"<g>".repeat(70)}${"</g>".repeat(70)}`, "too many parts"],
		["<g/>".repeat(5001), "too many parts"],
	])("refuses what would not look the same, or is no drawing: %s", (inside, says) => {
		expect(read(drawing(inside))).toContain(says);
	});

	it.each([
		["", "neither a PNG nor"],
		["GIF89a", "neither a PNG nor"],
		["<html/>", "neither a PNG nor"],
		[`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg ${SVG}>&b;</svg>`, "not well-formed|neither"],
		[`<svg ${SVG}><path d="M0 0"/></svg>`, "how large"],
		[`<svg ${SVG} viewBox="0 0 0 9"><path d="M0 0"/></svg>`, "how large"],
		[`<svg ${SVG} width="100%" height="1"><path d="M0 0"/></svg>`, "how large"],
		[`<svg ${SVG} viewBox="0 0 1 9"><script/></svg>`, "draws nothing"],
	])("refuses %j", (svg, says) => {
		expect(read(svg)).toMatch(new RegExp(says));
	});

	it("clips nothing that is in a clip, which would be drawn without end", () => {
		const nested =
			'<clipPath id="a" clip-path="url(#b)"><path clip-path="url(#b)" style="clip-path:url(#b)" d="M0 0"/></clipPath>';
		expect(written(drawing(nested))).not.toContain("clip-path=");
	});

	it("writes nothing harmful, and the same once more, whatever is drawn", () => {
		const word = fc.constantFrom(
			"https://evil.example/a",
			"javascript:alert(1)",
			"url(#a)",
			"url(//e.example)",
			"#a",
			"red",
			"1",
			"M0 0h1",
			"a",
			"none",
			"expression(1)",
			"&quot;",
			"&lt;",
			"'",
			";",
			"}",
			"{",
			")",
			" ",
		);
		const value = fc.oneof(
			fc.array(word, { maxLength: 4 }).map((words) => words.join("")),
			fc.string({ maxLength: 8 }).map(escaped),
		);
		const name = fc.constantFrom(
			"id",
			"class",
			"style",
			"fill",
			"href",
			"xlink:href",
			"onload",
			"d",
			"transform",
			"clip-path",
			"src",
			"xml:base",
			"offset",
			"points",
			"width",
		);
		const attributes = fc.dictionary(name, value, { maxKeys: 4 }).map((all) =>
			Object.entries(all)
				.map(([key, text]) => ` ${key}="${text}"`)
				.join(""),
		);
		const element = fc.constantFrom(
			"g",
			"a",
			"path",
			"rect",
			"script",
			"foreignObject",
			"style",
			"linearGradient",
			"stop",
			"clipPath",
			"animate",
			"title",
			"defs",
			"switch",
			"iframe",
			"x",
		);
		const { tree } = fc.letrec<{ tree: string }>((tie) => ({
			tree: fc.oneof(
				{ maxDepth: 4 },
				value,
				fc
					.tuple(element, attributes, fc.array(tie("tree"), { maxLength: 3 }))
					.map(([tag, given, inside]) => `<${tag}${given}>${inside.join("")}</${tag}>`),
			),
		}));
		let shown = 0;
		fc.assert(
			fc.property(fc.array(tree, { maxLength: 4 }), (parts) => {
				const logo = read(drawing(parts.join("")));
				if (typeof logo === "string") return;
				shown++;
				const text = new TextDecoder().decode(logo.bytes);
				expect(text).not.toMatch(HARMFUL);
				expect(read(text)).toEqual(logo);
			}),
			{ numRuns: 400 },
		);
		expect(shown).toBeGreaterThan(100);
	});

	it("takes what counts last of a style sheet, whatever the order of classes", () => {
		const sheet = "<style>.a{fill:red;stroke:red}.b{fill:blue}.a{fill:lime}path{opacity:.5}#c{stroke:aqua}</style>";
		for (const names of ["a b", "b a"])
			expect(written(drawing(`${sheet}<path id="c" class="${names}" d="M1 1"/>`))).toContain(
				'opacity=".5" fill="lime" stroke="aqua"',
			);
	});

	// As much as a logo may hold of each, which takes seconds where one is looked at again for each of another.
	it.each([
		["numbers of a list", `<polygon points="${"1".repeat(60_000)}!"/>`],
		["digits of a length", `<rect x="${"1".repeat(60_000)}!"/>`],
		["open rules", `<style>${"a,".repeat(30_000)}</style>`],
		["open comments", `<style>${"/*".repeat(30_000)}</style>`],
		["brackets", `<path transform="${"scale(".repeat(10_000)}" d="M0 0"/>`],
		["declarations", `<path style="${"a:b;".repeat(15_000)}" d="M0 0"/>`],
		["spaces of a value", `<path style="a:b${" ".repeat(60_000)}c" d="M0 0"/>`],
		["elements in one another", "<g>".repeat(20_000)],
		["rules", `<style>${"g{}".repeat(15_000)}</style>${"<g/>".repeat(4_000)}`],
		["selectors", `<style>${"g,".repeat(900)}g{${"a:b;".repeat(10_000)}}</style>${"<g/>".repeat(4_000)}`],
		["looks", `<style>g{stroke-dasharray:1${" 1".repeat(20_000)}}</style>${"<g/>".repeat(4_000)}`],
		["spaces of a look", `<style>g{stroke-dasharray:1${" ".repeat(40_000)}1}</style>${"<g/>".repeat(4_000)}`],
	])("reads %s in a time that grows with their length", (_, inside) => {
		const started = cpuUnits();
		expect(read(drawing(inside))).toBeDefined();
		expect(cpuUnits() - started).toBeLessThan(300);
	});
});

function escaped(text: string): string {
	return text.toWellFormed().replace(/[&<"\p{Cc}\uFFFE\uFFFF]/gu, "");
}
