import { expect, test } from "vitest";
import type { Sitemap } from "#evidence/evidence-map.ts";
import { pagesListed } from "./sitemap-pages.ts";

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
