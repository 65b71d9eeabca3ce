import { describe, expect, test } from "vitest";
import type { PageDigest } from "#evidence/page-digest.ts";
import { absent, aHeading, aMeta, aNode, aPage, ask, found } from "../page.testkit.ts";
import { siteName } from "./site-name.ts";

interface Names {
	readonly og?: string;
	readonly site?: string;
	readonly also?: readonly string[];
	readonly title?: string;
	readonly h1?: string;
	readonly digest?: Partial<PageDigest>;
}
const judge = ({ og, site, also = [], title = "Home", h1 = "Welcome", digest }: Names) => {
	const nodes = site === undefined ? [] : [aNode(["WebSite"], { name: [site], alternateName: also })];
	return ask(siteName, {
		home: found(
			aPage({
				digest: {
					titles: title === "" ? [] : [{ text: title, at: "line 3, column 1", excerpt: `<title>${title}</title>` }],
					headings: [aHeading(1, h1)],
					metas: og === undefined ? [] : [aMeta("og:site_name", og)],
					jsonLd: { blocks: [], nodes },
					...digest,
				},
			}),
		),
	});
};

describe("one name", () => {
	test.each<[string, Names]>([
		["everywhere", { og: "Acme", site: "Acme", title: "Acme – shoes" }],
		["in other letters", { og: "CAFÉ ACME", site: "Cafe Acme", title: "café acme" }],
		["in another spelling of its letters", { og: "Ökonomenstimme", site: "Oekonomenstimme", title: "Okonomenstimme" }],
		["with the company's form", { og: "Acme, Inc.", site: "Acme", title: "Acme" }],
		["with a word more", { og: "Acme Shoes", site: "Acme", title: "Shoes" }],
		["by a second name", { og: "ASC", site: "Acme Shoe Company", also: ["ASC"], title: "Acme" }],
		["in the heading alone", { og: "Acme", title: "Shoes for wide feet", h1: "Welcome to ACME" }],
		["by its domain", { og: "The Workshop", title: "example.com: everything for binders" }],
		["without spaces", { og: "東京靴店", title: "靴店なら東京" }],
		["and no title, which is another fault", { og: "Acme", title: "" }],
	])("%s", (_, names) => {
		expect(judge(names).outcome).toBe("pass");
	});
});

describe("two names", () => {
	test("in markup and Open Graph", () => {
		expect(judge({ og: "My WordPress Blog", site: "Acme", title: "Acme" })).toMatchObject({
			outcome: "partial",
			ratio: 0.5,
			says: 'https://example.com/ calls the site "Acme" in WebSite.name and "My WordPress Blog" in og:site_name.',
			fix: expect.stringContaining('content="Acme"'),
			exhibits: [{ excerpt: expect.stringContaining("og:site_name") }, { excerpt: "<title>Acme</title>" }],
		});
	});

	test("in the title", () => {
		expect(judge({ og: "Acme" })).toMatchObject({
			outcome: "partial",
			says: expect.stringContaining('its title, "Home"'),
		});
	});

	test("also in Microdata", () => {
		const site = { ...aNode(["WebSite"], { name: ["Acme"] }), at: "line 9, column 1", excerpt: "<div itemscope>" };
		expect(judge({ og: "Bolt", title: "Acme", digest: { microdata: [site] } }).outcome).toBe("partial");
	});
});

test("a title alone does not state the site's name", () => {
	expect(judge({ title: "Acme" })).toMatchObject({ outcome: "fail", fix: expect.stringContaining("og:site_name") });
	expect(judge({ og: " " }).outcome).toBe("fail");
	expect(ask(siteName, { home: absent(500) }).outcome).toBe("not-applicable");
});
