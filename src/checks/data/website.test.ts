import { expect, test } from "vitest";
import type { JsonLdNode } from "#evidence/page-digest.ts";
import { absent, aNode, aPage, ask, found } from "../page.testkit.ts";
import { website } from "./website.ts";

const BLOCK = { at: "line 12, column 3", excerpt: '<script type="application/ld+json">', ok: true };
const TITLES = [{ at: "line 5, column 1", excerpt: "<title>", text: "Example by Acme" }];
const judge = (...nodes: readonly JsonLdNode[]) =>
	ask(website, { home: found(aPage({ digest: { titles: TITLES, jsonLd: { blocks: [BLOCK], nodes } } })) });

test.each<[string, readonly JsonLdNode[], string]>([
	["name and address", [aNode(["WebSite"], { name: ["Acme"], url: ["https://example.com"] })], "pass"],
	["with www", [aNode(["WebSite"], { name: ["Acme"], url: ["https://www.example.com/"] })], "pass"],
	["a relative address", [aNode(["WebSite"], { name: ["Acme"], url: ["/"] })], "pass"],
	["without a name", [aNode(["WebSite"], { url: ["https://example.com/"] })], "partial"],
	["without an address", [aNode(["WebSite"], { name: ["Acme"], url: [" "] })], "partial"],
	["another host", [aNode(["WebSite"], { name: ["Acme"], url: ["https://staging.example.net/"] })], "partial"],
	["none", [aNode(["Organization"], { name: ["Acme"] })], "fail"],
	["neither name nor address", [aNode(["WebSite"], {})], "fail"],
])("%s", (_, nodes, outcome) => {
	expect(judge(...nodes).outcome).toBe(outcome);
});

test("the line to add carries the site's own address", () => {
	expect(judge()).toHaveProperty("fix", expect.stringContaining('"@type":"WebSite","name":"Example"'));
	expect(judge(aNode(["WebSite"], { name: ["Acme"] }))).toMatchObject({
		says: "The page's WebSite does not state its url, which Google requires for the site's name.",
		fix: 'Add "url": "https://example.com/" to the WebSite in the JSON-LD at line 12, column 3 of https://example.com/.',
		exhibits: [{ at: "line 12, column 3" }],
	});
});

test("a broken block of another type is no excuse", () => {
	const broken = (...mentions: string[]) =>
		aPage({ digest: { jsonLd: { blocks: [BLOCK, { ...BLOCK, ok: false, mentions }], nodes: [] } } });
	expect(ask(website, { home: found(broken("BreadcrumbList")) })).toHaveProperty("ownCause", ["jsonld-parse"]);
	expect(ask(website, { home: found(broken("WebSite")) })).not.toHaveProperty("ownCause");
});

test("a home page that is an error states nothing", () => {
	expect(ask(website, { home: absent(503) })).toMatchObject({ outcome: "not-applicable" });
});
