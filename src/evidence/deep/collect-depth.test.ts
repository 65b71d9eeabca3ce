import { describe, expect, it } from "vitest";
import { parseTarget } from "#core/target.ts";
import { collectHome } from "../collect-home.ts";
import { notShown } from "../evidence-map.ts";
import { FakeSite, type Reply, TOO_LATE, text, to } from "../fake-site.testkit.ts";
import { collectSitemap } from "../files/collect-sitemap.ts";
import { HOME, openSource, TARGET } from "../open-source.testkit.ts";
import { readHere } from "../reading/readers.ts";
import { limitsOf, SiteSource, sampleRequests } from "../site/site-source.ts";
import { collectDepth, collectSample, type DeepLook, noDepth } from "./collect-depth.ts";

const NOWHERE = { state: "absent", url: HOME, status: 404 } as const;
const DEPTH: DeepLook = { mode: "deep", pages: 25, browser: undefined, browserAgent: "Chrome/140 (SightlineBot)" };
const sameAs = (...urls: readonly string[]) =>
	`<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", "@type": "Organization", name: "Acme", sameAs: urls })}</script>`;

async function look(replies: Readonly<Record<string, Reply | string>>, kind: "network" | "folder" = "network") {
	const { site, source } = openSource(replies, kind, limitsOf("deep"));
	const { page: home } = await collectHome(source, TARGET);
	const randomPath = { state: "absent", url: `${HOME}x`, status: 404 } as const;
	return { site, seen: await collectDepth({ depth: DEPTH, source, home, sitemap: NOWHERE, randomPath }) };
}

describe("collectDepth", () => {
	it("tells of every address that it asked for, also of those that are no page", async () => {
		const links = ["/a", "/gone", "/moved", "/data"].map((path) => `<a href="${path}">x</a>`).join("");
		const { seen } = await look({
			[HOME]: links,
			[`${HOME}a`]: "<title>A</title>",
			[`${HOME}moved`]: to("/a"),
			[`${HOME}data`]: { body: "{}", headers: { "content-type": "application/json" } },
		});
		expect(seen.visits).toMatchObject({
			state: "found",
			value: [
				{ url: `${HOME}a`, from: ["home"], linkedFrom: HOME, status: 200, hops: 0, end: `${HOME}a`, failure: null },
				{ url: `${HOME}data`, status: 200 },
				{ url: `${HOME}gone`, status: 404 },
				{ url: `${HOME}moved`, status: 200, hops: 1, end: `${HOME}a` },
			],
		});
		expect(seen.sample).toMatchObject({ state: "found", value: [{ url: `${HOME}a` }] });
	});

	it("asks for the home page again, and with a browser's name that still names us", async () => {
		const { seen } = await look({
			[HOME]: { body: "<title>One</title>", when: { again: "<title>Two</title>", browser: "<title>Three</title>" } },
		});
		expect(seen.homeAgain).toMatchObject({ state: "found", value: { digest: { titles: [{ text: "Two" }] } } });
		expect(seen.homeAsBrowser).toMatchObject({ state: "found", value: { digest: { titles: [{ text: "Three" }] } } });
	});

	it("looks where sameAs leads, on other hosts only, six at most", async () => {
		const urls = [
			"https://a.example/me",
			"https://gone.example/me",
			"https://no.example/",
			`${HOME}me`,
			"mailto:a@b.example",
		];
		const { seen, site } = await look({
			[HOME]: sameAs(...urls, "https://a.example/me"),
			"https://a.example/me": "me",
			"https://gone.example/other": "other",
		});
		expect(seen.profiles).toMatchObject({
			state: "found",
			value: [
				{ url: "https://a.example/me", status: 200, failure: null },
				{ url: "https://gone.example/me", status: 404, failure: null },
				{ url: "https://no.example/", status: null, failure: "name-not-found" },
			],
		});
		expect(site.requests.filter((url) => url === "https://a.example/me")).toHaveLength(1);
		const many = await look({
			[HOME]: sameAs(...Array.from({ length: 9 }, (_, index) => `https://h${index}.example/`)),
		});
		expect(many.seen.profiles).toHaveProperty("value.length", 6);
	});

	it("leaves a folder's answers to one host and one time", async () => {
		const { seen } = await look({ [HOME]: sameAs("https://a.example/me") }, "folder");
		for (const key of ["homeAgain", "homeAsBrowser", "profiles"] as const) {
			expect(seen[key], key).toMatchObject({ state: "failed", code: "not-shown" });
		}
		expect(seen.rendered).toMatchObject({ code: "browser-missing" });
	});
});

it("says of all of it why it was not looked at", () => {
	const states = Object.values(noDepth(notShown(HOME, "Light.")));
	expect(states).toHaveLength(6);
	expect(new Set(states.map((seen) => (seen.state === "failed" ? seen.reason : "")))).toEqual(new Set(["Light."]));
});

const HOST = "www.acme-shoes.com";
const ROOT = `https://${HOST}/`;
const PAGE = "<!doctype html><title>Acme</title><p>Shoes";

type Replies = Readonly<Record<string, Reply | string>>;

interface Options {
	/** A folder knows no pace, which makes for quick tests. */
	readonly kind?: "network" | "folder";
	/** What the home page links to; by default all that there is. */
	readonly links?: readonly string[];
}

async function sample(replies: Replies, options: Options = {}) {
	const { kind = "folder", links = Object.keys(replies) } = options;
	const anchors = links.map((path) => `<a href="${path}">x</a>`).join("");
	const absolute = Object.entries(replies).map(([key, reply]) => [new URL(key, ROOT).href, reply] as const);
	const site = new FakeSite({ [ROOT]: `${PAGE}${anchors}`, ...Object.fromEntries(absolute) });
	const signal = site.deadline();
	const source = SiteSource.open({
		kind,
		client: site,
		reader: { read: readHere },
		host: HOST,
		signal,
		limits: limitsOf("deep"),
	});
	const target = parseTarget(HOST);
	const home = await collectHome(source, target);
	const absent = { state: "absent", url: ROOT, status: 404 } as const;
	const sitemap = await collectSitemap({ source, base: ROOT, hosts: [HOST], robots: absent });
	const before = site.requests.length;
	const crawl = source.crawl(sampleRequests(25));
	const query = { source: crawl, home: home.page, sitemap, randomPath: absent, pages: 24 };
	const { sample: seen, visits } = await collectSample(query);
	const urls = seen.state === "found" ? seen.value.map(({ url }) => url.replace(ROOT, "/")) : [];
	return { seen, visits, urls, asked: site.requests.slice(before).map((url) => url.replace(ROOT, "/")), site };
}

const many = (count: number, reply: Reply | string) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`/p${String(index).padStart(2, "0")}`, reply]));

describe("collectSample: which pages", () => {
	it("reads what home page and sitemap name, sorted by address", async () => {
		const listed = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${ROOT}a</loc></url></urlset>`;
		const { urls, seen } = await sample({ "/b": PAGE, "/c": PAGE, "/sitemap.xml": listed, "/a": PAGE });
		expect(urls).toEqual(["/a", "/b", "/c"]);
		expect(seen).toMatchObject({
			state: "found",
			url: ROOT,
			value: [{ digest: { titles: [{ text: "Acme" }] } }, {}, {}],
		});
	});

	it("reads 24 pages at most, the same ones whatever the order of links and answers", async () => {
		const forwards = many(40, PAGE);
		const backwards = Object.fromEntries(
			Object.entries(forwards)
				.toReversed()
				.map(([path, body], index) => [path, { body: String(body), delay: index % 7 }]),
		);
		const first = await sample(forwards);
		expect(first.urls).toHaveLength(24);
		expect(first.asked).toHaveLength(24);
		const second = await sample(backwards);
		expect(JSON.stringify(second.seen)).toBe(JSON.stringify(first.seen));
	});

	it("leaves out what is no page, answers an error or fails", async () => {
		const replies: Replies = {
			"/good": PAGE,
			"/error": { status: 500, body: PAGE },
			"/data": { body: "{}", headers: { "content-type": "application/json" } },
			"/broken": { failure: "connection-failed" },
		};
		const { urls, asked } = await sample(replies, { links: [...Object.keys(replies), "/missing"] });
		expect(urls).toEqual(["/good"]);
		expect(asked.toSorted()).toEqual(["/broken", "/data", "/error", "/good", "/missing"]);
	});

	it("reads a page once that several addresses lead to, and neither the home page nor another host again", async () => {
		const { urls } = await sample({
			"/old": to("/new"),
			"/new": PAGE,
			"/start": to("/"),
			"/away": to("https://other.example.com/"),
			"https://other.example.com/": PAGE,
		});
		expect(urls).toEqual(["/new"]);
	});

	it("finds nothing where nothing is linked", async () => {
		expect((await sample({})).seen).toMatchObject({ state: "found", value: [] });
	});
});

describe("collectSample: robots.txt", () => {
	it("obeys the group for all crawlers, also behind a redirect, and chooses among what is open", async () => {
		const robots = text("User-agent: *\nDisallow: /p\nDisallow: /private");
		const { urls, asked } = await sample({
			"/robots.txt": robots,
			...many(30, PAGE),
			"/go": to("/private"),
			"/a": PAGE,
		});
		expect(urls).toEqual(["/a"]);
		expect(asked.toSorted()).toEqual(["/a", "/go"]);
	});

	it("obeys its own group in place of that one", async () => {
		const robots = text("User-agent: *\nDisallow: /\n\nUser-agent: SightlineBot\nDisallow: /b");
		expect((await sample({ "/robots.txt": robots, "/a": PAGE, "/b": PAGE })).urls).toEqual(["/a"]);
	});

	it.each<[string, Reply, RegExp]>([
		["closes everything", text("User-agent: *\nDisallow: /"), /asks all crawlers not to fetch \/a\. Line 2 says/],
		["answers 503", { status: 503 }, /could not be read, .+ It answers 503\./],
		["cannot be had", { failure: "headers-timeout" }, /could not be read/],
	])("asks for nothing where it %s", async (_, reply, reason) => {
		const { seen, asked } = await sample({ "/robots.txt": reply, "/a": PAGE }, { kind: "network" });
		expect(seen).toMatchObject({ state: "failed", code: "not-shown", reason: expect.stringMatching(reason) });
		expect(asked).toEqual([]);
	});

	it.each([404, 403])("takes %i for no robots.txt", async (status) => {
		expect((await sample({ "/robots.txt": { status }, "/a": PAGE })).urls).toEqual(["/a"]);
	});
});

describe("collectSample: limits", () => {
	it("keeps what was read until the site asked to wait", async () => {
		const waits: Reply = { status: 429, headers: { "retry-after": "60" } };
		const started = performance.now();
		const { urls, asked } = await sample({ "/a": PAGE, "/b": waits, ...many(20, PAGE) }, { kind: "network" });
		expect(urls).toEqual(["/a"]);
		expect(asked).toEqual(["/a", "/b"]);
		// Those that are not asked for wait for no turn.
		expect(performance.now() - started).toBeLessThan(3000);
	});

	it("keeps what was read until the deadline", async () => {
		const slow: Replies = { "/a": PAGE, "/b": { delay: TOO_LATE }, "/c": { delay: TOO_LATE }, "/d": PAGE };
		const { urls, asked } = await sample(slow);
		expect(urls).toEqual(["/a"]);
		expect(asked).toEqual(["/a", "/b", "/c"]);
	});

	it("has two requests under way, and starts one every 250 ms", async () => {
		const started = performance.now();
		const { urls, site } = await sample(many(4, PAGE), { kind: "network" });
		expect(urls).toHaveLength(4);
		expect(performance.now() - started).toBeGreaterThan(740);
		expect(site.busiest).toBeLessThanOrEqual(2);
		expect((await sample(many(9, { body: PAGE, delay: 5 }))).site.busiest).toBe(2);
	});

	it("spends at most three requests on a page, and what one leaves is not for another", async () => {
		const chain = { "/1": to("/2"), "/2": to("/3"), "/3": to("/4"), "/4": PAGE };
		const { seen, asked } = await sample(chain, { links: ["/1", "/2"] });
		expect(seen).toMatchObject({ state: "found", value: [{ url: `${ROOT}4`, response: { hops: [{}, {}] } }] });
		expect(asked.toSorted()).toEqual(["/1", "/2", "/3", "/4"]);
	});
});
