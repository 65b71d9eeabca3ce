import { describe, expect, it } from "vitest";
import type { Observation, RobotsTxt } from "../evidence-map.ts";
import { type Reply, text, to } from "../fake-site.testkit.ts";
import { HOME, HOST, openSource } from "../open-source.testkit.ts";
import { collectSitemap } from "./collect-sitemap.ts";
import { readRobotsTxt } from "./robots-txt.ts";

const NO_ROBOTS: Observation<RobotsTxt> = { state: "absent", url: `${HOME}robots.txt`, status: 404 };

function xml(root: "urlset" | "sitemapindex", ...locs: readonly string[]): Reply {
	const entry = root === "urlset" ? "url" : "sitemap";
	const entries = locs.map((loc) => `<${entry}><loc>${loc}</loc></${entry}>`).join("");
	const body = `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</${root}>`;
	return { body, headers: { "content-type": "application/xml; charset=utf-8" } };
}

function naming(...sitemaps: readonly string[]): Observation<RobotsTxt> {
	const body = new TextEncoder().encode(sitemaps.map((url) => `Sitemap: ${url}`).join("\n"));
	const value = readRobotsTxt({
		url: "https://a.example/robots.txt",
		body,
		contentType: "text/plain",
		truncated: false,
	});
	return { state: "found", url: `${HOME}robots.txt`, status: 200, value };
}

async function collect(replies: Record<string, Reply | string>, robots = NO_ROBOTS, others = 0) {
	const { source, site } = openSource(replies);
	const seen = await collectSitemap({ source, origin: HOME, hosts: [HOST], robots, others });
	return { seen, asked: site.requests.filter((url) => !url.endsWith("robots.txt")) };
}

describe("collectSitemap", () => {
	it("looks at the default address", async () => {
		const { seen } = await collect({ "/sitemap.xml": xml("urlset", HOME, `${HOME}b`) });
		expect(seen).toMatchObject({
			state: "found",
			url: `${HOME}sitemap.xml`,
			value: {
				declaredIn: "default address",
				kind: "urlset",
				contentType: "application/xml",
				count: 2,
				child: null,
				faults: [],
			},
		});
	});

	it("takes what robots.txt names first, and the next where that is not there", async () => {
		const robots = naming(`${HOME}one.xml`, `${HOME}two.xml`, `${HOME}three.xml`);
		const { seen, asked } = await collect({ "/two.xml": xml("urlset", HOME), "/sitemap.xml": xml("urlset") }, robots);
		expect(seen).toMatchObject({ state: "found", url: `${HOME}two.xml`, value: { declaredIn: "robots.txt" } });
		expect(asked).toEqual([`${HOME}one.xml`, `${HOME}two.xml`]);
	});

	it("falls back on the default address, and asks for it once", async () => {
		const fallen = await collect({ "/sitemap.xml": xml("urlset", HOME) }, naming(`${HOME}one.xml`));
		expect(fallen.seen).toMatchObject({ state: "found", value: { declaredIn: "default address" } });
		expect(fallen.seen).toHaveProperty("value.unserved", [{ url: `${HOME}one.xml`, status: 404 }]);
		const named = await collect({ "/": "home" }, naming(`${HOME}sitemap.xml`));
		expect(named.seen).toMatchObject({ state: "absent", status: 404 });
		expect(named.asked).toEqual([`${HOME}sitemap.xml`]);
	});

	it("follows a line without a host, as it is meant", async () => {
		const { seen } = await collect({ "/wp-sitemap.xml": xml("urlset", HOME) }, naming("/wp-sitemap.xml"));
		expect(seen).toMatchObject({ state: "found", url: `${HOME}wp-sitemap.xml`, value: { declaredIn: "robots.txt" } });
		const named = await collect(
			{ "/maps/a.xml": xml("urlset", HOME) },
			naming("none", "javascript:x.xml", "maps/a.xml"),
		);
		expect(named.asked).toEqual([`${HOME}maps/a.xml`]);
	});

	it("reads a declared sitemap that is broken, rather than another one", async () => {
		const { seen } = await collect(
			{ "/one.xml": "<!doctype html>", "/sitemap.xml": xml("urlset", HOME) },
			naming(`${HOME}one.xml`),
		);
		expect(seen).toMatchObject({ url: `${HOME}one.xml`, value: { kind: "html" } });
	});

	it("lets one that could not be looked at outweigh one that is not there", async () => {
		const { seen } = await collect({ "/one.xml": { failure: "headers-timeout" } }, naming(`${HOME}one.xml`));
		expect(seen).toMatchObject({ state: "failed", url: `${HOME}one.xml`, code: "headers-timeout" });
	});

	it("takes a sitemap on a host without a name for one that is not there", async () => {
		const { seen } = await collect({ "/": "home" }, naming("https://gone.acme-shoes.com/s.xml"));
		expect(seen).toEqual({ state: "absent", url: `${HOME}sitemap.xml`, status: 404 });
	});

	it("follows redirects, and lets a sitemap speak for the host it lies on", async () => {
		const { seen } = await collect({
			"/sitemap.xml": to("https://files.acme-shoes.com/s.xml"),
			"https://files.acme-shoes.com/s.xml": xml("urlset", HOME, "https://files.acme-shoes.com/x", "https://other.com/"),
		});
		expect(seen).toMatchObject({
			url: "https://files.acme-shoes.com/s.xml",
			value: {
				faults: [expect.stringMatching(/^Another host than .+ in 1 of 3 entries, such as https:\/\/other.com\/\.$/)],
			},
		});
	});
});

describe("collectSitemap: an index", () => {
	it("reads its first child", async () => {
		const { seen, asked } = await collect({
			"/sitemap.xml": xml("sitemapindex", `${HOME}a.xml`, `${HOME}b.xml`),
			"/a.xml": xml("urlset", HOME, `${HOME}x`),
		});
		expect(seen).toMatchObject({
			value: {
				kind: "index",
				count: 2,
				child: {
					url: `${HOME}a.xml`,
					status: 200,
					kind: "urlset",
					count: 2,
					entries: [
						{ loc: HOME, lastmod: null },
						{ loc: `${HOME}x`, lastmod: null },
					],
				},
				faults: [],
			},
		});
		expect(asked).toEqual([`${HOME}sitemap.xml`, `${HOME}a.xml`]);
	});

	it.each<[string, Reply, object, string]>([
		["is missing", { status: 404 }, { status: 404, kind: "none", count: 0 }, "answers 404."],
		[
			"is an index",
			xml("sitemapindex", HOME),
			{ kind: "index", count: 1 },
			"is an index again; indexes may not be nested.",
		],
		["is a page", { body: "<html>" }, { kind: "html" }, "has a fault: It is a web page, not a sitemap."],
		["lists nothing", xml("urlset"), { kind: "urlset", count: 0 }, "has a fault: It lists no address."],
	])("says that its first child %s", async (_, reply, child, fault) => {
		const { seen } = await collect({ "/sitemap.xml": xml("sitemapindex", `${HOME}a.xml`), "/a.xml": reply });
		expect(seen).toMatchObject({ value: { child, faults: [`Its sitemap ${HOME}a.xml ${fault}`] } });
	});

	it("reads further children where it is asked to, within the number given", async () => {
		const replies = {
			"/sitemap.xml": xml("sitemapindex", `${HOME}a.xml`, `${HOME}b.xml`, `${HOME}c.xml`, `${HOME}d.xml`),
			"/a.xml": xml("urlset", HOME),
			"/b.xml": xml("urlset", `${HOME}b`, "/c"),
		};
		const { seen, asked } = await collect(replies, NO_ROBOTS, 2);
		expect(asked).toEqual(["sitemap", "a", "b", "c"].map((name) => `${HOME}${name}.xml`));
		expect(seen).toMatchObject({
			value: {
				child: { url: `${HOME}a.xml` },
				others: [
					{ url: `${HOME}b.xml`, count: 2, entries: [{ loc: `${HOME}b` }, { loc: `${HOME}c` }] },
					{ url: `${HOME}c.xml`, status: 404, count: 0 },
				],
				faults: [
					`Its sitemap ${HOME}b.xml has a fault: No full address in 1 of 2 entries, such as "/c".`,
					`Its sitemap ${HOME}c.xml answers 404.`,
				],
			},
		});
	});

	it("does not blame the site for a child that could not be looked at", async () => {
		const { seen } = await collect({
			"/sitemap.xml": xml("sitemapindex", `${HOME}a.xml`),
			"/a.xml": { failure: "headers-timeout" },
		});
		expect(seen).toMatchObject({ value: { child: null, faults: [] } });
	});

	it("copes with an index that names no address", async () => {
		const { seen } = await collect({ "/sitemap.xml": xml("sitemapindex", "http://[") });
		expect(seen).toMatchObject({ value: { child: null, faults: [expect.stringContaining("No full address")] } });
	});
});

describe("collectSitemap: a text file", () => {
	it("is a sitemap, too", async () => {
		const { seen } = await collect({ "/sitemap.txt": text(HOME) }, naming(`${HOME}sitemap.txt`));
		expect(seen).toMatchObject({ value: { kind: "text", count: 1, entries: [{ loc: HOME, lastmod: null }] } });
	});
});
