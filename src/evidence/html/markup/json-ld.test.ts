import { describe, expect, it } from "vitest";
import { readPage } from "../digest-page.ts";
import { VALUE_LENGTH } from "../page-caps.ts";
import {
	JsonLdContext,
	JsonLdNodes,
	MAX_JSON_LD_BLOCKS,
	MAX_JSON_LD_DEPTH,
	MAX_JSON_LD_LENGTH,
	MAX_JSON_LD_NODES,
} from "./json-ld.ts";

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
				error: "Expected a comma or a closing bracket (line 4, column 15 of the block).",
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
		["<!--\n{}\n-->", "Markup stands here"],
		["//<![CDATA[\n{}\n//]]>", "A comment stands here"],
		["<![CDATA[{}]]>", "Markup stands here"],
		["{&quot;a&quot;:1}", "Unexpected text"],
		["\ufeff{}", "Unexpected text"],
		['{"a": "<b>\n</b>"}', "A string that begins here has no end on its line"],
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

function flatten(...blocks: unknown[]) {
	const nodes = new JsonLdNodes();
	for (const [index, block] of blocks.entries()) nodes.add(block, index);
	return nodes.finish();
}
/** As in a page: only JSON.parse creates an own `__proto__`. */
const flattenText = (text: string) => flatten(JSON.parse(text));

describe("JsonLdNodes", () => {
	it("reads one node", () => {
		const block = {
			"@context": "https://schema.org",
			"@type": "Organization",
			"@id": "#o",
			name: "A",
			size: 3,
			open: true,
		};
		expect(flatten(block)).toEqual([
			{
				types: ["Organization"],
				id: "#o",
				properties: { name: ["A"], size: ["3"], open: ["true"] },
				block: 0,
				top: true,
			},
		]);
	});

	it("takes schema.org prefixes off types and properties, in all their forms", () => {
		const types = ["https://schema.org/A", "http://www.schema.org/B", "schema:C", "D", "https://other.example/E"];
		const [node] = flatten({ "@type": types, "schema:name": "x", "http://schema.org/url": "y", name: "z" });
		expect(node?.types).toEqual(["A", "B", "C", "D", "https://other.example/E"]);
		expect(node?.properties).toEqual({ name: ["x", "z"], url: ["y"] });
	});

	it("understands names by the contexts around them", () => {
		const author = { "@context": { "@vocab": "http://xmlns.com/foaf/0.1/" }, "@type": "Person", nick: "a" };
		const block = { "@context": ["https://schema.org", { t: "name" }], type: "Article", id: "#a", t: "x", author };
		expect(flatten(block)).toMatchObject([
			{ types: ["Article"], id: "#a", properties: { name: ["x"], author: ["#1"] } },
			{ types: ["http://xmlns.com/foaf/0.1/Person"], properties: { "http://xmlns.com/foaf/0.1/nick": ["a"] } },
		]);
	});

	it("reads what points at a node the other way round", () => {
		const block = {
			"@type": "Person",
			"@reverse": { author: [{ "@type": "Book" }] },
			"@included": { "@type": "Thing" },
		};
		expect(flatten(block).map(({ types, top }) => [types[0], top])).toEqual([
			["Person", true],
			["Thing", false],
			["Book", false],
		]);
	});

	it("lets no prefixed name reach a prototype either", () => {
		const [node] = flattenText('{"@type":"A","schema:__proto__":{"a":1},"https://schema.org/__proto__":"b"}');
		expect(Object.entries(node?.properties ?? {})).toEqual([]);
	});

	it("flattens nested nodes, and points at them by id or by place", () => {
		const block = { "@type": "Article", author: { "@type": "Person" }, publisher: { "@id": "#o", name: "O" } };
		expect(flatten(block)).toMatchObject([
			{ types: ["Article"], properties: { author: ["#1"], publisher: ["@id:#o"] }, top: true },
			{ types: ["Person"], top: false },
			{ id: "#o", properties: { name: ["O"] }, top: false },
		]);
	});

	it("keeps a reference a reference", () => {
		const nodes = flatten({ "@type": "Article", author: [{ "@id": "#p" }, "Ann"] });
		expect(nodes).toHaveLength(1);
		expect(nodes[0]?.properties).toEqual({ author: ["@id:#p", "Ann"] });
	});

	it("opens arrays, @graph, @list, @set and @value", () => {
		const graph = { "@context": "https://schema.org", "@graph": [{ "@type": "A" }, [{ "@type": "B" }]] };
		const list = { "@type": "C", item: { "@list": ["x", { "@set": ["y", { "@value": 5 }] }] } };
		const nodes = flatten(graph, [list]);
		expect(nodes.map(({ types, block, top }) => [types[0], block, top])).toEqual([
			["A", 0, true],
			["B", 0, true],
			["C", 1, true],
		]);
		expect(nodes[2]?.properties).toEqual({ item: ["x", "y", "5"] });
	});

	it("reads a node that also holds a graph", () => {
		const nodes = flatten({ "@type": "Dataset", name: "D", "@graph": [{ "@type": "A" }] });
		expect(nodes.map(({ types, top }) => [types[0], top])).toEqual([
			["Dataset", true],
			["A", true],
		]);
	});

	it.each([[null], ["text"], [5], [[]], [{ "@context": "https://schema.org", "@graph": [] }], [{ "@id": "#x" }]])(
		"finds no node in %j",
		(block) => {
			expect(flatten(block)).toEqual([]);
		},
	);

	it("lets no key reach a prototype", () => {
		const [node, nested] = flattenText(
			'{"@type":"A","__proto__":{"polluted":"yes"},"constructor":"c","toString":"t","x":{"constructor":{"prototype":{}}}}',
		);
		expect(node?.properties).toEqual({ constructor: ["c"], toString: ["t"], x: ["#1"] });
		expect(Object.hasOwn(node?.properties ?? {}, "__proto__")).toBe(false);
		expect(Object.getPrototypeOf(nested?.properties)).toBe(Object.prototype);
		expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
	});

	it("takes the last of duplicate keys, as JSON.parse does", () => {
		expect(flattenText('{"@type":"A","name":"one","name":"two"}')[0]?.properties).toEqual({ name: ["two"] });
	});

	it("follows nesting to its cap", () => {
		const deep = flattenText(`${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`);
		expect(deep).toHaveLength(MAX_JSON_LD_DEPTH + 1);
		expect(flattenText(`${"[".repeat(10_000)}{"@type":"A"}${"]".repeat(10_000)}`)).toEqual([]);
	});

	it("keeps nodes and strings to their caps, and strings well-formed", () => {
		const many = flatten(Array.from({ length: MAX_JSON_LD_NODES + 5 }, () => ({ "@type": "A" })));
		expect(many).toHaveLength(MAX_JSON_LD_NODES);
		const [node] = flattenText(`{"name":"\\ud800x","text":"${"y".repeat(5_000)}"}`);
		expect(node?.properties.name).toEqual(["\ufffdx"]);
		expect(node?.properties.text?.[0]).toHaveLength(VALUE_LENGTH);
	});
});

const meaning = (context: unknown, name: string) => JsonLdContext.EMPTY.with(context).meaning(name);

describe("names that are schema.org's", () => {
	it.each([
		["https://schema.org", "Person", "Person"],
		["http://www.schema.org/", "Person", "Person"],
		["schema.org", "Person", "Person"],
		["https://schema.org/docs/jsonldcontext.json", "Person", "Person"],
		[["https://w3id.org/x", "https://schema.org"], "https://schema.org/Person", "Person"],
		[{ "@vocab": "https://schema.org/" }, "Person", "Person"],
		[{ "@vocab": "http://schema.org" }, "Person", "Person"],
		[{ s: "https://schema.org/" }, "s:Person", "Person"],
		[{ Human: "https://schema.org/Person" }, "Human", "Person"],
		[{ s: "https://schema.org/", Human: "s:Person" }, "Human", "Person"],
		[{ Human: "s:Person", s: "https://schema.org/" }, "Human", "Person"],
		[{ Human: { "@id": "https://schema.org/Person" } }, "Human", "Person"],
		[["https://schema.org", { Human: "Person" }], "Human", "Person"],
		[undefined, "schema:Person", "Person"],
	])("%j: %s", (context, name, term) => {
		expect(meaning(context, name)).toEqual({ name: term, from: "schema.org" });
	});
});

describe("names that are not", () => {
	it.each([
		[undefined, "Person", "Person", "none"],
		[null, "Person", "Person", "none"],
		["https://www.w3.org/ns/activitystreams", "Person", "Person", "unknown"],
		[["https://schema.org", "https://w3id.org/x"], "Person", "Person", "unknown"],
		["https://schema.org.example/", "Person", "Person", "unknown"],
		[{ "@vocab": "http://xmlns.com/foaf/0.1/" }, "Person", "http://xmlns.com/foaf/0.1/Person", "other"],
		[["https://schema.org", { "@vocab": null }], "Person", "Person", "none"],
		[["https://schema.org", null], "Person", "Person", "none"],
		[
			["https://schema.org", { gs1: "https://ref.gs1.org/voc/" }],
			"gs1:Beverage",
			"https://ref.gs1.org/voc/Beverage",
			"other",
		],
		[["https://schema.org", { Person: null }], "Person", "Person", "dropped"],
		[["https://schema.org", { Person: { "@reverse": "knows" } }], "Person", "Person", "dropped"],
		["https://schema.org", "type", "@type", "keyword"],
		[{ kind: "@type" }, "kind", "@type", "keyword"],
		["https://schema.org", "urn:isbn:1", "urn:isbn:1", "other"],
	])("%j: %s", (context, name, meant, from) => {
		expect(meaning(context, name)).toEqual({ name: meant, from });
	});
});

describe("contexts inside contexts", () => {
	it("inherits what is defined outside until something else is said", () => {
		const outer = JsonLdContext.EMPTY.with(["https://schema.org", { s: "http://a.example/" }]);
		const inner = outer.with({ s: "http://b.example/" });
		expect(inner.meaning("Person")).toEqual({ name: "Person", from: "schema.org" });
		expect(inner.meaning("s:x").name).toBe("http://b.example/x");
		expect(outer.meaning("s:x").name).toBe("http://a.example/x");
		expect(inner.with(null).meaning("s:x").name).toBe("s:x");
	});

	it("reads a property's own context", () => {
		const terms = { author: { "@id": "https://schema.org/author", "@context": { "@vocab": "http://f.example/" } } };
		const context = JsonLdContext.EMPTY.with(["https://schema.org", terms]);
		expect(context.scopedTo("author").meaning("nick").name).toBe("http://f.example/nick");
		expect(context.scopedTo("name").meaning("nick")).toEqual({ name: "nick", from: "schema.org" });
	});

	it("ends where terms are defined by each other", () => {
		expect(meaning({ a: "b:x", b: "a:y" }, "a:z").name).toBeTypeOf("string");
		expect(meaning({ a: "a" }, "a")).toEqual({ name: "a", from: "dropped" });
	});
});
