import { describe, expect, test } from "vitest";
import type { Sitemap } from "#evidence/evidence-map.ts";
import { aLink, aPage } from "../page.testkit.ts";
import { addressKey, annotationsIn, annotationsOf } from "./hreflang-annotations.ts";

describe("annotations of a page", () => {
	test("stand in its head and in the Link header", () => {
		const links = [
			{ ...aLink("alternate", "https://example.com/de/"), hreflang: " de " },
			{ ...aLink("alternate", "/fr/"), hreflang: "fr" },
			{ ...aLink("alternate", "https://example.com/it/", false), hreflang: "it" },
			{ ...aLink("alternate stylesheet", "/s.css"), hreflang: "en" },
			aLink("alternate", "/feed.xml"),
		];
		const link =
			'<https://example.com/es/>; rel="alternate"; hreflang="es", </pt/>;hreflang=pt;rel=alternate, </x>; rel=next; hreflang=nl';
		expect(
			annotationsOf(aPage({ headers: { link }, digest: { links } })).map(({ hreflang, url }) => [hreflang, url]),
		).toEqual([
			["de", "https://example.com/de/"],
			["fr", null],
			["es", "https://example.com/es/"],
			["pt", null],
		]);
	});
});

test.each([
	[" HTTPS://Example.com/de ", "https://example.com/de"],
	["/de/", null],
	["//example.com/de/", null],
	["ftp://example.com/de/", null],
	["https://", null],
])("the address %j is read as %j", (href, url) => {
	const links = [{ ...aLink("alternate", href), hreflang: "de" }];
	expect(annotationsOf(aPage({ digest: { links } }))[0]?.url).toBe(url);
});

test("annotations in a sitemap are found by the page they are about", () => {
	const entries = [
		{
			loc: "https://www.example.com/",
			lastmod: null,
			alternates: [{ hreflang: "de", href: "https://example.com/de/" }],
		},
		{ loc: "https://example.com/b", lastmod: null },
	];
	const map = { kind: "urlset", entries, child: null } as unknown as Sitemap;
	const found = annotationsIn(map, "https://example.com/sitemap.xml");
	expect([...found.keys()]).toEqual(["example.com"]);
	expect(found.get("example.com")?.[0]).toMatchObject({ hreflang: "de", url: "https://example.com/de/" });
	const index = {
		kind: "index",
		entries: [],
		child: { url: "https://example.com/1.xml", kind: "urlset", entries },
	} as unknown as Sitemap;
	expect(annotationsIn(index, "https://example.com/sitemap.xml").get("example.com")?.[0]?.exhibits[0]?.url).toBe(
		"https://example.com/1.xml",
	);
});

test.each([
	["https://www.example.com/a/", "http://example.com/a"],
	["https://example.com/a/index.html", "https://example.com/a"],
	["https://example.com/#x", "https://example.com"],
])("%s and %s are one page", (one, other) => {
	expect(addressKey(one)).toBe(addressKey(other));
});

test("a query makes another page", () => {
	expect(addressKey("https://example.com/?l=de")).not.toBe(addressKey("https://example.com/"));
});
