import { describe, expect, it } from "vitest";
import { JsonLdNodes } from "../markup/json-ld.ts";
import { MAX_JSON_LD_DEPTH, MAX_JSON_LD_NODES, VALUE_LENGTH } from "../page-caps.ts";

function flatten(...blocks: unknown[]) {
	const nodes = new JsonLdNodes();
	for (const [index, block] of blocks.entries()) nodes.add(block, index);
	return nodes.finish();
}
/** As a page would bring it: only JSON.parse makes an own `__proto__`. */
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
