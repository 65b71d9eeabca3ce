import { expect, test } from "vitest";
import type { NamedAddress } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";
import { aMeta, aNamed, aNode, aPage, ask, found } from "../page.testkit.ts";
import { openGraph } from "./open-graph.ts";

const FULL = { "og:title": "Acme", "og:type": "website", "og:url": "https://example.com/", "og:image": "/c.png" };
const judge = (tags: Readonly<Record<string, string>>) =>
	ask(
		openGraph,
		{},
		aPage({
			digest: {
				metas: Object.entries(tags).map(([key, content]) => ({ ...aMeta(key, content), by: "property" as const })),
			},
		}),
	);

test("all four", () => {
	expect(judge(FULL)).toMatchObject({
		outcome: "pass",
		says: 'The page has all 4 tags. Its og:title is "Acme".',
		exhibits: [{}, {}, {}, {}],
	});
});

test.each([
	["an empty title", { ...FULL, "og:title": " " }, 0.75, "has no og:title."],
	["two of four", { "og:title": "A", "og:image": "/c.png" }, 0.5, "has no og:type or og:url."],
])("%s", (_, tags, ratio, says) => {
	expect(judge(tags)).toMatchObject({ outcome: "partial", ratio, says: `https://example.com/ ${says}` });
});

test("none of the four fails", () => {
	expect(judge({})).toMatchObject({
		outcome: "fail",
		fault: "The page has no Open Graph tags",
		says: "https://example.com/ has no og:title, og:type, og:url or og:image.",
	});
});

test("og:image:url is og:image", () => {
	const { "og:image": image, ...others } = FULL;
	expect(judge({ ...others, "og:image:url": image }).outcome).toBe("pass");
});

test("the lines to add carry the page's own values", () => {
	expect(judge({})).toHaveProperty("fix", expect.stringContaining('<meta property="og:title" content="Example">'));
	expect(judge({})).toHaveProperty("fix", expect.stringContaining('content="https://example.com/"'));
});

const fixOf = (url: string, digest: Partial<PageDigest>) => ask(openGraph, {}, aPage({ url, digest }));
const ARTICLE = { blocks: [], nodes: [aNode(["Article"], { headline: ["A"], image: ["/a.jpg"] })] };

test("the kind of page and its picture are its own", () => {
	expect(fixOf("https://example.com/a/", { jsonLd: ARTICLE })).toHaveProperty(
		"fix",
		expect.stringContaining(
			'content="article"> <meta property="og:url" content="https://example.com/a/"> <meta property="og:image" content="https://example.com/a.jpg">',
		),
	);
	const product = { blocks: [], nodes: [aNode(["Product"], { name: ["N"] })] };
	expect(fixOf("https://example.com/n/", { jsonLd: product })).toHaveProperty(
		"fix",
		expect.stringContaining('<meta property="og:type" content="product">'),
	);
});

test("a picture that is not known is not an address", () => {
	expect(judge({})).toHaveProperty("fix", expect.stringMatching(/> and og:image with the address of an image[^"]*$/));
});

test("a long title is not cut", () => {
	const titles = [{ text: "x".repeat(300), at: "line 1", excerpt: "<title>" }];
	expect(fixOf("https://example.com/", { titles })).toHaveProperty(
		"fix",
		expect.stringContaining("og:title with its title"),
	);
});

test("a picture that does not exist is one tag lost", () => {
	const metas = ["og:title", "og:type", "og:url", "og:image"].map((key) => aMeta(key, "/a.png"));
	const page = aPage({ digest: { metas } });
	const judge = (parts: Partial<NamedAddress>) =>
		ask(openGraph, { home: found(page), named: found([aNamed("og:image", "/a.png", parts)]) }, page);
	expect(judge({ status: 404 })).toMatchObject({
		outcome: "partial",
		ratio: 0.75,
		says: expect.stringContaining("/a.png, returns 404"),
	});
	expect(judge({ softNotFound: true })).toMatchObject({
		outcome: "partial",
		says: expect.stringContaining("is a web page, not an image"),
	});
	expect(judge({}).outcome).toBe("pass");
});
