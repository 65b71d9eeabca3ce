import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";
import { MAX_JSON_LD_BLOCKS, MAX_JSON_LD_LENGTH } from "../page-caps.ts";

const read = (html: string) => readPage(html, "https://site.example/").jsonLd;
const script = (json: string, type = "application/ld+json") => `<script type="${type}">${json}</script>`;

describe("blocks", () => {
	it.each(["application/ld+json", "Application/LD+JSON", " application/ld+json; charset=utf-8"])(
		"are scripts of type %j",
		(type) => {
			expect(read(script('{"@type":"A"}', type)).nodes).toMatchObject([{ types: ["A"] }]);
		},
	);

	it.each(["application/json", "text/javascript", "", "application/ld+json-old"])("are not of type %j", (type) => {
		expect(read(script("{", type)).blocks).toEqual([]);
	});

	it("are numbered, good and bad", () => {
		const { blocks, nodes } = read(`<p>\n${script('{"@type":"A"}')}${script("{")}${script('[{"@type":"B"}]')}`);
		expect(blocks).toMatchObject([{ ok: true, at: "line 2, column 1" }, { ok: false }, { ok: true }]);
		expect(nodes.map(({ types, block }) => [types[0], block])).toEqual([
			["A", 0],
			["B", 2],
		]);
	});

	it("inside templates are not the page's", () => {
		expect(read(`<template>${script("{}")}</template>`).blocks).toEqual([]);
	});

	it("beyond their number are left out, not called invalid", () => {
		expect(read(script("{}").repeat(MAX_JSON_LD_BLOCKS + 1)).blocks).toHaveLength(MAX_JSON_LD_BLOCKS);
	});

	it("beyond their length are left out, not called invalid", () => {
		const long = script(`"${"x".repeat(MAX_JSON_LD_LENGTH)}"`);
		expect(read(script("{}") + long + script("{}")).blocks).toHaveLength(1);
	});
});

describe("an empty block", () => {
	it.each(["", " \n", "{}", "[]", "null", '""', "[{}]", '{"@context":"https://schema.org"}', '{"@graph":[]}'])(
		"%j states nothing, and is no syntax error",
		(json) => {
			expect(read(script(json))).toMatchObject({ blocks: [{ ok: true, empty: true }], nodes: [] });
		},
	);

	it.each(['{"name":""}', '{"@type":"A"}', "0", "[[{}, 1]]", '{"@graph":[{"@type":"A"}]}'])("%j is none", (json) => {
		expect(read(script(json)).blocks[0]).not.toHaveProperty("empty");
	});
});

describe("a broken block", () => {
	it("says what, where and shows it", () => {
		const json = '\n{\n  "@type": "A",\n  "name": "x" "url": "y"\n}';
		expect(read(`<!doctype html>\n${script(json)}`).blocks).toEqual([
			{
				at: "line 2, column 1",
				excerpt: '"name": "x" "url": "y"',
				ok: false,
				error: 'Expected a comma or "}" (line 4, column 15 of the block).',
				faultAt: "line 5, column 15",
				mentions: [],
			},
		]);
	});

	it("tells which types it mentions, however they are quoted", () => {
		const json = `{'@type': 'WebSite', "publisher": {&quot;@type&quot;: "https://schema.org/Organization"}, "name": "WebSite"`;
		expect(read(script(json)).blocks[0]?.mentions).toEqual(["WebSite", "Organization"]);
		expect(read(script('{"@type":"WebSite"}')).blocks[0]).not.toHaveProperty("mentions");
	});

	it("is placed in the page on its first line too, and behind a tag of several lines", () => {
		expect(read(`<p>${script('{"a":1,}')}`).blocks[0]?.faultAt).toBe("line 1, column 45");
		expect(read(`<p><script\ntype="application/ld+json"\n>{"a":1,}</script>`).blocks[0]?.faultAt).toBe(
			"line 3, column 8",
		);
		expect(read(`<p>\r\n${script('{\r\n"a":1,\r\n}')}`).blocks[0]?.faultAt).toBe("line 3, column 6");
	});

	it("counts lines alike with any line ends", () => {
		for (const end of ["\n", "\r\n", "\r"]) {
			expect(read(script(`{${end}"a":1,${end}}`)).blocks[0]?.error).toContain("line 2, column 6");
		}
	});

	it.each([
		["<!--\n{}\n-->", "An HTML comment stands here"],
		["//<![CDATA[\n{}\n//]]>", "A comment stands here"],
		["<![CDATA[{}]]>", "A CDATA mark stands here"],
		["{&quot;a&quot;:1}", "Expected a property name in double quotes"],
		["\ufeff{}", "A byte order mark stands here"],
		['{"a": "<b>\n</b>"}', "A string holds a line break"],
	])("%j is reported, not mended", (json, error) => {
		expect(read(script(json)).blocks).toMatchObject([{ ok: false, error: expect.stringContaining(error) }]);
	});
});

describe("a name that an object has twice", () => {
	it("is reported with its position, and the last value counts", () => {
		const { blocks, nodes } = read(`<p>\n${script('{"@type":"A",\n"name":"x", "name":"y"}')}`);
		expect(blocks).toMatchObject([{ ok: true, twice: [{ name: "name", at: "line 3, column 13" }] }]);
		expect(nodes[0]?.properties).toEqual({ name: ["y"] });
	});

	it("is no matter in two objects", () => {
		expect(read(script('[{"name":"x"},{"name":"y"}]')).blocks[0]).not.toHaveProperty("twice");
	});
});
