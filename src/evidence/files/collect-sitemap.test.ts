import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { vectorPath } from "#test/vectors/vectors.ts";
import type { Observation, RobotsTxt } from "../evidence-map.ts";
import { type Reply, text, to } from "../fake-site.testkit.ts";
import { HOME, HOST, openSource } from "../open-source.testkit.ts";
import { collectSitemap, readSitemap } from "./collect-sitemap.ts";
import { readRobotsTxt } from "./robots-txt.ts";
import { SITEMAP_MAX_BYTES } from "./xml-body.ts";

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
	const seen = await collectSitemap({ source, base: HOME, hosts: [HOST], robots, others });
	return { seen, asked: site.requests.filter((url) => !url.endsWith("robots.txt")) };
}

describe("collectSitemap", () => {
	it("requests the default address", async () => {
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

	it("prefers robots.txt's first sitemap, then the next if it is missing", async () => {
		const robots = naming(`${HOME}one.xml`, `${HOME}two.xml`, `${HOME}three.xml`);
		const { seen, asked } = await collect({ "/two.xml": xml("urlset", HOME), "/sitemap.xml": xml("urlset") }, robots);
		expect(seen).toMatchObject({ state: "found", url: `${HOME}two.xml`, value: { declaredIn: "robots.txt" } });
		expect(asked).toEqual([`${HOME}one.xml`, `${HOME}two.xml`]);
	});

	it("falls back to the default address, and requests it once", async () => {
		const fallen = await collect({ "/sitemap.xml": xml("urlset", HOME) }, naming(`${HOME}one.xml`));
		expect(fallen.seen).toMatchObject({ state: "found", value: { declaredIn: "default address" } });
		expect(fallen.seen).toHaveProperty("value.unserved", [{ url: `${HOME}one.xml`, status: 404 }]);
		const named = await collect({ "/": "home" }, naming(`${HOME}sitemap.xml`));
		expect(named.seen).toMatchObject({ state: "absent", status: 404 });
		expect(named.asked).toEqual([`${HOME}sitemap.xml`]);
	});

	it("follows a relative line", async () => {
		const { seen } = await collect({ "/wp-sitemap.xml": xml("urlset", HOME) }, naming("/wp-sitemap.xml"));
		expect(seen).toMatchObject({ state: "found", url: `${HOME}wp-sitemap.xml`, value: { declaredIn: "robots.txt" } });
		const named = await collect(
			{ "/maps/a.xml": xml("urlset", HOME) },
			naming("none", "javascript:x.xml", "maps/a.xml"),
		);
		expect(named.asked).toEqual([`${HOME}maps/a.xml`]);
	});

	it("reads a broken declared sitemap instead of another one", async () => {
		const { seen } = await collect(
			{ "/one.xml": "<!doctype html>", "/sitemap.xml": xml("urlset", HOME) },
			naming(`${HOME}one.xml`),
		);
		expect(seen).toMatchObject({ url: `${HOME}one.xml`, value: { kind: "html" } });
	});

	it("prefers a failed sitemap to a missing one", async () => {
		const { seen } = await collect({ "/one.xml": { failure: "headers-timeout" } }, naming(`${HOME}one.xml`));
		expect(seen).toMatchObject({ state: "failed", url: `${HOME}one.xml`, code: "headers-timeout" });
	});

	it("treats a sitemap on a nonexistent host as missing", async () => {
		const { seen } = await collect({ "/": "home" }, naming("https://gone.acme-shoes.com/s.xml"));
		expect(seen).toEqual({ state: "absent", url: `${HOME}sitemap.xml`, status: 404 });
	});

	it("follows redirects, and accepts addresses on the sitemap's host", async () => {
		const { seen } = await collect({
			"/sitemap.xml": to("https://files.acme-shoes.com/s.xml"),
			"https://files.acme-shoes.com/s.xml": xml("urlset", HOME, "https://files.acme-shoes.com/x", "https://other.com/"),
		});
		expect(seen).toMatchObject({
			url: "https://files.acme-shoes.com/s.xml",
			value: {
				faults: [expect.stringMatching(/^A host other than .+ in 1 of 3 entries, such as https:\/\/other.com\/\.$/)],
			},
		});
	});
});

describe("collectSitemap: an index", () => {
	it("ignores files for buying agents, in the index and in robots.txt", async () => {
		const agentic = `${HOME}sitemap_agentic_discovery.xml`;
		const replies = {
			"/sitemap.xml": xml("sitemapindex", agentic, `${HOME}a.xml`),
			"/a.xml": xml("urlset", HOME),
			"/sitemap_agentic_discovery.xml": xml("urlset", `${HOME}agents.md`),
		};
		const { seen, asked } = await collect(replies, naming(agentic));
		expect(seen).toMatchObject({ value: { count: 2, child: { url: `${HOME}a.xml` }, faults: [] } });
		expect(asked).toEqual([`${HOME}sitemap.xml`, `${HOME}a.xml`]);
	});

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
			"is also an index; indexes must not be nested.",
		],
		["is a page", { body: "<html>" }, { kind: "html" }, "has a fault: It is a web page, not a sitemap."],
		["lists nothing", xml("urlset"), { kind: "urlset", count: 0 }, "has a fault: It lists no address."],
	])("reports that its first child %s", async (_, reply, child, fault) => {
		const { seen } = await collect({ "/sitemap.xml": xml("sitemapindex", `${HOME}a.xml`), "/a.xml": reply });
		expect(seen).toMatchObject({ value: { child, faults: [`Its sitemap ${HOME}a.xml ${fault}`] } });
	});

	it("reads more children if requested, up to the given number", async () => {
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

	it("does not blame the site for a child that could not be checked", async () => {
		const { seen } = await collect({
			"/sitemap.xml": xml("sitemapindex", `${HOME}a.xml`),
			"/a.xml": { failure: "headers-timeout" },
		});
		expect(seen).toMatchObject({ value: { child: null, faults: [] } });
	});

	it("handles an index without addresses", async () => {
		const { seen } = await collect({ "/sitemap.xml": xml("sitemapindex", "http://[") });
		expect(seen).toMatchObject({ value: { child: null, faults: [expect.stringContaining("No full address")] } });
	});
});

describe("collectSitemap: a text file", () => {
	it("is a sitemap too", async () => {
		const { seen } = await collect({ "/sitemap.txt": text(HOME) }, naming(`${HOME}sitemap.txt`));
		expect(seen).toMatchObject({ value: { kind: "text", count: 1, entries: [{ loc: HOME, lastmod: null }] } });
	});
});

const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

function read(body: string | Uint8Array, hosts: readonly string[] = ["a.example"]) {
	const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
	return readSitemap({ url: "https://a.example/sitemap.xml", body: bytes, truncated: false, hosts });
}

function urlset(...entries: readonly string[]): string {
	return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NAMESPACE}>${entries.join("")}</urlset>`;
}

function url(loc: string): string {
	return `<url><loc>${loc}</loc></url>`;
}

describe("readSitemap: kinds", () => {
	it("reads a urlset with its dates", async () => {
		const sitemap = await read(
			urlset(
				"<url><loc>\n https://a.example/?x=1&amp;y=2 </loc><lastmod>2026-01-02</lastmod><priority>1</priority></url>",
				"<url><loc><![CDATA[https://a.example/b]]></loc></url>",
			),
		);
		expect(sitemap).toMatchObject({
			kind: "urlset",
			count: 2,
			entries: [
				{ loc: "https://a.example/?x=1&y=2", lastmod: "2026-01-02" },
				{ loc: "https://a.example/b", lastmod: null },
			],
			faults: [],
		});
		expect(sitemap.excerpt).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?> <urlset/);
		expect(sitemap).not.toHaveProperty("truncated");
	});

	it("does not list addresses of images and videos", async () => {
		const sitemap = await read(
			`<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i"><s:url><image:loc>https://a.example/no</image:loc><image:image><image:loc>https://a.example/i.png</image:loc></image:image><s:loc>https://a.example/</s:loc></s:url></s:urlset>`,
		);
		expect(sitemap).toMatchObject({ count: 1, entries: [{ loc: "https://a.example/" }], faults: [] });
	});

	it("reads an index", async () => {
		const text = `<sitemapindex ${NAMESPACE}><sitemap><loc>https://a.example/1.xml</loc></sitemap></sitemapindex>`;
		expect(await read(text)).toMatchObject({ kind: "index", count: 1, entries: [{ loc: "https://a.example/1.xml" }] });
	});

	it("reads RSS and Atom feeds", async () => {
		const rss =
			'<rss xmlns:atom="a"><channel><link>https://a.example/</link><item><atom:link href="no"/><link>https://a.example/1</link><pubDate>Mon, 05 Jan 2026 10:00:00 GMT</pubDate></item></channel></rss>';
		expect(await read(rss)).toMatchObject({
			kind: "feed",
			entries: [{ loc: "https://a.example/1", lastmod: "Mon, 05 Jan 2026 10:00:00 GMT" }],
			faults: [],
		});
		const atom =
			'<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.example/"/><entry><link rel="edit" href="https://a.example/no"/><link href="https://a.example/2"/><updated>2026-01-05</updated></entry></feed>';
		expect(await read(atom)).toMatchObject({
			kind: "feed",
			entries: [{ loc: "https://a.example/2", lastmod: "2026-01-05" }],
			faults: [],
		});
	});

	it("resolves relative addresses, and skips fragments; both are faults", async () => {
		const sitemap = await read("https://a.example/1\n/2\nhttps://a.example/1#top\nhttps://a.example/#/shop\n");
		expect(sitemap).toMatchObject({
			count: 2,
			entries: [{ loc: "https://a.example/1" }, { loc: "https://a.example/2" }],
			faults: [
				'No full address in 1 of 4 entries, such as "/2".',
				"A place within a page (#) instead of a page in 2 of 4 entries, such as https://a.example/1#top.",
			],
		});
	});

	it("reads a list of addresses, with a byte order mark and any line breaks", async () => {
		expect(await read("\ufeffhttps://a.example/1\r\nhttps://a.example/2\n\nthree\n")).toMatchObject({
			kind: "text",
			count: 3,
			faults: ['No full address in 1 of 3 entries, such as "three".'],
		});
	});

	it.each([
		["", "invalid", "It is empty."],
		["<!doctype html><title>Not found</title>", "html", "It is a web page, not a sitemap."],
		["{}", "invalid", "It is neither XML nor a list of addresses."],
		["<svg xmlns='s'><g/></svg>", "invalid", "Its root element is <svg>, not <urlset> or <sitemapindex>."],
		[urlset(), "urlset", "It lists no address."],
	])("detects %j as %s", async (text, kind, fault) => {
		expect(await read(text)).toMatchObject({ kind, count: 0, faults: [fault] });
	});
});

describe("readSitemap: faults", () => {
	it("reports where the XML breaks, and keeps the entries before", async () => {
		const sitemap = await read(urlset(url("https://a.example/1"), "\n", url("https://a.example/?a=1&b=2")));
		expect(sitemap).toMatchObject({ kind: "invalid", count: 1 });
		expect(sitemap.faults[0]).toMatch(/^It is not well-formed XML: .+ \(line 3, column \d+\)\.$/);
	});

	it("reports a missing end", async () => {
		expect(await read(`<urlset ${NAMESPACE}>${url("https://a.example/1")}`)).toMatchObject({
			kind: "invalid",
			faults: ["It is not well-formed XML: unclosed tag: urlset (line 1, column 101)."],
		});
	});

	it("counts entries without a full address, on foreign hosts, or too long", async () => {
		const sitemap = await read(
			urlset(
				url("/a"),
				url("/b"),
				url("https://cdn.example/c"),
				url(`https://a.example/${"x".repeat(2048)}`),
				"<url><lastmod>2026-01-01</lastmod></url>",
				url("https://www.a.example/d"),
			),
			["a.example", "www.a.example"],
		);
		expect(sitemap.count).toBe(6);
		expect(sitemap.entries).toHaveLength(5);
		expect(sitemap.entries[3]?.loc).toHaveLength(2048);
		expect(sitemap.faults).toEqual([
			'No full address in 2 of 6 entries, such as "/a".',
			"A host other than a.example or www.a.example in 1 of 6 entries, such as https://cdn.example/c.",
			expect.stringMatching(/^An address of 2,048 characters or more in 1 of 6 entries, such as https:.{90,}…$/),
			"No address in 1 of 6 entries.",
		]);
	});

	it("reports a wrong or missing namespace", async () => {
		const none = await read(`<urlset>${url("https://a.example/")}</urlset>`);
		expect(none.faults).toEqual(['Its XML namespace is none, not "http://www.sitemaps.org/schemas/sitemap/0.9".']);
		const wrong = await read(`<urlset xmlns="urn:x">${url("https://a.example/")}</urlset>`);
		expect(wrong.faults[0]).toContain('"urn:x"');
	});

	it("stops after 50,000 entries", async () => {
		const exact = await read(urlset(url("https://a.example/").repeat(50_000)));
		expect(exact).toMatchObject({ kind: "urlset", count: 50_000, faults: [] });
		expect(exact.entries).toHaveLength(50);
		const over = await read(urlset(url("https://a.example/").repeat(50_001), "<broken"));
		expect(over).toMatchObject({
			count: 50_000,
			faults: ["It lists more than 50,000 addresses, the maximum for one file."],
		});
	});

	it("reads other encodings and reports them", async () => {
		const text =
			'<?xml version="1.0" encoding="ISO-8859-1"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://a.example/é</loc></url></urlset>';
		expect(await read(Buffer.from(text, "latin1"))).toMatchObject({
			entries: [{ loc: "https://a.example/é" }],
			faults: ["It is encoded as ISO-8859-1; the sitemap protocol requires UTF-8."],
		});
		const wide = Buffer.from(`\ufeff${urlset(url("https://a.example/"))}`, "utf16le");
		expect(await read(wide)).toMatchObject({ kind: "urlset", count: 1, faults: [expect.stringContaining("utf-16le")] });
		const made = urlset(url("https://a.example/")).replace("UTF-8", "made-up");
		expect(await read(made)).toMatchObject({ count: 1, faults: [expect.stringContaining("made-up")] });
	});
});

describe("readSitemap: limits", () => {
	it("decompresses gzip, whatever the header", async () => {
		const sitemap = await read(gzipSync(urlset(url("https://a.example/"))));
		expect(sitemap).toMatchObject({ kind: "urlset", count: 1, faults: [] });
		expect(sitemap.bytes).toBe(urlset(url("https://a.example/")).length);
	});

	it("reads the first 10 MiB of a gzip bomb", async () => {
		const start = urlset(url("https://a.example/")).replace("</urlset>", "");
		const bomb = gzipSync(`${start}${`<!--${" ".repeat(100_000)}-->`.repeat(600)}`);
		const sitemap = await read(bomb);
		expect(sitemap).toMatchObject({ kind: "urlset", count: 1, bytes: SITEMAP_MAX_BYTES, truncated: true, faults: [] });
	});

	it.each([
		[
			"nests without end",
			"<a>".repeat(1_000_000),
			"Its elements are nested more than 256 deep. We stopped reading there.",
		],
		[
			"has one text without end",
			"x".repeat(3_000_000),
			"One piece of it is longer than 1 MiB. We stopped reading there.",
		],
		[
			"has one tag without end",
			`<a ${'b="" '.repeat(600_000)}`,
			"One piece of it is longer than 1 MiB. We stopped reading there.",
		],
	])("stops if it %s", async (_, body, fault) => {
		const sitemap = await read(`${urlset(url("https://a.example/")).replace("</urlset>", "")}${body}`);
		expect(sitemap).toMatchObject({ kind: "invalid", faults: [fault] });
	});

	it("reports damaged gzip data", async () => {
		const packed = gzipSync(urlset(url("https://a.example/")));
		const damaged = packed.map((byte, at) => (at === 20 ? byte ^ 0xff : byte));
		expect(await read(damaged)).toMatchObject({ kind: "invalid", faults: ["Its gzip data is damaged."] });
		// Truncated data is decoded as far as possible.
		expect((await read(packed.subarray(0, -20))).faults.join()).toContain("not well-formed XML");
	});

	it("does not blame a cut file for its missing end", async () => {
		const body = new TextEncoder().encode(`<urlset ${NAMESPACE}>${url("https://a.example/")}<url><lo`);
		const sitemap = await readSitemap({
			url: "https://a.example/sitemap.xml",
			body,
			truncated: true,
			hosts: ["a.example"],
		});
		expect(sitemap).toMatchObject({ kind: "urlset", count: 1, truncated: true, faults: [] });
	});

	it.each([
		["nesting", "<a>".repeat(200_000)],
		["attributes", `<urlset ${Array.from({ length: 50_000 }, (_, i) => `a${i}="1"`).join(" ")}>`],
		["one long text", `<urlset ${NAMESPACE}><url><loc>${"x".repeat(3_000_000)}</loc></url></urlset>`],
		["deep entries", `<urlset ${NAMESPACE}><url>${"<loc>".repeat(200_000)}`],
	])("reads hostile %s in time", async (_, text) => {
		const started = cpuUnits();
		await read(text);
		expect(cpuUnits() - started).toBeLessThan(3000);
	});

	it("never throws for any bytes", async () => {
		const tag = fc.constantFrom(
			"<urlset>",
			"<url>",
			"<loc>",
			"</loc>",
			"</url>",
			"&amp;",
			"&x;",
			"<![CDATA[",
			"]]>",
			"a",
			" ",
		);
		const text = fc.string({ unit: tag, maxLength: 40 }).map((body) => `<urlset>${body}`);
		const bytes = fc.oneof(
			text.map((each) => new TextEncoder().encode(each)),
			fc.uint8Array(),
		);
		await fc.assert(fc.asyncProperty(bytes, async (body) => void (await read(body))));
	});
});

describe("conformance", () => {
	const hosts = ["www.example.com", "www.domain.com", "example.org", "www.example.org", "www.sitemaps.org"];

	it.each([
		["crawler-commons/rss/feed.rss", "feed", 4, 1],
		["crawler-commons/rss/xmlRss_pubDate.xml", "feed", 7, 0],
		["crawler-commons/sitemaps/atom.xml", "feed", 1, 0],
		["crawler-commons/sitemaps/do-not-visit.txt", "text", 1, 0],
		["crawler-commons/sitemaps/sitemap-with-bom.txt", "text", 2, 0],
		["crawler-commons/sitemaps/sitemap.badns.xml", "urlset", 2, 1],
		["crawler-commons/sitemaps/sitemap.index.xml", "index", 15, 1],
		["crawler-commons/sitemaps/sitemap.ns.xml", "urlset", 2, 0],
		["crawler-commons/sitemaps/sitemap.txt", "text", 2, 0],
		["crawler-commons/sitemaps/sitemap.txt.gz", "text", 5, 0],
		["crawler-commons/sitemaps/xmlSitemap.gz", "urlset", 5, 0],
		["crawler-commons/sitemaps/extension/hebdenbridgetimes-articles-sitemap.xml", "urlset", 74, 1],
		["crawler-commons/sitemaps/extension/pagemaps-sitemap.xml", "urlset", 2, 0],
		["crawler-commons/sitemaps/extension/shinpaideshou-news-sitemap.xml", "urlset", 3, 1],
		["crawler-commons/sitemaps/extension/sitemap-images.xml", "urlset", 1, 0],
		["crawler-commons/sitemaps/extension/sitemap-links.xml", "urlset", 3, 0],
		["crawler-commons/sitemaps/extension/sitemap-mobile.xml", "urlset", 3, 0],
		["crawler-commons/sitemaps/extension/sitemap-news.xml", "urlset", 2, 0],
		["crawler-commons/sitemaps/extension/sitemap-videos-tvshow.xml", "urlset", 1, 0],
		["crawler-commons/sitemaps/extension/sitemap-videos.xml", "urlset", 3, 0],
		["trafilatura/sitemap-hreflang.xml", "urlset", 3, 0],
		["trafilatura/sitemap.xml", "urlset", 84, 0],
		["trafilatura/sitemap.xml.gz", "urlset", 84, 0],
		["trafilatura/sitemap2.xml", "index", 2, 0],
	])(`reads %s: %s, %i entries, %i faults`, async (file, kind, count, faults) => {
		const sitemap = await read(readFileSync(vectorPath(`sitemap/${file}`)), hosts);
		expect({ kind: sitemap.kind, count: sitemap.count, faults: sitemap.faults.length }).toEqual({
			kind,
			count,
			faults,
		});
	});

	it.each(["cyclic.xml", "external.xml", "external_file.xml", "quadratic.xml", "xmlbomb.xml", "xmlbomb2.xml"])(
		`refuses the entities of %s`,
		async (file) => {
			const started = cpuUnits();
			const sitemap = await read(readFileSync(vectorPath(`xml/${file}`)));
			expect(sitemap.kind).toBe("invalid");
			expect(sitemap.faults.join(" ")).toMatch(/undefined entity|root element/);
			expect(cpuUnits() - started).toBeLessThan(500);
		},
	);

	it("refuses a bomb inside a sitemap", async () => {
		const bomb = `<!DOCTYPE urlset [<!ENTITY a "https://a.example/"><!ENTITY b "&a;&a;">]><urlset ${NAMESPACE}>${url("&b;")}</urlset>`;
		expect(await read(bomb)).toMatchObject({
			kind: "invalid",
			count: 0,
			faults: [expect.stringContaining("undefined entity")],
		});
	});
});

describe("readSitemap: language versions", () => {
	const map = (inside: string) =>
		readSitemap({
			url: "https://a.example/sitemap.xml",
			body: new TextEncoder().encode(
				`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://a.example/</loc>${inside}</url><url><loc>https://a.example/b</loc></url></urlset>`,
			),
			truncated: false,
			hosts: ["a.example"],
		});
	const version = (hreflang: string, href: string) =>
		`<xhtml:link rel="alternate" hreflang="${hreflang}" href="${href}"/>`;

	it("are kept with their own entry", async () => {
		const { entries } = await map(
			`${version("de", " https://a.example/de/ ")}<xhtml:link rel="stylesheet" href="/s"/>`,
		);
		expect(entries).toEqual([
			{ loc: "https://a.example/", lastmod: null, alternates: [{ hreflang: "de", href: "https://a.example/de/" }] },
			{ loc: "https://a.example/b", lastmod: null },
		]);
	});

	it("are cut at their cap, and skipped if too long", async () => {
		const { entries } = await map(
			`${version("de", `https://a.example/${"x".repeat(600)}`)}${version("fr", "/fr").repeat(300)}`,
		);
		expect(entries[0]?.alternates).toHaveLength(40);
		expect(entries[0]?.alternates?.every(({ hreflang }) => hreflang === "fr")).toBe(true);
	});
});
