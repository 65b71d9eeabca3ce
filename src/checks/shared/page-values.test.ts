import { expect, test } from "vitest";
import { parseTarget } from "#core/target.ts";
import type { PageDigest, PageImage } from "#evidence/page-digest.ts";
import { aHeading, aMeta, aNode, anAnchor, aPage } from "../page.testkit.ts";
import {
	firstPicture,
	metaOf,
	namedBlock,
	ownAuthor,
	ownHeadline,
	ownPicture,
	ownPublication,
	proposedProperty,
	shownName,
} from "./page-values.ts";

const URL = "https://example.com/a/";
const aPicture = (src: string | null, parts: Partial<PageImage> = {}): PageImage => {
	return {
		src,
		alt: "A press",
		ariaName: "",
		decorative: false,
		at: "line 1",
		excerpt: `<img src="${src}">`,
		...parts,
	};
};

test("the main heading comes before tags and title", () => {
	expect(ownHeadline(aPage())).toBe("Example");
	expect(ownHeadline(aPage({ digest: { headings: [aHeading(2, "Part")], metas: [aMeta("og:title", "Tag")] } }))).toBe(
		"Tag",
	);
	expect(ownHeadline(aPage({ digest: { headings: [], titles: [] } }))).toBeUndefined();
});

test("an image has an absolute address, and is not in the frame", () => {
	expect(ownPicture(aPage({ url: URL, digest: { metas: [aMeta("og:image", "p.jpg")] } }))).toBe(`${URL}p.jpg`);
	expect(ownPicture(aPage({ digest: { metas: [aMeta("og:image", "data:image/png;base64,AA")] } }))).toBeUndefined();
	const images = [
		aPicture(null),
		aPicture("/logo.png"),
		aPicture("/x.png", { decorative: true }),
		aPicture("/press.jpg"),
	];
	expect(firstPicture(aPage({ url: URL, digest: { images } }))).toBe("https://example.com/press.jpg");
	expect(firstPicture(aPage({ digest: { images: images.slice(0, 3) } }))).toBeUndefined();
});

test.each([
	["/favicon.png", ""],
	["/sprite.jpg", ""],
	["https://ads.example.net/tr?id=1", 'width="1" height="1"'],
	["https://dummy.example.net/450x300.jpg", ""],
	["/thumb.jpg", 'width="120"'],
	["/brasil.png", ""],
	["/wave.gif", ""],
])("%s %s is no picture for a preview", (src, attributes) => {
	const excerpt = `<img src="${src}" ${attributes}>`;
	expect(firstPicture(aPage({ digest: { images: [aPicture(src, { excerpt })] } }))).toBeUndefined();
});

test("an image with dimensions may have any format", () => {
	const picture = aPicture("/press.png", { excerpt: '<img src="/press.png" width="1200" height="630">' });
	expect(firstPicture(aPage({ digest: { images: [picture] } }))).toBe("https://example.com/press.png");
});

test("a day that its tag or text gives", () => {
	const tag = aMeta("article:published_time", "2026-03-14T08:00:00Z");
	const date = { date: "2026-03-15", label: "published", from: "time", at: "line 1", excerpt: "<time>" } as const;
	expect(ownPublication(aPage({ digest: { metas: [tag], dates: [date] } }))).toBe("2026-03-14T08:00:00Z");
	expect(ownPublication(aPage({ digest: { metas: [aMeta(tag.key, "soon")], dates: [date] } }))).toBe("2026-03-15");
	expect(ownPublication(aPage())).toBeUndefined();
});

test("a name, and no address of one", () => {
	const byline = { name: "Ann Binder", from: "class", at: "line 1", excerpt: "<b>" } as const;
	const metas = [aMeta("article:author", "https://example.net/ann")];
	expect(ownAuthor(aPage({ digest: { bylines: [byline], metas } }))).toBe("Ann Binder");
	expect(ownAuthor(aPage({ digest: { metas } }))).toBeUndefined();
	expect(metaOf(aPage({ digest: { metas: [aMeta("author", " Ann\n B ")] } }), "x", "author")).toBe("Ann B");
});

const PAGE = aPage({
	digest: {
		headings: [aHeading(1, 'The "Press"')],
		metas: [
			aMeta("og:image", "/press.jpg"),
			aMeta("author", "Ann"),
			aMeta("article:published_time", "2026-03-14"),
			aMeta("product:price:amount", "24.50"),
			aMeta("product:price:currency", "EUR"),
		],
	},
});
const BARE = aPage({ digest: { headings: [], titles: [] } });

test.each([
	["headline", '"headline": "The \\"Press\\""', '"headline" with its headline'],
	["image", '"image": "https://example.com/press.jpg"', '"image" with the address of its image'],
	["datePublished", '"datePublished": "2026-03-14"', '"datePublished" with the day it was published'],
	["author.name", '"author": {"@type":"Person","name":"Ann"}', '"author" with who wrote it'],
	["offers.price", '"price": "24.50" in its offers', '"price" with the price as a number in its offers'],
	["offers.price as a number", '"price": "24.50" in its offers', '"price" with the price as a number in its offers'],
	[
		"offers.priceCurrency",
		'"priceCurrency": "EUR" in its offers',
		'"priceCurrency" with the currency as a 3-letter code in its offers',
	],
	["sku", '"sku"', '"sku"'],
])("%s", (path, known, unknown) => {
	expect(proposedProperty(PAGE, path)).toBe(known);
	expect(proposedProperty(BARE, path)).toBe(unknown);
});

test("a value too long to be pasted is described in words", () => {
	expect(proposedProperty(aPage({ digest: { headings: [aHeading(1, "x".repeat(300))] } }), "headline")).toBe(
		'"headline" with its headline',
	);
});

const PLACE = { at: "line 2, column 1", excerpt: "<title>" };
const nameOf = (host: string, digest: Partial<PageDigest>, title = "Welcome") =>
	shownName(aPage({ digest: { titles: [{ ...PLACE, text: title }], ...digest } }), parseTarget(host));

test("tags and data come first", () => {
	expect(nameOf("acme.com", { metas: [aMeta("og:site_name", " Acme Bindery ")] }, "Acme")).toBe("Acme Bindery");
	const nodes = [aNode(["Organization"], { name: ["Acme Ltd"] })];
	expect(nameOf("acme.com", { jsonLd: { blocks: [], nodes } })).toBe("Acme Ltd");
	expect(nameOf("acme.com", { metas: [aMeta("og:site_name", "acme.com")] }, "Acme | Books")).toBe("Acme");
});

test.each([
	["acme.com", "Books bound by hand | Acme Ltd.", "Acme Ltd."],
	["acme.com", "Acme – Books bound by hand", "Acme"],
	["voteforbooks.org", "Vote for Books!", "Vote for Books!"],
	["wxyz.org", "World Xylophone Youth Zoo (WXYZ)", "WXYZ"],
	["press.acme.org", "Acme Press", "Acme Press"],
	["buchbinderei-muller.de", "Buchbinderei Müller: Einbände", "Buchbinderei Müller"],
])("on %s, the title %j gives the name %j", (host, title, name) => {
	expect(nameOf(host, {}, title)).toBe(name);
});

test("comes from the link to the home page if the host confirms it", () => {
	const anchors = [anAnchor("/", "Home"), anAnchor("/index.html", "Acme Books"), anAnchor("/a", "acme books and more")];
	expect(nameOf("acmebooks.com", { anchors })).toBe("Acme Books");
});

test.each([
	["acme.com", "Home"],
	["acme.com", "Books bound by hand"],
	["acme.com", "acme.com"],
	["ab.com", "ab"],
])("on %s, the title %j gives no name", (host, title) => {
	expect(nameOf(host, {}, title)).toBeUndefined();
});

test("a block to paste cannot end its script, and makes no name up", () => {
	expect(namedBlock(aPage(), "WebSite", "</script>")).toContain('"name":"\\u003c/script>"');
	expect(namedBlock(aPage(), "Organization", undefined)).toContain('"name":"…","url":"https://example.com/"');
});
