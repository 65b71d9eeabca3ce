import { describe, expect, test } from "vitest";
import type { Sitemap } from "#evidence/evidence-map.ts";
import { aLink, aPage, HOME } from "../page.testkit.ts";
import { annotationsIn, annotationsOf, countLanguages, namesItself, type Stated } from "./hreflang.ts";
import { addressKey } from "./site-addresses.ts";

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

const DE = "https://example.com/de/";
function stated(url: string, versions: Readonly<Record<string, string>>, canonical?: string): Stated {
	const named = Object.entries(versions).map(([code, href]) => ({ ...aLink("alternate", href), hreflang: code }));
	const links = canonical === undefined ? named : [...named, aLink("canonical", canonical)];
	const page = aPage({ url, digest: { links } });
	return { page, annotations: annotationsOf(page) };
}

test("a page names itself by its address, or by its canonical one", () => {
	expect(namesItself(stated(HOME, { en: "https://www.example.com" }))).toBe(true);
	expect(namesItself(stated(HOME, { en: "https://example.com/start" }, "https://example.com/start"))).toBe(true);
	expect(namesItself(stated(HOME, { de: DE }))).toBe(false);
	expect(namesItself(stated(HOME, { en: "/" }))).toBe(false);
});

test("languages are those named, and that of the page that names them", () => {
	const count = (each: Stated) => countLanguages(each.annotations, each);
	expect(count(stated(HOME, { en: HOME, "x-default": HOME }))).toBe(1);
	expect(count(stated(HOME, { "en-GB": HOME, "en-US": DE }))).toBe(2);
	// The testkit's pages are English.
	expect(count(stated(HOME, { de: DE }))).toBe(2);
	expect(count(stated(HOME, {}))).toBe(0);
});
