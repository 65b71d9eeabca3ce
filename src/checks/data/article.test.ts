import { describe, expect, test } from "vitest";
import type { JsonLdNode, PageDigest } from "#evidence/page-digest.ts";
import { aMeta, aNode, aPage, ask } from "../page.testkit.ts";
import { article } from "./article.ts";

const BLOCK = { at: "line 9, column 1", excerpt: '<script type="application/ld+json">', ok: true };
const PICTURE = {
	src: "/p.jpg",
	alt: "A press",
	ariaName: "",
	decorative: false,
	at: "line 1, column 1",
	excerpt: "<img>",
};
const URL = "https://example.com/why-backs-break/";
function judge(nodes: readonly JsonLdNode[], digest: Partial<PageDigest> = {}, url = URL) {
	return ask(article, {}, aPage({ url, digest: { jsonLd: { blocks: [BLOCK], nodes }, images: [PICTURE], ...digest } }));
}
const FULL = { headline: ["Why"], author: ["#1"], datePublished: ["2026-03-14"], image: ["/p.jpg"] };
const ANN = aNode(["Person"], { name: ["Ann"] }, { top: false });

test.each(["Article", "NewsArticle", "BlogPosting"])("%s with all that engines show", (type) => {
	expect(judge([aNode([type], FULL), ANN])).toMatchObject({
		outcome: "pass",
		says: '"Why" states everything that engines ask for in an article. Adding dateModified and author.url would help engines further.',
	});
});

test("an author's name may be a plain text", () => {
	expect(judge([aNode(["Article"], { ...FULL, author: ["Ann"] })]).outcome).toBe("pass");
});

test("scores the share of stated properties, and fails without any", () => {
	expect(judge([aNode(["Article"], { headline: ["Why"], author: ["Ann"] })])).toMatchObject({
		outcome: "partial",
		ratio: 0.5,
		says: `The Article (JSON-LD) of ${URL} does not state datePublished or image.`,
		fix: expect.stringContaining('"datePublished"'),
		exhibits: [{ at: "line 9, column 1" }],
	});
	expect(judge([aNode(["Article"], {})]).outcome).toBe("fail");
});

test("a page without a picture is not asked for one", () => {
	const { image, ...others } = FULL;
	expect(image).toBeDefined();
	expect(judge([aNode(["Article"], others), ANN], { images: [] }).outcome).toBe("pass");
	expect(judge([aNode(["Article"], others), ANN]).outcome).toBe("partial");
});

describe("does not apply to", () => {
	test.each<[string, readonly JsonLdNode[]]>([
		["a page without articles", [aNode(["WebPage"], {})]],
		["a list of articles", [aNode(["BlogPosting"], { headline: ["A"] }), aNode(["BlogPosting"], { headline: ["B"] })]],
		["the entries of a blog", [aNode(["Blog"], { blogPost: ["#1"] }), aNode(["BlogPosting"], {}, { top: false })]],
		["a manual", [aNode(["TechArticle"], { headline: ["Install"] })]],
	])("%s", (_, nodes) => {
		expect(judge(nodes).outcome).toBe("not-applicable");
	});
});

describe("without data", () => {
	const TYPE = aMeta("og:type", "article");
	const DATE = aMeta("article:published_time", "2026-03-14");
	test("tags with a date make an article", () => {
		expect(judge([], { metas: [TYPE, DATE] })).toMatchObject({
			outcome: "fail",
			fault: "The article has no structured data",
		});
	});
	test("og:type article alone does not: many systems write it on every page", () => {
		expect(judge([], { metas: [TYPE] }).outcome).toBe("not-applicable");
		expect(judge([], { metas: [TYPE, DATE] }, "https://example.com/").outcome).toBe("not-applicable");
	});
});

test("the fix has the page's own values, and invents nothing", () => {
	const byline = { name: "Ann Binder", from: "class", at: "line 1", excerpt: "<b>" } as const;
	const digest = { bylines: [byline], metas: [aMeta("article:published_time", "2026-03-14")] };
	const node = aNode(["Article"], { headline: ["Why"] });
	expect(judge([node], digest)).toHaveProperty(
		"fix",
		`Add "author": {"@type":"Person","name":"Ann Binder"}, "datePublished": "2026-03-14" and "image" with the address of its image to the Article (JSON-LD) at line 9, column 1 of ${URL}.`,
	);
	expect(judge([node])).toHaveProperty("fix", expect.stringContaining("the day it was published"));
});
