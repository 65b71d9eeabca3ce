import { describe, expect, test } from "vitest";
import { aMeta, aNode, aPage } from "../page.testkit.ts";
import { articleOf } from "./article.ts";

const URL = "https://example.com/blog/glue/";
const withNodes = (...nodes: ReturnType<typeof aNode>[]) =>
	aPage({ url: URL, digest: { jsonLd: { blocks: [], nodes } } });
const post = (headline: string) => aNode(["BlogPosting"], { headline: [headline] });
const time = {
	at: "line 9, column 1",
	excerpt: "<time>",
	date: "2026-03-04",
	label: "published",
	from: "time",
} as const;

describe("an article", () => {
	test("has one thing of such a type, in whichever form", () => {
		expect(articleOf(withNodes(post("Glue")))?.sign).toBe("structured data of type BlogPosting");
		expect(articleOf(withNodes(aNode(["WebPage"], {}), aNode(["OpinionNewsArticle"], {})))?.thing).toBeTruthy();
		const microdata = [{ ...post("Glue"), at: "line 9, column 1", excerpt: "<article>" }];
		expect(articleOf(aPage({ url: URL, digest: { microdata } }))?.thing?.form).toBe("Microdata");
	});

	test("may say so by Open Graph, or by its markup", () => {
		const published = aMeta("article:published_time", "2026-03-04");
		expect(articleOf(aPage({ url: URL, digest: { metas: [aMeta("og:type", "article"), published] } }))).toMatchObject({
			sign: "og:type article",
			thing: null,
		});
		expect(articleOf(aPage({ url: URL, digest: { dates: [{ ...time, inArticle: true }] } }))?.sign).toContain(
			"<article>",
		);
	});
});

test.each([
	["a plain page", aPage({ url: URL })],
	["a list of articles", withNodes(post("Glue"), post("Thread"))],
	["a part of something else", withNodes(aNode(["BlogPosting"], { headline: ["Glue"] }, { top: false }))],
	[
		"what a builder calls an article on every page",
		aPage({ url: URL, digest: { metas: [aMeta("og:type", "article")] } }),
	],
	["a page with a date of its own", aPage({ url: URL, digest: { dates: [time] } })],
	["a home page, by its markup", aPage({ digest: { dates: [{ ...time, inArticle: true }] } })],
	["a manual", withNodes(aNode(["TechArticle"], {}))],
	[
		"a product with a buyer's review in an article",
		aPage({ url: URL, digest: { metas: [aMeta("og:type", "product")], dates: [{ ...time, inArticle: true }] } }),
	],
])("%s is not an article", (_, page) => {
	expect(articleOf(page)).toBeNull();
});
