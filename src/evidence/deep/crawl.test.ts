import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isFailure } from "#core/failure.ts";
import { parseTarget } from "#core/target.ts";
import type { HttpClient, HttpResponse } from "#net/http-client.ts";
import { collectHome, inputOf, instantRefresh, pageOf } from "../collect-home.ts";
import type { Page, PageVisit } from "../evidence-map.ts";
import { FakeSite, type Reply, TOO_LATE, text, to } from "../fake-site.testkit.ts";
import { collectSitemap, readListed } from "../files/collect-sitemap.ts";
import { readHere } from "../reading/readers.ts";
import { crawlRequests, limitsOf, SiteSource } from "../site/site-source.ts";
import { Crawl, type CrawledPage, chooseEvenly, type EarlierPage, type SeenPage, usableAddress } from "./crawl.ts";

const HOST = "www.acme-shoes.com";
const HOME = `https://${HOST}/`;
const PAGE = "<!doctype html><title>Acme</title><p>Shoes";

describe("usableAddress", () => {
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
	])("skips %s", (_, link) => {
		expect(usableAddress(new URL(link, HOME).href, new URL(HOME))).toBeUndefined();
	});

	it("keeps pages that look like files", () => {
		for (const path of ["about.html", "docs/v1.2", "shop.php", "sites/example.com", "c?x=1"])
			expect(usableAddress(HOME + path, new URL(HOME))).toBe(HOME + path);
	});

	it("uses the home page's scheme, without fragment", () => {
		expect(usableAddress(`http://${HOST}/a#top`, new URL(HOME))).toBe(`${HOME}a`);
		expect(usableAddress(`${HOME}a`, new URL(`http://${HOST}/`))).toBe(`http://${HOST}/a`);
	});
});

const at = (...paths: readonly string[]) => paths.map((path) => HOME + path);
const choose = (urls: readonly string[], count: number) =>
	chooseEvenly(
		urls.map((url) => ({ url, from: ["home"], linkedFrom: null })),
		count,
	).map(({ url }) => url);
const numbered = (kind: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${kind}/${String(index).padStart(3, "0")}`);

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

	it("takes the requested number, deduplicated and balanced between kinds", () => {
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

type Replies = Readonly<Record<string, Reply | string>>;

interface Options {
	/** A folder has no pacing, which makes tests fast. */
	readonly kind?: "network" | "folder";
	/** Links of the home page; by default all addresses. */
	readonly links?: readonly string[];
	readonly pages?: number;
	readonly earlier?: (url: string) => EarlierPage | undefined;
	readonly onAsk?: (url: string, headers?: Readonly<Record<string, string>>) => void;
}

const pathOf = (url: string) => url.replace(HOME, "/");

async function crawl(
	replies: Replies,
	{ kind = "folder", links = Object.keys(replies), pages = 25, earlier, onAsk }: Options = {},
) {
	const anchors = links.map((path) => `<a href="${path}">x</a>`).join("");
	const absolute = Object.entries(replies).map(([key, reply]) => [new URL(key, HOME).href, reply] as const);
	const site = new FakeSite({ [HOME]: `${PAGE}${anchors}`, ...Object.fromEntries(absolute) });
	const signal = site.deadline();
	const reader = { read: readHere };
	const client: HttpClient = {
		get(url, limits) {
			onAsk?.(url.href, limits?.headers);
			return site.get(url, limits);
		},
	};
	const source = SiteSource.open({ kind, client, reader, host: HOST, signal, limits: limitsOf("deep", pages) });
	const { page: home } = await collectHome(source, parseTarget(HOST));
	if (home.state !== "found") throw new Error("There is a home page.");
	const absent = { state: "absent", url: HOME, status: 404 } as const;
	const sitemap = await collectSitemap({ source, base: HOME, hosts: [HOST], robots: absent });
	const before = site.requests.length;
	const paced = source.crawl(crawlRequests(pages));
	const listed = await readListed(paced, { robots: absent, sitemap });
	const read = async (html: HttpResponse) => crawled(pageOf(html, await readHere("page", inputOf(html))));
	const crawling = { source: paced, home: home.value, listed, pages: pages - 1, randomPath: absent };
	const reading = new Crawl({ ...crawling, read, earlier });
	const seen: SeenPage<Page>[] = [];
	let refused: string | undefined;
	try {
		for await (const each of reading.pages()) {
			seen.push(each);
			const found = each.page?.digest.anchors.flatMap(({ url }) => url ?? []) ?? [];
			reading.follow(found, each.visit.end);
		}
	} catch (error) {
		if (!isFailure(error)) throw error;
		refused = error.message;
	}
	const urls = seen.flatMap(({ page }) => (page ? [pathOf(page.url)] : [])).toSorted();
	return { seen, urls, refused, reading, asked: site.requests.slice(before).map(pathOf), site };
}

function crawled(page: Page): CrawledPage<Page> {
	const moved = instantRefresh(page)?.next.href;
	return moved === undefined ? { page, fingerprint: page.digest.text.fingerprint } : { moved };
}

const many = (count: number, reply: Reply | string) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`/p${String(index).padStart(2, "0")}`, reply]));

describe("which pages", () => {
	it("reads pages of home page and sitemap, sorted by address", async () => {
		const listed = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${HOME}a</loc></url></urlset>`;
		const { urls, seen } = await crawl({ "/b": PAGE, "/c": PAGE, "/sitemap.xml": text(listed), "/a": PAGE });
		expect(urls).toEqual(["/a", "/b", "/c"]);
		expect(seen[0]).toMatchObject({
			visit: { from: ["sitemap", "home"] },
			page: { digest: { titles: [{ text: "Acme" }] } },
		});
	});

	it("reads at most 24 pages, the same ones for any order of links and responses", async () => {
		const forwards = many(40, PAGE);
		const backwards = Object.fromEntries(
			Object.entries(forwards)
				.toReversed()
				.map(([path, body], index) => [path, { body: String(body), delay: index % 7 }]),
		);
		const first = await crawl(forwards);
		expect(first.urls).toHaveLength(24);
		expect(first.asked).toHaveLength(24);
		const second = await crawl(backwards);
		expect(JSON.stringify(second.seen)).toBe(JSON.stringify(first.seen));
	});

	it("skips other files, errors and failures", async () => {
		const replies: Replies = {
			"/good": PAGE,
			"/error": { status: 500, body: PAGE },
			"/data": { body: "{}", headers: { "content-type": "application/json" } },
			"/broken": { failure: "connection-failed" },
		};
		const { urls, asked } = await crawl(replies, { links: [...Object.keys(replies), "/missing"] });
		expect(urls).toEqual(["/good"]);
		expect(asked.toSorted()).toEqual(["/broken", "/data", "/error", "/good", "/missing"]);
	});

	it("reads a page with several addresses once, and neither the home page nor another host", async () => {
		const { urls } = await crawl({
			"/old": to("/new"),
			"/new": PAGE,
			"/start": to("/"),
			"/away": to("https://other.example.com/"),
			"https://other.example.com/": PAGE,
		});
		expect(urls).toEqual(["/new"]);
	});

	it("treats an instant refresh as a redirect, and reads its target", async () => {
		const refresh = '<!doctype html><title>Moved</title><meta http-equiv="refresh" content="0; url=/new">';
		const { urls, seen } = await crawl({ "/old": refresh, "/new": PAGE }, { links: ["/old"] });
		expect(urls).toEqual(["/new"]);
		expect(seen[0]).toMatchObject({ visit: { url: `${HOME}old`, end: `${HOME}new`, hops: 1 } });
	});

	it("ignores invalid addresses in a sitemap", async () => {
		const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>http://[</loc></sitemap><sitemap><loc>${HOME}1.xml</loc></sitemap></sitemapindex>`;
		const list = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://[</loc></url><url><loc>${HOME}a</loc></url></urlset>`;
		const { urls } = await crawl({ "/sitemap.xml": text(index), "/1.xml": text(list), "/a": PAGE }, { links: [] });
		expect(urls).toEqual(["/a"]);
	});

	it("finds nothing without links", async () => {
		expect((await crawl({})).seen).toEqual([]);
	});
});

describe("robots.txt", () => {
	it("obeys the default group, after redirects too, and chooses among allowed pages", async () => {
		const robots = text("User-agent: *\nDisallow: /p\nDisallow: /private");
		const { urls, asked } = await crawl({
			"/robots.txt": robots,
			...many(30, PAGE),
			"/go": to("/private"),
			"/a": PAGE,
		});
		expect(urls).toEqual(["/a"]);
		expect(asked.toSorted()).toEqual(["/a", "/go"]);
	});

	it("obeys its own group instead of the default group", async () => {
		const robots = text("User-agent: *\nDisallow: /\n\nUser-agent: SightlineBot\nDisallow: /b");
		expect((await crawl({ "/robots.txt": robots, "/a": PAGE, "/b": PAGE })).urls).toEqual(["/a"]);
	});

	it.each<[string, Reply, RegExp]>([
		["closes everything", text("User-agent: *\nDisallow: /"), /asks all crawlers not to fetch \/a\. Line 2 says/],
		["answers 503", { status: 503 }, /could not be read, .+ It answers 503\./],
		["cannot be had", { failure: "headers-timeout" }, /could not be read/],
	])("requests nothing if it %s", async (_, reply, reason) => {
		const { refused, asked } = await crawl({ "/robots.txt": reply, "/a": PAGE }, { kind: "network" });
		expect(refused).toMatch(reason);
		expect(asked).toEqual([]);
	});

	it.each([404, 403])("treats %i as no robots.txt", async (status) => {
		expect((await crawl({ "/robots.txt": { status }, "/a": PAGE })).urls).toEqual(["/a"]);
	});
});

describe("limits", () => {
	it("keeps pages read before the site asked to wait", async () => {
		const waits: Reply = { status: 429, headers: { "retry-after": "60" } };
		const started = performance.now();
		const { urls, asked } = await crawl({ "/a": PAGE, "/b": waits, ...many(20, PAGE) }, { kind: "network" });
		expect(urls).toEqual(["/a"]);
		expect(asked).toEqual(["/a", "/b"]);
		// Skipped requests wait for no turn.
		expect(performance.now() - started).toBeLessThan(3000);
	});

	it("keeps pages read before the deadline", async () => {
		const slow: Replies = { "/a": PAGE, "/b": { delay: TOO_LATE }, "/c": { delay: TOO_LATE }, "/d": PAGE };
		const { urls, asked } = await crawl(slow);
		expect(urls).toEqual(["/a"]);
		expect(asked.slice(0, 3)).toEqual(["/a", "/b", "/c"]);
	});

	it("has at most 2 requests in flight, and starts one every 250 ms", async () => {
		const started = performance.now();
		const { urls, site } = await crawl(many(4, PAGE), { kind: "network" });
		expect(urls).toHaveLength(4);
		expect(performance.now() - started).toBeGreaterThan(740);
		expect(site.busiest).toBeLessThanOrEqual(2);
	});

	it("spends at most 3 requests per page, without carrying over", async () => {
		const chain = { "/1": to("/2"), "/2": to("/3"), "/3": to("/4"), "/4": PAGE };
		const { seen, asked } = await crawl(chain, { links: ["/1", "/2"] });
		expect(seen).toMatchObject([
			{ visit: { failure: "request-budget" } },
			{ page: { url: `${HOME}4`, response: { hops: [{}, {}] } } },
		]);
		expect(asked.toSorted()).toEqual(["/1", "/2", "/3", "/4"]);
	});
});

const WORDS = "We make shoes by hand from leather that lasts for many years of walking in town and country.";
const linksTo = (...paths: readonly string[]) =>
	`${PAGE}<p>${WORDS}${paths.map((path) => `<a href="${path}">x</a>`).join("")}`;

describe("rounds", () => {
	it("follows links breadth first, up to the requested number of pages", async () => {
		const site = { "/a": linksTo("/c", "/b"), "/b": linksTo("/d"), "/c": PAGE, "/d": linksTo("/") };
		const whole = await crawl(site, { links: ["/a"] });
		expect(whole.asked).toEqual(["/a", "/b", "/c", "/d"]);
		expect(whole.reading).toMatchObject({ isWhole: true, known: 4 });
		const some = await crawl(site, { links: ["/a"], pages: 3 });
		expect(some.asked).toEqual(["/a", "/b"]);
		expect(some.reading.isWhole).toBe(false);
	});

	it("records where each address is linked", async () => {
		const { seen } = await crawl({ "/a": linksTo("/b"), "/b": PAGE }, { links: ["/a"] });
		expect(seen.map(({ visit }) => visit)).toMatchObject([
			{ url: `${HOME}a`, from: ["home"], linkedFrom: HOME, status: 200, hops: 0, end: `${HOME}a`, failure: null },
			{ url: `${HOME}b`, from: ["page"], linkedFrom: `${HOME}a` },
		]);
	});

	it("reads all sitemaps of an index, compressed ones too", async () => {
		const list = (from: number) =>
			`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from({ length: 80 }, (_, index) => `<url><loc>${HOME}p${from + index}</loc></url>`).join("")}</urlset>`;
		const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${HOME}1.xml</loc></sitemap><sitemap><loc>${HOME}2.xml</loc></sitemap></sitemapindex>`;
		const { reading } = await crawl(
			{ "/sitemap.xml": text(index), "/1.xml": text(list(0)), "/2.xml": text(list(80)) },
			{ links: [], pages: 200 },
		);
		expect(reading.known).toBe(160);
	});
});

describe("traps", () => {
	test.each<[string, (n: number) => string, RegExp]>([
		["a path that repeats itself", (n) => "/x/y".repeat(n + 1), /addresses repeat/],
		["sessions", (n) => `/s?id=${n}`, /have the same text|differ in their query/],
		["a calendar", (n) => `/calendar/${n}`, /have the same text|100 links away/],
	])("%s ends, and is reported", async (_, pathAt, why) => {
		const replies: Replies = Object.fromEntries(
			Array.from({ length: 700 }, (_, n) => [pathAt(n), linksTo(pathAt(n + 1))]),
		);
		const { reading, asked } = await crawl(replies, { links: [pathAt(0)], pages: 5_000 });
		expect(asked.length).toBeLessThan(550);
		expect(reading.left.map((each) => each.why).join()).toMatch(why);
		expect(reading.isWhole).toBe(false);
	});

	it.each(["/dead/", "/dead-"])("gives up addresses such as %s1 of which a hundred are dead", async (path) => {
		const links = Array.from({ length: 400 }, (_, n) => `${path}${n}`);
		const { reading, asked } = await crawl({ "/shoes/good": PAGE }, { links: [...links, "/shoes/good"], pages: 5_000 });
		expect(asked.length).toBeLessThan(120);
		expect(asked).toContain("/shoes/good");
		expect(reading.left[0]?.why).toMatch(/answer with an error\. \d+ more were not read/);
	});
});

describe("earlier pages", () => {
	const visit = (path: string) => ({
		url: HOME + path,
		from: [],
		linkedFrom: null,
		status: 200,
		failure: null,
		end: HOME + path,
		hops: 0,
		softNotFound: false,
	});
	const etag = (path: string) => ({ isPage: true, visit: visit(path), validators: { etag: '"1"' }, fingerprint: [] });

	it("does not request pages of a resumed audit, and others conditionally", async () => {
		const site: Replies = { "/a": PAGE, "/b": { status: 304 }, "/c": PAGE };
		const earlier = (url: string): EarlierPage | undefined => {
			if (url === `${HOME}a`) return { ...etag("a"), isOwn: true };
			return url === `${HOME}b` ? { ...etag("b"), isOwn: false } : undefined;
		};
		const { seen, asked } = await crawl(site, { earlier });
		expect(asked).toEqual(["/b", "/c"]);
		expect(seen.map(({ unchanged, page }) => [unchanged, page?.url])).toEqual([
			[true, undefined],
			[true, undefined],
			[undefined, `${HOME}c`],
		]);
	});

	it("does not request pages with an unchanged lastmod", async () => {
		const list = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${HOME}a</loc><lastmod>2026-01-01</lastmod></url><url><loc>${HOME}b</loc><lastmod>2026-02-02</lastmod></url></urlset>`;
		const earlier = (url: string) => ({
			isOwn: false,
			isPage: true,
			visit: visit(pathOf(url).slice(1)),
			validators: { listed: "2026-01-01" },
			fingerprint: [],
		});
		const { asked, seen } = await crawl({ "/sitemap.xml": text(list), "/a": PAGE, "/b": PAGE }, { links: [], earlier });
		expect(asked).toEqual(["/b"]);
		expect(seen.map(({ unchanged }) => unchanged)).toEqual([true, undefined]);
	});

	const HEADERS = { "content-type": "text/html", "last-modified": "Mon, 02 Nov 2026 10:00:00 GMT" };
	const same: Reply = { body: PAGE, headers: { ...HEADERS, date: "another one" } };
	const before = (url: string): EarlierPage | undefined =>
		url === `${HOME}a`
			? {
					isOwn: false,
					isPage: true,
					visit: visit("a"),
					validators: { sha256: hash("sha256", PAGE, "hex"), headers: HEADERS },
					fingerprint: [],
				}
			: undefined;

	it("does not rejudge a page that differs only in its date", async () => {
		const { seen } = await crawl({ "/a": same }, { earlier: before });
		expect(seen).toMatchObject([{ unchanged: true, visit: { status: 200 } }]);
	});

	it.each<[string, Replies, Partial<PageVisit>, boolean]>([
		["an error now", { "/a": { ...same, status: 404 } }, { status: 404 }, false],
		["behind a redirect now", { "/a": to("/b"), "/b": same }, { status: 200, hops: 1, end: `${HOME}b` }, true],
		["closed to search now", { "/a": { ...same, headers: { ...HEADERS, "x-robots-tag": "noindex" } } }, {}, true],
		["open to search again", { "/a": { ...same, headers: { "content-type": "text/html" } } }, {}, true],
		["plain text now", { "/a": { ...same, headers: { "content-type": "text/plain" } } }, { failure: null }, false],
		["moved unchanged", { "/a": to("/b"), "/b": { status: 304 } }, { end: `${HOME}b` }, false],
	])("rejudges a page with the same bytes that is %s", async (_, site, expected, isPage) => {
		const { seen } = await crawl(site, { links: ["/a"], earlier: before });
		expect(seen[0]).toMatchObject({ visit: expected });
		expect(seen[0]?.unchanged).toBeUndefined();
		expect(seen[0]?.page !== undefined).toBe(isPage);
	});

	it("sends conditions only to the address that gave the validators, not to redirect targets", async () => {
		const sent: unknown[] = [];
		const site = { "/a": to("/b"), "/b": same };
		const { seen } = await crawl(site, {
			links: ["/a"],
			earlier: (url) => {
				const page = before(url);
				return page && { ...page, validators: { ...page.validators, etag: '"1"' } };
			},
			onAsk: (url, headers) => {
				if (/\/[ab]$/.test(url)) sent.push([pathOf(url), headers?.["if-none-match"]]);
			},
		});
		expect(sent).toEqual([
			["/a", '"1"'],
			["/b", undefined],
		]);
		expect(seen[0]?.unchanged).toBeUndefined();
	});
});
