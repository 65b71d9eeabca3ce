import { expect, test } from "vitest";
import type { PageVisit, Sitemap, SitePages } from "#evidence/evidence-map.ts";
import { absent, aPage, ask, aVisit, found, HOME } from "../page.testkit.ts";
import { sitemapHygiene } from "./sitemap-hygiene.ts";

const PATHS = Array.from({ length: 10 }, (_, index) => `/p${index}`);

function aSitemap(urls: readonly string[]): Sitemap {
	const entries = urls.map((loc) => ({ loc, lastmod: null }));
	const rest = { contentType: "application/xml", bytes: 100, child: null, faults: [], excerpt: "" };
	return { declaredIn: "robots.txt", kind: "urlset", count: urls.length, entries, ...rest } as Sitemap;
}

interface Scene {
	/** Replace the first visits. */
	readonly visits?: readonly PageVisit[];
	readonly listed?: readonly string[];
}

function judge({ visits = [], listed = PATHS.map((path) => new URL(path, HOME).href) }: Scene) {
	const named = new Set(visits.map(({ url }) => url));
	const others = PATHS.map((path) => aVisit(path)).filter(({ url }) => !named.has(url));
	return ask(sitemapHygiene, {
		home: found(aPage()),
		sitemap: found(aSitemap(listed), `${HOME}sitemap.xml`),
		visits: found<readonly PageVisit[]>([...visits, ...others]),
	});
}

test.each<[string, Scene, string]>([
	["all final and open", {}, "pass"],
	["one redirects", { visits: [aVisit("/p0", { hops: 1, end: `${HOME}p1` })] }, "partial"],
	["one is gone", { visits: [aVisit("/p0", { status: 404 })] }, "partial"],
	["a soft 404", { visits: [aVisit("/p0", { softNotFound: true })] }, "partial"],
	["one lies elsewhere", { listed: [`${HOME}p1`, "https://other.example/"] }, "partial"],
	["a third redirects", { visits: ["/p0", "/p1", "/p2"].map((path) => aVisit(path, { hops: 1, end: HOME })) }, "fail"],
	["a challenge says nothing", { visits: [aVisit("/p0", { status: null, failure: "challenged" })] }, "pass"],
	["no entries", { listed: [] }, "not-applicable"],
])("%s", (_, scene, outcome) => {
	expect(judge(scene).outcome).toBe(outcome);
});

test("names what stains it", () => {
	expect(judge({ visits: [aVisit("/p0", { status: 404 })] })).toMatchObject({
		says: "We checked 10 addresses of the sitemap. 1 (10 %) should not be listed: https://example.com/p0 returns 404.",
		fix: expect.stringContaining("https://example.com/p0 from https://example.com/sitemap.xml,"),
	});
});

test("of many addresses those at fault are kept, and the others are counted", () => {
	const pages = found({ listed: 1_000 } as SitePages);
	const evidence = {
		home: found(aPage()),
		sitemap: found(aSitemap([HOME])),
		visits: found([aVisit("/p0", { status: 404 })]),
		pages,
	};
	expect(ask(sitemapHygiene, evidence)).toMatchObject({
		outcome: "pass",
		says: expect.stringContaining("1000 addresses"),
	});
});

test("a listed copy is a stain", () => {
	expect(judge({ visits: [aVisit("/p0", { unindexed: "canonical" })] }).says).toContain(
		"names another page as canonical",
	);
});

test("without a sitemap there is nothing to keep clean", () => {
	const evidence = { home: found(aPage()), visits: found([]) };
	expect(ask(sitemapHygiene, { ...evidence, sitemap: absent() }).outcome).toBe("not-applicable");
});
