import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseTarget } from "#core/target.ts";
import { type Collected, collectEvidence } from "./collect-evidence.ts";
import type { EvidenceKey } from "./evidence-map.ts";
import { FakeSite, type Reply, TOO_LATE, text, to } from "./fake-site.testkit.ts";
import { readHere } from "./reading/readers.ts";
import { makeFolder } from "./site/folder.testkit.ts";
import { openFolder } from "./site/folder-source.ts";
import { limitsOf, SiteSource } from "./site/site-source.ts";

const HOST = "www.acme-shoes.com";
const HOME = `https://${HOST}/`;
const APEX = "https://acme-shoes.com/";
const LIGHT = { mode: "light" } as const;
const AUDITED_AT = "2026-11-21T00:00:00.000Z";
const PAGE = "<!doctype html><html lang=en><title>Acme</title><p>Shoes";
const KEYS = [
	"home",
	"robots",
	"https",
	"plainHttp",
	"siblingHost",
	"linkedHost",
	"named",
	"pages",
	"sitemap",
	"randomPath",
	"llmsTxt",
	"apiCatalog",
	"authorizationServer",
	"protectedResource",
	"agentCard",
	"aiCatalog",
	"markdown",
	"feed",
	"declared",
	"apiDescription",
	"mcp",
	"skills",
	"mcpServerCard",
	"authMd",
	"apiError",
	"botDirectory",
	"annotations",
	"ucp",
	"visits",
	"homeAgain",
	"homeAsBrowser",
	"profiles",
	"rendered",
] as const satisfies readonly EvidenceKey[];

type Replies = Readonly<Record<string, Reply | string>>;

/** A healthy site. */
const READER = { read: readHere };

const SITE: Replies = {
	[HOME]: PAGE,
	[`${HOME}robots.txt`]: text(`User-agent: *\nAllow: /\nSitemap: ${HOME}sitemap.xml`),
	[`${HOME}sitemap.xml`]: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${HOME}</loc></url></urlset>`,
	[`${HOME}llms.txt`]: text("# Acme"),
	[`http://${HOST}/`]: to(HOME),
	[`${APEX}*`]: to(HOME),
	[`${APEX}robots.txt`]: to(`${HOME}robots.txt`),
};

interface Options {
	readonly host?: string;
	/** By default the fake site's deadline. */
	readonly signal?: AbortSignal;
	readonly requests?: number;
	readonly mode?: "light" | "deep";
}

async function collect(replies: Replies, { host = HOST, signal: given, requests = 24, mode = "light" }: Options = {}) {
	const site = new FakeSite(replies);
	const signal = given ?? site.deadline();
	const limits = { requests, atOnce: 6, otherRobots: 2 };
	const source = SiteSource.open({ kind: "network", client: site, reader: READER, host, signal, limits });
	const target = parseTarget(host);
	const depth = mode === "light" ? { mode } : { mode, pages: 25, browser: undefined, browserAgent: "Browser/1" };
	return { site, ...(await collectEvidence({ target, depth, source, auditedAt: AUDITED_AT, signal })) };
}

/** State of each observation, with its status or code. */
function states({ evidence }: Pick<Collected, "evidence">): Record<string, string> {
	return Object.fromEntries(
		Object.entries(evidence).map(([key, seen]) => [
			key,
			seen.state === "failed" ? seen.code : `${seen.state} ${seen.status}`,
		]),
	);
}

describe("collectEvidence: a healthy site", () => {
	it("collects everything", async () => {
		const collected = await collect(SITE);
		expect(Object.keys(collected.evidence).sort()).toEqual([...KEYS].sort());
		expect(states(collected)).toEqual({
			home: "found 200",
			robots: "found 200",
			https: "found 200",
			plainHttp: "found 200",
			siblingHost: "found 200",
			linkedHost: "not-shown",
			named: "found 200",
			pages: "not-shown",
			sitemap: "found 200",
			randomPath: "absent 404",
			llmsTxt: "found 200",
			apiCatalog: "absent 404",
			authorizationServer: "absent 404",
			protectedResource: "absent 404",
			agentCard: "absent 404",
			aiCatalog: "absent 404",
			markdown: "not-shown",
			feed: "not-shown",
			declared: "found 200",
			apiDescription: "not-shown",
			mcp: "not-shown",
			skills: "not-shown",
			mcpServerCard: "not-shown",
			authMd: "not-shown",
			apiError: "not-shown",
			botDirectory: "absent 404",
			annotations: "absent 404",
			ucp: "not-shown",
			visits: "not-shown",
			homeAgain: "not-shown",
			homeAsBrowser: "not-shown",
			profiles: "not-shown",
			rendered: "not-shown",
		});
	});

	it("requests each address once, and lists every response", async () => {
		const { site, responses } = await collect(SITE);
		// The home page is requested twice: as a page and as Markdown.
		expect(site.requests.toSorted()).toEqual([...new Set(site.requests), HOME].toSorted());
		expect(site.requests.slice(0, 2)).toEqual([`${HOME}robots.txt`, HOME]);
		expect(site.requests).toHaveLength(16);
		// Both responses are the same and recorded once.
		expect(responses.map(({ url }) => url)).toEqual([...new Set(site.requests)].sort());
	});

	it("reads a feed after one redirect", async () => {
		const feed = "<rss version='2.0'><channel><title>News</title></channel></rss>";
		const link = '<link rel="alternate" type="application/rss+xml" href="/feed">';
		const site = { ...SITE, [HOME]: `${link}${PAGE}`, [`${HOME}feed`]: to(`${HOME}feed/`), [`${HOME}feed/`]: feed };
		expect(states(await collect(site)).feed).toBe("found 200");
	});

	const SHOPS: Replies = {
		basket: `${PAGE}<a href="/cart">Cart</a>`,
		product: `${PAGE}<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product"}</script>`,
		shopify: `${PAGE}<img src="//cdn.shopify.com/s/files/1/a.png" alt="">`,
	};
	it.each(Object.keys(SHOPS))("requests a shop's unlinked profile: %s", async (by) => {
		const ucp = { body: '{"ucp":{}}', headers: { "content-type": "application/json" } };
		const shop = { ...SITE, [HOME]: SHOPS[by] ?? "", [`${HOME}.well-known/ucp`]: ucp };
		const { evidence, site } = await collect(shop);
		expect(evidence.ucp).toMatchObject({ state: "found", value: { json: { ucp: {} } } });
		expect(site.requests.length).toBeLessThanOrEqual(24);
		expect(states(await collect({ ...SITE, [HOME]: SHOPS[by] ?? "" })).ucp).toBe("absent 404");
	});

	it("reads a linked profile without requesting it again", async () => {
		const linked = {
			...SITE,
			[HOME]: `${PAGE}<a href="/.well-known/ucp">Agents</a>`,
			[`${HOME}.well-known/ucp`]: "{}",
		};
		const { evidence, site } = await collect(linked);
		expect(evidence.ucp.state).toBe("found");
		expect(site.requests.filter((url) => url.endsWith("/ucp"))).toHaveLength(1);
	});

	it("gives the same result for any order of responses", { timeout: 600_000 }, async () => {
		const { evidence, responses } = await collect(SITE);
		const delays = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 8, maxLength: 8 });
		await fc.assert(
			fc.asyncProperty(delays, async (waits) => {
				const slow = Object.entries(SITE).map(([url, reply], index) => {
					const whole = typeof reply === "string" ? { body: reply } : reply;
					return [url, { ...whole, delay: waits[index % waits.length] ?? 0 }] as const;
				});
				const again = await collect(Object.fromEntries(slow));
				expect(JSON.stringify(again.evidence)).toBe(JSON.stringify(evidence));
				expect(again.responses).toEqual(responses);
			}),
		);
	});
});

describe("collectEvidence: a deep audit", () => {
	const deep = { mode: "deep", requests: limitsOf("deep").requests } as const;
	const withPage = { ...SITE, [HOME]: `${PAGE}<a href="/about">About</a>`, [`${HOME}about`]: PAGE };

	it("requests the home page again, and otherwise collects the same as a light audit", async () => {
		const light = states(await collect(withPage));
		const collected = await collect(withPage, deep);
		expect(states(collected)).toEqual({
			...light,
			homeAgain: "found 200",
			homeAsBrowser: "found 200",
			rendered: "browser-missing",
		});
		expect(collected.site.requests.filter((url) => url === HOME)).toHaveLength(4);
	});
});

describe("collectEvidence: where the site lives", () => {
	it("requests files from the home page's final host", async () => {
		const collected = await collect(SITE, { host: "acme-shoes.com" });
		expect(states(collected)).toMatchObject({ home: "found 200", llmsTxt: "found 200", sitemap: "found 200" });
		expect(collected.evidence.llmsTxt.url).toBe(`${HOME}llms.txt`);
		expect(collected.evidence.https).toMatchObject({ url: APEX, status: 301 });
		expect(collected.site.requests.length).toBeLessThanOrEqual(24);
	});

	it("does not request them from a foreign host", async () => {
		const { evidence } = await collect({ [HOME]: to("https://parking.com/"), "https://parking.com/": PAGE });
		expect(evidence.home).toMatchObject({ state: "found", url: "https://parking.com/" });
		expect(evidence.llmsTxt.url).toBe(`${HOME}llms.txt`);
	});

	it("collects from a site without https", async () => {
		const plain = `http://${HOST}/`;
		const collected = await collect({ [plain]: PAGE, [`${plain}llms.txt`]: text("# Acme") });
		expect(states(collected)).toMatchObject({
			home: "found 200",
			robots: "absent 404",
			plainHttp: "found 200",
			llmsTxt: "found 200",
		});
		expect(collected.evidence.https).toMatchObject({ value: { state: "invalid", reason: "connection-refused" } });
		expect(collected.site.requests.filter((url) => url.startsWith(HOME))).toEqual([`${HOME}robots.txt`]);
	});

	it("trusts no file of a site that answers everything", async () => {
		const { evidence } = await collect({ [`${HOME}*`]: PAGE });
		expect(evidence.randomPath.state).toBe("found");
		expect(evidence.llmsTxt).toMatchObject({ value: { sniffed: "html", softNotFound: true } });
		expect(evidence.robots).toMatchObject({ value: { kind: "html" } });
		expect(evidence.sitemap).toMatchObject({ value: { kind: "html" } });
	});
});

describe("collectEvidence: a site that refuses", () => {
	it("requests nothing if robots.txt disallows our bot", async () => {
		const robots = text("User-agent: SightlineBot\nDisallow: /\n");
		const collected = await collect({ ...SITE, [`${HOME}robots.txt`]: robots });
		const { robots: rules, https, ...rest } = states(collected);
		expect([rules, https]).toEqual(["found 200", "found 200"]);
		expect(new Set(Object.values(rest))).toEqual(new Set(["robots-refused"]));
		expect(collected.site.requests).toEqual([`${HOME}robots.txt`]);
	});

	it("requests nothing from disallowed parts", async () => {
		const robots = text("User-agent: SightlineBot\nDisallow: /.well-known/\n");
		const collected = await collect({ ...SITE, [`${HOME}robots.txt`]: robots });
		expect(states(collected)).toMatchObject({ home: "found 200", llmsTxt: "found 200", agentCard: "robots-refused" });
		expect(collected.site.requests.filter((url) => url.includes(".well-known"))).toEqual([]);
	});

	it.each<[string, Reply, string]>([
		["a challenge", { status: 403, headers: { "cf-mitigated": "challenge" } }, "challenged"],
		["a wish to wait", { status: 429 }, "wait-requested"],
	])("stops at %s", async (_, reply, code) => {
		const collected = await collect({ ...SITE, [HOME]: reply });
		const { robots, https, ...rest } = states(collected);
		expect([robots, https]).toEqual(["found 200", "found 200"]);
		expect(new Set(Object.values(rest))).toEqual(new Set([code]));
		expect(collected.site.requests).toHaveLength(2);
		expect(collected.evidence.llmsTxt).toMatchObject({
			url: `${HOME}llms.txt`,
			reason: expect.stringMatching(/^Not requested because the home page could not be checked: /),
		});
	});

	it("reports an unreachable site after one attempt", async () => {
		const collected = await collect({});
		expect(new Set(Object.values(states(collected)))).toEqual(new Set(["name-not-found"]));
		expect(collected.site.requests).toEqual([`${HOME}robots.txt`]);
		expect(collected.responses).toEqual([]);
	});

	it("reports a host with a private address", async () => {
		const collected = await collect({ [`${HOME}*`]: { failure: "target-blocked" } });
		expect(collected.evidence.home).toMatchObject({ state: "failed", code: "target-blocked" });
		expect(collected.site.requests).toHaveLength(1);
	});

	it("continues after a home page that is an error or not HTML", async () => {
		expect(states(await collect({ ...SITE, [HOME]: { status: 500 } }))).toMatchObject({
			home: "absent 500",
			https: "found 500",
			sitemap: "found 200",
		});
		const download = { body: "%PDF", headers: { "content-type": "application/pdf" } };
		expect(states(await collect({ ...SITE, [HOME]: download }))).toMatchObject({
			home: "not-html",
			sitemap: "found 200",
		});
	});
});

describe("collectEvidence: limits", () => {
	/** Every address redirects. */
	const winding: Replies = {
		...Object.fromEntries([0, 1, 2, 3].map((step) => [`${HOME}${step}`, to(`/${step + 1}`)])),
		[`${HOME}4`]: PAGE,
		[`${HOME}*`]: to("/0"),
		[`${APEX}*`]: to("/elsewhere/"),
		[`http://${HOST}/*`]: to("/plain/"),
	};

	it("sends at most 24 requests, including redirects", async () => {
		const collected = await collect(winding);
		expect(collected.site.requests.length).toBeLessThanOrEqual(24);
		expect(states(collected)).toMatchObject({ home: "found 200", randomPath: "found 200" });
	});

	it("skips the same requests for any order of responses", async () => {
		const first = states(await collect(winding, { requests: 16 }));
		expect(Object.values(first)).toContain("request-budget");
		for (const slow of [`${HOME}llms.txt`, `${APEX}robots.txt`, `${HOME}sitemap.xml`]) {
			const reply = winding[slow] ?? to("/0");
			const again = await collect({ ...winding, [slow]: { ...(reply as Reply), delay: 15 } }, { requests: 16 });
			expect(states(again), slow).toEqual(first);
		}
	});

	it("keeps what was collected before the deadline", async () => {
		const collected = await collect({ ...SITE, [`${HOME}llms.txt`]: { delay: TOO_LATE } });
		expect(states(collected)).toMatchObject({ home: "found 200", sitemap: "found 200", llmsTxt: "deadline-exceeded" });
	});

	it("ends without a result if cancelled", async () => {
		const cancelled = new AbortController();
		const collecting = collect({ ...SITE, [HOME]: { delay: TOO_LATE } }, { signal: cancelled.signal });
		setTimeout(() => cancelled.abort(new Error("not wanted")), 50);
		await expect(collecting).rejects.toThrow("not wanted");
	});

	it("rethrows bugs of the program", async () => {
		const site = new FakeSite(SITE);
		const { signal } = new AbortController();
		const reader = { read: () => Promise.reject(new TypeError("bug")) };
		const source = SiteSource.open({ kind: "network", client: site, reader, host: HOST, signal });
		const request = { target: parseTarget(HOST), source, depth: LIGHT, auditedAt: AUDITED_AT, signal };
		await expect(collectEvidence(request)).rejects.toThrow(TypeError);
	});
});

describe("collectEvidence: a folder", () => {
	it("collects what a folder has, deterministically", async () => {
		const folder = makeFolder({
			"index.html": PAGE,
			"404.html": PAGE,
			"robots.txt": `Sitemap: ${HOME}map/index.xml`,
			"map/index.xml": `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${HOME}</loc></url></urlset>`,
			".well-known/api-catalog": '{"linkset": []}',
			_headers: "/.well-known/api-catalog\n  Content-Type: application/linkset+json",
		});
		const collectOnce = async () => {
			const { signal } = new AbortController();
			const client = await openFolder(folder, HOST);
			const source = SiteSource.open({ kind: "folder", client, reader: READER, host: HOST, signal });
			return collectEvidence({
				target: parseTarget(HOST),
				source,
				depth: LIGHT,
				auditedAt: AUDITED_AT,
				signal,
			});
		};
		const collected = await collectOnce();
		expect(states(collected)).toMatchObject({
			home: "found 200",
			robots: "found 200",
			https: "not-shown",
			plainHttp: "not-shown",
			siblingHost: "not-shown",
			sitemap: "found 200",
			randomPath: "absent 404",
			llmsTxt: "absent 404",
			apiCatalog: "found 200",
		});
		expect(collected.evidence.apiCatalog).toMatchObject({
			value: { contentType: "application/linkset+json", json: { linkset: [] } },
		});
		expect(JSON.stringify(await collectOnce())).toBe(JSON.stringify(collected));
	});
});
