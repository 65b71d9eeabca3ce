import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Observation, Page, Sitemap } from "../evidence-map.ts";
import { digestPage } from "../html/digest-page.ts";
import { chooseEvenly, sampleAddresses } from "./collect-depth.ts";

const HOME = "https://www.acme-shoes.com/";
const NO_SITEMAP = { state: "absent", url: `${HOME}sitemap.xml`, status: 404 } as const;

function homeWith(links: readonly string[], url = HOME): Page {
	const html = `<!doctype html><title>Acme</title>${links.map((href) => `<a href="${href}">x</a>`).join("")}`;
	const digest = digestPage({ body: new TextEncoder().encode(html), contentType: "text/html", url, truncated: false });
	const timings = { dns: 0, connect: 0, ttfb: 0, total: 0 };
	return { url, digest, response: { headers: {}, hops: [], encodedBytes: 0, timings } };
}

function sitemapOf(parts: Partial<Sitemap>): Observation<Sitemap> {
	const value: Sitemap = {
		declaredIn: "robots.txt",
		kind: "urlset",
		contentType: "application/xml",
		bytes: 100,
		count: 1,
		entries: [],
		child: null,
		faults: [],
		excerpt: "",
		...parts,
	};
	return { state: "found", url: `${HOME}sitemap.xml`, status: 200, value };
}

const entriesOf = (...paths: readonly string[]) => paths.map((path) => ({ loc: `${HOME}${path}`, lastmod: null }));

function addresses(links: readonly string[], sitemap: Observation<Sitemap> = NO_SITEMAP, home?: string): string[] {
	return sampleAddresses({ home: homeWith(links, home), sitemap }).map(({ url }) => url);
}

describe("sampleAddresses", () => {
	it("takes sitemap and links together, sorted, each once, without fragment", () => {
		const sitemap = sitemapOf({ entries: entriesOf("b", "a") });
		expect(addresses(["/c#top", "a", "/c?x=1"], sitemap)).toEqual(["a", "b", "c", "c?x=1"].map((path) => HOME + path));
	});

	it.each<[string, string]>([
		["another host", "https://acme-shoes.com/a"],
		["another port", "https://www.acme-shoes.com:8443/a"],
		["another scheme", "mailto:shop@acme-shoes.com"],
		["credentials", "https://me:secret@www.acme-shoes.com/a"],
		["the home page", "/"],
		["the home page, elsewhere on it", "/#shoes"],
		["the home page by its file", "/index.html"],
		["an action", "/cart?add-to-cart=17"],
		["signing out", "/logout"],
		["an address of Cloudflare's own", "/cdn-cgi/l/email-protection"],
		["a PDF", "/Catalogue.PDF?v=2"],
		["a picture", "/img/shoe.jpg"],
		["a feed", "/feed.xml"],
		["an endless address", `/${"a".repeat(2100)}`],
	])("leaves out %s", (_, link) => {
		expect(addresses([link, "/kept"])).toEqual([`${HOME}kept`]);
	});

	it("leaves out a link that is hidden", () => {
		const home = homeWith(['/trap" hidden id="', "/kept"]);
		expect(sampleAddresses({ home, sitemap: NO_SITEMAP }).map(({ url }) => url)).toEqual([`${HOME}kept`]);
	});

	it("keeps what looks like a file and is a page", () => {
		const links = ["/about.html", "/docs/v1.2", "/shop.php", "/sites/example.com"];
		expect(addresses(links)).toEqual(links.map((path) => new URL(path, HOME).href));
	});

	it("asks in the scheme in which the home page came", () => {
		expect(addresses(["http://www.acme-shoes.com/a", "https://www.acme-shoes.com/a"])).toEqual([`${HOME}a`]);
		const plain = "http://www.acme-shoes.com/";
		expect(addresses(["https://www.acme-shoes.com/a"], NO_SITEMAP, plain)).toEqual([`${plain}a`]);
	});

	it("stays where the home page has landed", () => {
		const there = "https://shop.acme-shoes.com/de/";
		expect(addresses(["/de/", "a", `${HOME}b`], NO_SITEMAP, there)).toEqual([`${there}a`]);
	});

	it("reads the pages of an index from its first child", () => {
		const child = { url: `${HOME}a.xml`, status: 200, kind: "urlset", count: 1, entries: entriesOf("page") };
		const index = { kind: "index", entries: entriesOf("maps/1"), child } as const;
		expect(addresses([], sitemapOf(index))).toEqual([`${HOME}page`]);
		expect(addresses([], sitemapOf({ ...index, child: null }))).toEqual([]);
		expect(addresses([], sitemapOf({ ...index, child: { ...child, kind: "index" } }))).toEqual([]);
	});

	it("considers the first 200 links", () => {
		const links = Array.from({ length: 300 }, (_, index) => `/${index}`);
		expect(addresses([...links, ...links])).toEqual(
			links
				.slice(0, 200)
				.map((path) => HOME + path.slice(1))
				.sort(),
		);
	});

	it("does not depend on the order of sitemap and links", () => {
		const paths = ["a", "b/1", "b/2", "c?x=1", "d/e/f", "g"];
		fc.assert(
			fc.property(fc.shuffledSubarray(paths), fc.shuffledSubarray(paths), (linked, listed) => {
				const seen = addresses(
					linked.map((path) => `/${path}`),
					sitemapOf({ entries: entriesOf(...listed) }),
				);
				const all = new Set([...linked, ...listed]);
				expect(seen).toEqual(paths.filter((path) => all.has(path)).map((path) => HOME + path));
			}),
		);
	});
});

const at = (...paths: readonly string[]) => paths.map((path) => HOME + path);
const choose = (urls: readonly string[], count: number) =>
	chooseEvenly(
		urls.map((url) => ({ url, from: ["home"] })),
		count,
	).map(({ url }) => url);
const numbered = (kind: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${kind}/${String(index).padStart(3, "0")}`);

it("tells where each address is named", () => {
	const sitemap = sitemapOf({ entries: entriesOf("a", "b") });
	const named = sampleAddresses({ home: homeWith(["/b", "/c"], undefined), sitemap });
	expect(named.map(({ url, from }) => [url.replace(HOME, ""), ...from])).toEqual([
		["a", "sitemap"],
		["b", "sitemap", "home"],
		["c", "home"],
	]);
});

describe("chooseEvenly", () => {
	test.each<[string, readonly string[], number, readonly string[]]>([
		["all there are", ["a", "b/1", "b/2"], 24, ["a", "b/1", "b/2"]],
		["nothing of nothing", [], 24, []],
		["one of each kind first, whatever their size", ["a", ...numbered("blog", 90), "c"], 3, ["a", "blog/000", "c"]],
		[
			"what is left from where there is more",
			["a", ...numbered("blog", 90)],
			4,
			["a", "blog/000", "blog/030", "blog/060"],
		],
		["kinds at even distances where there are too many", ["a", "b", "c", "d", "e", "f"], 3, ["a", "c", "e"]],
		["kinds in turn", ["a/1", "a/2", "b/1", "b/2"], 4, ["a/1", "b/1", "a/2", "b/2"]],
	])("takes %s", (_, paths, count, chosen) => {
		expect(choose(at(...paths), count)).toEqual(at(...chosen));
	});

	it("takes as many as asked for, each once, and as many of each kind as fit", () => {
		const kinds = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "d", "e"), fc.nat(40)), {
			selector: ([kind]) => kind,
		});
		fc.assert(
			fc.property(kinds, fc.nat(60), (sizes, count) => {
				const all = at(...sizes.flatMap(([kind, size]) => numbered(kind, size))).sort();
				const chosen = choose(all, count);
				expect(chosen).toHaveLength(Math.min(count, all.length));
				expect(new Set(chosen).size).toBe(chosen.length);
				const taken = sizes.map(([kind, size]) => [
					chosen.filter((url) => url.startsWith(`${HOME}${kind}/`)).length,
					size,
				]);
				const most = Math.max(0, ...taken.map(([some = 0]) => some));
				for (const [some = 0, size = 0] of taken) expect(some).toBeGreaterThanOrEqual(Math.min(size, most - 1));
			}),
		);
	});
});
