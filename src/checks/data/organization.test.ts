import { describe, expect, test } from "vitest";
import type { JsonLdNode } from "#evidence/page-digest.ts";
import { absent, aMeta, aNode, aPage, ask, found } from "../page.testkit.ts";
import { organization } from "./organization.ts";

const BLOCK = { at: "line 12, column 3", excerpt: '<script type="application/ld+json">', ok: true };
const TITLES = [{ at: "line 5, column 1", excerpt: "<title>", text: "Example by Acme and Ann" }];
const judge = (...nodes: readonly JsonLdNode[]) =>
	ask(organization, { home: found(aPage({ digest: { titles: TITLES, jsonLd: { blocks: [BLOCK], nodes } } })) });
const FULL = {
	name: ["Acme"],
	url: ["https://example.com/"],
	logo: ["/logo.png"],
	sameAs: ["https://social.example/acme"],
};

describe("named", () => {
	test.each([
		"Organization",
		"Corporation",
		"NGO",
		"LocalBusiness",
		"Dentist",
		"Restaurant",
		"OnlineStore",
		"EducationalOrganization",
		"NewsMediaOrganization",
		"GovernmentOrganization",
	])("as %s", (type) => {
		expect(judge(aNode([type], FULL))).toEqual({
			outcome: "pass",
			says: `The page names its organization: Acme (${type}).`,
			exhibits: [{ url: "https://example.com/", at: BLOCK.at, excerpt: BLOCK.excerpt }],
		});
	});

	test("in a graph, among other types, with its parts in two blocks", () => {
		const verdict = judge(
			aNode(["WebSite"], { name: ["Acme"], publisher: ["@id:#org"] }),
			aNode(["Brand", "Organization"], { name: ["Acme"], url: FULL.url }, { id: "#org" }),
			aNode([], { logo: FULL.logo, sameAs: FULL.sameAs }, { id: "#org", block: 1 }),
		);
		expect(verdict).toMatchObject({ outcome: "pass", says: "The page names its organization: Acme (Organization)." });
	});

	test("inside another node, as a publisher", () => {
		expect(
			judge(aNode(["Article"], { publisher: ["#1"] }), aNode(["Organization"], FULL, { top: false })).outcome,
		).toBe("pass");
	});

	test("with optional properties missing: advice, not a fault", () => {
		const verdict = judge(aNode(["Organization"], { legalName: ["Acme Ltd"], logo: [" "] }));
		expect(verdict).toMatchObject({
			outcome: "pass",
			says: "The page names its organization: Acme Ltd (Organization). Adding url, logo and sameAs would help engines recognise it.",
		});
	});

	test("in Microdata, with the element as the exhibit", () => {
		const place = { at: "line 40, column 5", excerpt: '<div itemscope itemtype="https://schema.org/Dentist">' };
		const microdata = [{ types: ["Dentist"], id: null, properties: { name: ["Acme"] }, top: true, ...place }];
		const verdict = ask(organization, { home: found(aPage({ digest: { titles: TITLES, microdata } })) });
		expect(verdict).toMatchObject({
			outcome: "pass",
			says: expect.stringContaining("Acme (Dentist)"),
			exhibits: [{ url: "https://example.com/", ...place }],
		});
	});

	test("by the website's publisher, whatever else is said of a partner", () => {
		const verdict = judge(
			aNode(["WebSite"], { publisher: ["@id:#us"] }),
			aNode(["Organization"], { name: ["Partner"], url: FULL.url, logo: FULL.logo, sameAs: FULL.sameAs }),
			aNode(["Organization"], { name: ["Acme"] }, { id: "#us" }),
		);
		expect(verdict.says).toContain("Acme (Organization)");
	});

	test("the most complete of several counts", () => {
		const verdict = judge(aNode(["Organization"], { name: ["Partner"] }), aNode(["Store"], FULL));
		expect(verdict.says).toContain("Acme (Store)");
	});
});

describe("a part", () => {
	test("a node without a name", () => {
		expect(judge(aNode(["Organization"], { url: FULL.url }))).toMatchObject({
			outcome: "partial",
			ratio: 0.25,
			fault: "The organization in the structured data has no name",
			says: "The page declares a Organization without a name.",
		});
		expect(judge(aNode(["Organization"], {})).outcome).toBe("fail");
		const foreign = { ...FULL, name: [], url: ["https://siemens.example/"] };
		expect(judge(aNode(["Organization"], foreign)).outcome).toBe("fail");
	});

	test("other nodes only; an author is not the one behind the site", () => {
		const verdict = judge(
			aNode(["WebSite"], { name: ["News"] }),
			aNode(["NewsArticle"], { author: ["#2"] }),
			aNode(["Person"], { name: ["Ann"] }, { top: false }),
		);
		expect(verdict).toMatchObject({
			outcome: "fail",
			says: expect.stringContaining("WebSite and NewsArticle"),
		});
	});

	test("no structured data: the block to add carries the site's own name and address", () => {
		const block = (name: string) =>
			`{"@context":"https://schema.org","@type":"Organization","name":"${name}","url":"https://example.com/"}`;
		expect(judge()).toHaveProperty("fix", expect.stringContaining(block("Example")));
		const metas = [{ ...aMeta("og:site_name", "Acme Bakery"), by: "property" as const }];
		const named = ask(organization, { home: found(aPage({ digest: { metas } })) });
		expect(named).toHaveProperty("fix", expect.stringContaining(block("Acme Bakery")));
	});
});

describe("a personal site is not asked for an organization", () => {
	test.each<[string, readonly JsonLdNode[]]>([
		[
			"its website's publisher",
			[aNode(["WebSite"], { publisher: ["#1"] }), aNode(["Person"], { name: ["Ann"] }, { top: false })],
		],
		[
			"its profile page's subject",
			[aNode(["ProfilePage"], { mainEntity: ["@id:#ann"] }), aNode(["Person"], { name: ["Ann"] }, { id: "#ann" })],
		],
		["nobody else is spoken of", [aNode(["Person"], { name: ["Ann"] })]],
	])("%s", (_, nodes) => {
		expect(judge(...nodes)).toMatchObject({
			outcome: "not-applicable",
			says: expect.stringContaining("a person, Ann,"),
		});
	});

	test("unless nothing on the page names that person", () => {
		expect(judge(aNode(["Person"], { name: ["Pat Excellence"] })).outcome).toBe("fail");
	});
});

test("a broken block of another type is no excuse", () => {
	const broken = (...mentions: string[]) =>
		aPage({ digest: { jsonLd: { blocks: [BLOCK, { ...BLOCK, ok: false, mentions }], nodes: [] } } });
	expect(ask(organization, { home: found(broken("BreadcrumbList")) })).toHaveProperty("ownCause", ["jsonld-parse"]);
	expect(ask(organization, { home: found(broken("Bakery")) })).not.toHaveProperty("ownCause");
});

test("a broken block or an empty shell carries the penalty itself", () => {
	expect(organization.yieldsTo).toEqual(expect.arrayContaining(["jsonld-parse", "text-without-js"]));
});

test("a home page that is an error has nothing to name it", () => {
	expect(ask(organization, { home: absent(503) })).toMatchObject({ outcome: "not-applicable" });
});
