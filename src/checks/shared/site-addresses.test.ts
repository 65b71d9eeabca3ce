import { expect, test } from "vitest";
import type { Sitemap } from "#evidence/evidence-map.ts";
import { cleanAddress, hostOf, isOwnRoot, isSamePage, pagesListed, segmentsOf } from "./site-addresses.ts";

const BASE = "https://www.a.example/shop/";

test("a host, with www taken off", () => {
	expect(hostOf("https://www.b.example/x", BASE)).toBe("b.example");
	expect(hostOf("../x", BASE)).toBe("a.example");
	expect(hostOf("https://", BASE)).toBe("");
});

test.each(["https://a.example", "http://www.a.example/", "/", "/index.html", "https://a.example/#top"])(
	"%s is the site's root",
	(address) => {
		expect(isOwnRoot(address, BASE)).toBe(true);
	},
);

test.each(["https://b.example/", "/about", "https://"])("%s is not", (address) => {
	expect(isOwnRoot(address, BASE)).toBe(false);
});

test("one page under several addresses", () => {
	expect(isSamePage("/about/", "https://a.example/about/index.html#us", BASE)).toBe(true);
	expect(isSamePage("/about/", "/about/?page=2", BASE)).toBe(false);
	expect(isSamePage("/about/", "https://b.example/about/", BASE)).toBe(false);
	expect(isSamePage("https://", "https://", BASE)).toBe(false);
});

test("segments without an index file", () => {
	expect(segmentsOf("/a//b/index.php?x=1", BASE)).toEqual(["a", "b"]);
	expect(segmentsOf("/a/indexes", BASE)).toEqual(["a", "indexes"]);
});

const AT = "https://example.com/sitemap.xml";
const CHILD = "https://example.com/1.xml";
const entries = [{ loc: "https://example.com/", lastmod: null }];
const child = { url: CHILD, status: 200, kind: "urlset", count: 1, entries };
const list = (parts: Partial<Sitemap>) =>
	pagesListed({ kind: "urlset", entries, child: null, ...parts } as Sitemap, AT);

test("a sitemap lists pages itself, an index by its first sitemap", () => {
	expect(list({})).toEqual({ url: AT, entries });
	expect(list({ kind: "index", child })).toEqual({ url: CHILD, entries });
});

test.each<[string, Partial<Sitemap>]>([
	["a feed", { kind: "feed" }],
	["an index whose first sitemap was not seen", { kind: "index" }],
	["an index of indexes", { kind: "index", child: { ...child, kind: "index" } }],
])("%s lists none", (_, parts) => {
	expect(list(parts).entries).toEqual([]);
});

test.each([
	["https://a.example/index.html", "https://a.example/"],
	["https://a.example/shop/index.php#top", "https://a.example/shop/"],
	["https://a.example/Default.aspx", "https://a.example/"],
	["https://a.example/?utm_source=x&gclid=1", "https://a.example/"],
	["https://a.example/index.php?page=2", "https://a.example/index.php?page=2"],
	["https://a.example/about.html", "https://a.example/about.html"],
])("the clean address of %s is %s", (address, clean) => {
	expect(cleanAddress(address)).toBe(clean);
});
