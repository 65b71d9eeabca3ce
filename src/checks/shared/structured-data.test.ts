import { describe, expect, test } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import type { JsonLdBlock, JsonLdNode, MarkupNode } from "#evidence/page-digest.ts";
import { aNode, aPage } from "../page.testkit.ts";
import { ownUnlessBroken, StructuredGraph } from "./structured-data.ts";

const PAGE = "https://a.example/";
const BLOCKS = [
	{ at: "line 1, column 1", excerpt: "<script>", ok: true },
	{ at: "line 9, column 1", excerpt: "<script>", ok: true },
];

function aMarkup(types: string[], properties: MarkupNode["properties"], parts: Partial<MarkupNode> = {}): MarkupNode {
	return { types, properties, id: null, top: true, at: "line 30, column 1", excerpt: "<div itemscope>", ...parts };
}

function graphOf(
	nodes: readonly JsonLdNode[],
	microdata: readonly MarkupNode[] = [],
	rdfa: readonly MarkupNode[] = [],
) {
	return new StructuredGraph({ jsonLd: { blocks: BLOCKS, nodes }, microdata, rdfa }, PAGE);
}

describe("one thing of several parts", () => {
	test("what two blocks say of one @id, written in full or short", () => {
		const [thing, ...others] = graphOf([
			aNode(["Organization"], { name: ["Acme"] }, { id: "#org", top: false }),
			aNode(["Store", "Organization"], { name: ["Acme"], logo: ["/l.png"] }, { id: `${PAGE}#org`, block: 1 }),
		]).things;
		expect(others).toEqual([]);
		expect([...(thing?.types ?? [])]).toEqual(["Organization", "Store"]);
		expect([...(thing?.properties.get("name") ?? [])]).toEqual(["Acme"]);
		expect(thing?.top).toBe(true);
		expect([...(thing?.places ?? [])]).toEqual(BLOCKS);
	});

	test("of JSON-LD and Microdata", () => {
		const { things } = graphOf(
			[aNode(["Organization"], {}, { id: "#org" })],
			[aMarkup(["Store"], {}, { id: "/#org" })],
		);
		expect(things.map(({ types }) => [...types])).toEqual([["Organization", "Store"]]);
	});

	test("but never nodes without an id, nor blank nodes of two forms", () => {
		const blank = { id: "_:b0" };
		expect(graphOf([aNode(["Person"], {}), aNode(["Person"], {})]).things).toHaveLength(2);
		expect(graphOf([aNode(["Person"], {}, blank)], [], [aMarkup(["Person"], {}, blank)]).things).toHaveLength(2);
	});
});

describe("follows", () => {
	const person = aNode(["Person"], { name: ["Ann"] }, { id: "https://a.example/#ann" });
	const store = aNode(["Store"], { name: ["Shop"] }, { top: false });
	const values = ["@id:#ann", "#1", "@id:gone", "#9", "#0", "#01", "Ann"];
	const graph = graphOf(
		[aNode(["WebSite"], { publisher: values }), store, person],
		[aMarkup(["Thing"], {}, { top: false })],
	);
	const [site] = graph.things;
	if (!site) throw new Error("no site");

	test("references and nesting, and nothing else", () => {
		expect(graph.follow(site, "publisher").flatMap(({ types }) => [...types])).toEqual(["Person", "Store"]);
		expect(graph.follow(site, "author")).toEqual([]);
	});

	test("lists other values as texts", () => {
		expect(graph.texts(site, "publisher")).toEqual(["#9", "#0", "#01", "Ann"]);
	});

	test("each form by its own numbers", () => {
		const both = graphOf(
			[aNode(["A"], {}), aNode(["B"], {}, { top: false })],
			[aMarkup(["C"], { part: ["#1"] }), aMarkup(["D"], {}, { top: false })],
		);
		const [outer] = both.ofType((type) => type === "C");
		expect(outer && both.follow(outer, "part").map(({ form, types }) => [form, ...types])).toEqual([
			["Microdata", "D"],
		]);
	});
});

test("a blank value does not count", () => {
	const graph = graphOf([aNode(["A"], { name: [" "], logo: ["@id:#gone"], url: [] })]);
	const [thing] = graph.things;
	expect(thing && ["name", "logo", "url", "image"].map((name) => graph.has(thing, name))).toEqual([
		false,
		true,
		false,
		false,
	]);
});

test("thousands of parts of one id are read in no time", () => {
	const nodes = Array.from({ length: 5000 }, (_, index) => aNode(["A"], { name: [`n${index}`] }, { id: "#one" }));
	const started = cpuUnits();
	expect(graphOf(nodes).things[0]?.properties.get("name")?.size).toBe(5000);
	expect(cpuUnits() - started).toBeLessThan(1000);
});

const PLACE = { at: "line 9, column 1", excerpt: "<script>" };
const SOUND: JsonLdBlock = { ...PLACE, ok: true };
const broken = (...mentions: string[]): JsonLdBlock => ({ ...PLACE, ok: false, mentions });
const OWN = { ownCause: ["jsonld-parse"] };

test.each<[string, readonly JsonLdBlock[], object]>([
	["no block", [], {}],
	["sound blocks, which fail nothing", [SOUND], {}],
	["a broken block of the type", [SOUND, broken("BreadcrumbList", "WebSite")], {}],
	["a broken block of another type", [SOUND, broken("BreadcrumbList")], OWN],
	["the only block, of another type", [broken("BreadcrumbList")], OWN],
	["the only block, of which nothing is known", [broken()], {}],
	["one of several, of which nothing is known", [SOUND, broken()], OWN],
])("%s", (_, blocks, own) => {
	const page = aPage({ digest: { jsonLd: { blocks, nodes: [] } } });
	expect(ownUnlessBroken(page, (type) => type === "WebSite")).toEqual(own);
});
