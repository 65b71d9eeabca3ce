import { describe, expect, test } from "vitest";
import type { JsonLdNode, MarkupNode } from "#evidence/page-digest.ts";
import { aNode, aPage, ask } from "../page.testkit.ts";
import { breadcrumb } from "./breadcrumb.ts";

const DEEP = "https://example.com/books/poetry/";
const BLOCK = { at: "line 9, column 1", excerpt: '<script type="application/ld+json">', ok: true };
const judge = (nodes: readonly JsonLdNode[], url = DEEP, microdata: readonly MarkupNode[] = []) =>
	ask(breadcrumb, {}, aPage({ url, digest: { jsonLd: { blocks: [BLOCK], nodes }, microdata } }));

type Entry = Readonly<Record<string, string>>;
function trail(...entries: readonly Entry[]): readonly JsonLdNode[] {
	const list = aNode(["BreadcrumbList"], { itemListElement: entries.map((_, index) => `#${index + 1}`) });
	const nodes = entries.map((entry) =>
		aNode(["ListItem"], Object.fromEntries(Object.entries(entry).map(([key, value]) => [key, [value]])), {
			top: false,
		}),
	);
	return [list, ...nodes];
}
const HOME: Entry = { position: "1", name: "Home", item: "https://example.com/" };

test("a way whose last entry is the page itself", () => {
	expect(judge(trail(HOME, { position: "2", name: "Poetry" }))).toMatchObject({
		outcome: "pass",
		says: "The page states its place on the site: Home › Poetry.",
	});
});

test("the last one is found by position, not by order", () => {
	expect(judge(trail({ position: "2", name: "Poetry" }, HOME))).toMatchObject({
		outcome: "pass",
		says: expect.stringContaining("Home › Poetry"),
	});
});

describe("cannot be used", () => {
	test.each<[string, readonly Entry[], string]>([
		["no entries", [], "it has no entries"],
		["no name", [{ position: "1", item: "/" }, HOME], "1 of 2 entries without name"],
		[
			"no position",
			[
				{ name: "Home", item: "/" },
				{ position: "2", name: "A" },
			],
			"1 of 2 entries without position",
		],
		[
			"a position in words",
			[
				{ ...HOME, position: "first" },
				{ position: "2", name: "A" },
			],
			"not a whole number.",
		],
		["one position twice", [HOME, { position: "1", name: "A" }], "2 entries with the same position"],
		[
			"no address",
			[
				{ position: "1", name: "Books" },
				{ position: "2", name: "A" },
			],
			"without item (the address)",
		],
	])("%s", (_, entries, says) => {
		expect(judge(trail(...entries))).toMatchObject({ outcome: "fail", says: expect.stringContaining(says) });
	});

	test("an item that is a node without an address", () => {
		const nodes = [
			...trail({ position: "1", item: "#3" }, { position: "2", name: "A" }),
			aNode(["Thing"], { name: ["Home"] }, { top: false }),
		];
		expect(judge(nodes).outcome).toBe("fail");
		const [list, first, second] = nodes as [JsonLdNode, JsonLdNode, JsonLdNode];
		const home = aNode(["Thing"], { name: ["Home"] }, { id: "https://example.com/", top: false });
		const byId = { ...first, properties: { ...first.properties, item: ["@id:https://example.com/"] } };
		expect(judge([list, byId, second, home]).outcome).toBe("pass");
	});

	test("any one of two trails", () => {
		const good = trail(HOME, { position: "2", name: "Poetry" });
		expect(judge([...good, aNode(["BreadcrumbList"], {})]).outcome).toBe("fail");
	});
});

test("in Microdata the link is the item", () => {
	const place = { at: "line 3, column 1", excerpt: "<ol itemscope>", id: null };
	const microdata: MarkupNode[] = [
		{ ...place, types: ["BreadcrumbList"], properties: { itemListElement: ["#1", "#3"] }, top: true },
		{ ...place, types: ["ListItem"], properties: { position: ["1"], item: ["#2"] }, top: false },
		{ ...place, types: ["WebPage"], properties: { name: ["Home"] }, top: false },
		{ ...place, types: ["ListItem"], properties: { position: ["2"], name: ["Poetry"] }, top: false },
	];
	expect(judge([], DEEP, microdata).outcome).toBe("pass");
});

describe("one entry", () => {
	test("is a warning deep in the site, and nothing on its first level", () => {
		expect(judge(trail(HOME))).toMatchObject({ outcome: "partial", ratio: 0.5 });
		expect(judge(trail(HOME), "https://example.com/books/").outcome).toBe("not-applicable");
	});
});

test.each([
	["https://example.com/books/poetry/", "fail"],
	["https://example.com/de/buecher/lyrik.html", "fail"],
	["https://example.com/books/", "not-applicable"],
	["https://example.com/de/buecher/", "not-applicable"],
	["https://example.com/2026/05/eels/", "not-applicable"],
	["https://example.com/blog/page/2/", "not-applicable"],
	["https://example.com/blog/2026/05/eels/", "fail"],
	["https://example.com/books/index.html", "not-applicable"],
	["https://example.com/", "not-applicable"],
	["https://example.com/de/", "not-applicable"],
])("without any, %s is %s", (url, outcome) => {
	expect(judge([], url).outcome).toBe(outcome);
});
