import { describe, expect, it, test } from "vitest";
import { cpuUnits } from "#core/cpu-units.testkit.ts";
import { collectHome } from "../collect-home.ts";
import { type Reply, to } from "../fake-site.testkit.ts";
import { HOME, openSource, TARGET } from "../open-source.testkit.ts";
import { collectFeed, readFeed, readFeedDate } from "./collect-feed.ts";

const RSS = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">';

async function collect(head: string, replies: Record<string, Reply | string> = {}, kind?: "folder") {
	const { source, site } = openSource({ "/": `<!doctype html><head>${head}`, ...replies }, kind);
	const home = await collectHome(source, TARGET);
	const before = site.requests.length;
	const seen = await collectFeed(source.share(1), home.page);
	return { seen, asked: site.requests.slice(before) };
}

describe("collectFeed", () => {
	it("requests the first linked feed, once", async () => {
		const head = `<link rel="alternate" type="application/json+oembed" href="/o"><link rel="alternate" hreflang="de" href="/de/">
			<link rel="alternate" type="Application/RSS+xml; charset=utf-8" href=" feed.xml#top "><link rel="alternate" type="application/atom+xml" href="/atom">`;
		const { seen, asked } = await collect(head, {
			"/feed.xml": {
				body: "<rss><channel><item/></channel></rss>",
				headers: { "content-type": "text/XML; charset=utf-8" },
			},
		});
		expect(asked).toEqual([`${HOME}feed.xml`]);
		expect(seen).toMatchObject({
			state: "found",
			url: `${HOME}feed.xml`,
			value: {
				href: `${HOME}feed.xml`,
				promised: "application/rss+xml",
				contentType: "text/xml",
				kind: "rss",
				entries: 1,
			},
		});
	});

	it("resolves its address against <base>", async () => {
		const { asked } = await collect(
			`<base href="/blog/"><link rel="alternate" type="application/feed+json" href="f.json">`,
		);
		expect(asked).toEqual([`${HOME}blog/f.json`]);
	});

	it.each([
		"",
		'<link rel="alternate" type="application/json" href="/wp-json">',
		'<link rel="alternate" type="application/rss+xml">',
	])("finds no feed in %j", async (head) => {
		const { seen, asked } = await collect(head);
		expect(seen).toMatchObject({ state: "failed", code: "not-shown" });
		expect(asked).toEqual([]);
	});

	it("reports a missing feed, and one beyond its request", async () => {
		expect((await collect(RSS)).seen).toMatchObject({ state: "absent", status: 404 });
		const moved = await collect(RSS, { "/feed.xml": to("/feed/"), "/feed/": "<rss/>" });
		expect(moved.seen).toMatchObject({ state: "failed", code: "request-budget" });
	});

	it("has no feed if the home page failed or is an error", async () => {
		expect((await collect("", { "/": { status: 500 } })).seen).toMatchObject({ state: "failed", code: "not-shown" });
		expect((await collect("", { "/": { failure: "headers-timeout" } })).seen).toMatchObject({
			code: "headers-timeout",
		});
	});

	it("does not request another host's feed from a folder", async () => {
		const head = '<link rel="alternate" type="application/rss+xml" href="https://feeds.example.net/acme">';
		expect((await collect(head, {}, "folder")).seen).toMatchObject({ code: "not-shown" });
	});
});

const read = (text: string, truncated = false) =>
	readFeed({ url: HOME, body: new TextEncoder().encode(text), truncated });
const NS = 'xmlns:dc="http://purl.org/dc/elements/1.1/"';

describe("readFeed", () => {
	it.each([
		[
			"RSS 2.0, with CDATA and a channel's own date",
			"<rss><channel><pubDate>Fri, 02 Jan 2032 09:00:00 GMT</pubDate><item><pubDate><![CDATA[Wed, 02 Oct 2024 13:00:00 GMT]]></pubDate></item><item><pubDate>Tue, 01 Oct 2024 13:00:00 GMT</pubDate></item></channel></rss>",
			{ kind: "rss", entries: 2, newest: "2024-10-02T13:00:00.000Z", fault: null },
		],
		[
			"RSS 1.0",
			`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" ${NS}><channel/><item><dc:date>2024-10-02</dc:date></item></rdf:RDF>`,
			{ kind: "rss", entries: 1, newest: "2024-10-02T00:00:00.000Z", fault: null },
		],
		[
			"Atom",
			'\ufeff<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><updated>2032-01-01</updated><entry><published>2024-01-01</published><updated>2024-02-01T00:00:00Z</updated><source><updated>2031-01-01</updated></source></entry></feed>',
			{ kind: "atom", entries: 1, newest: "2024-02-01T00:00:00.000Z", fault: null },
		],
		["no entries, no dates", "<rss><channel/></rss>", { kind: "rss", entries: 0, newest: null, fault: null }],
		[
			"dates that cannot be read",
			"<rss><channel><item><pubDate>soon</pubDate></item></channel></rss>",
			{ kind: "rss", entries: 1, newest: null },
		],
		[
			"JSON Feed",
			'{"version":"https://jsonfeed.org/version/1","title":"T","items":[{"date_published":"2024-01-01T00:00:00Z","date_modified":"2024-03-01T00:00:00Z"},7]}',
			{ kind: "json-feed", entries: 2, newest: "2024-03-01T00:00:00.000Z", fault: null },
		],
		[
			"JSON Feed without a title",
			'{"version":"https://jsonfeed.org/version/1.1","items":[]}',
			{ fault: 'It has no "title".' },
		],
	])("%s", async (_, text, reading) => {
		expect(await read(text)).toMatchObject(reading);
	});

	it.each([
		["a web page", "<!doctype html><p>", "html", "web page"],
		["another XML", "<urlset></urlset>", "invalid", "root element is <urlset>"],
		[
			"a stray ampersand",
			"<rss><channel><title>A & B</title></channel></rss>",
			"invalid",
			'"&" that should be "&amp;" (line 1, column 24)',
		],
		["an end tag that is missing", "<rss><channel></rss>", "invalid", "not well-formed"],
		["an entity of HTML", "<rss><channel>&nbsp;</channel></rss>", "invalid", "not well-formed"],
		["nothing", " ", "invalid", "empty"],
		["words", "Hello", "invalid", "neither XML nor JSON"],
		["broken JSON", '{"version": ', "invalid", "not valid JSON"],
		["other JSON", '{"items": []}', "invalid", '"version"'],
		["JSON Feed without items", '{"version":"https://jsonfeed.org/version/1.1"}', "invalid", '"items"'],
	])("%s", async (_, text, kind, words) => {
		const reading = await read(text);
		expect(reading.kind).toBe(kind);
		expect(reading.fault).toContain(words);
	});

	it("detects a long feed by its start", async () => {
		expect(await read("<rss><channel><item></item><ite", true)).toMatchObject({ kind: "rss", entries: 1, fault: null });
		expect(await read('{"version": "https://js', true)).toMatchObject({ kind: "json-feed", fault: null });
	});

	it("is linear on hostile input", async () => {
		const start = cpuUnits();
		await read(`<rss>${"<channel>".repeat(200_000)}`);
		await read("[".repeat(2_000_000));
		await read(`<rss><channel><item><pubDate>${"x ".repeat(1_000_000)}`);
		expect(cpuUnits() - start).toBeLessThan(5_000);
	});
});

test.each([
	["Wed, 02 Oct 2024 13:00:00 GMT", "2024-10-02T13:00:00.000Z"],
	["Wed, 2 Oct 2024 13:00 +0200", "2024-10-02T11:00:00.000Z"],
	["02 October 2024 13:00:00 EST", "2024-10-02T18:00:00.000Z"],
	["Wednesday, 02 Oct 2024 13:00:00 -03:30", "2024-10-02T16:30:00.000Z"],
	[" 2024-10-02T13:00:00Z\n", "2024-10-02T13:00:00.000Z"],
	["2024-10-02", "2024-10-02T00:00:00.000Z"],
])("%s is %s", (text, iso) => {
	expect(readFeedDate(text)).toBe(Date.parse(iso));
});

test.each(["", "soon", "Wed, 02 Okt 2024 13:00:00 GMT", "02 Oct 2024 13:00:00", "02 Oct 2024 13:00:00 MESZ"])(
	"%j cannot be read for certain",
	(text) => {
		expect(readFeedDate(text)).toBeUndefined();
	},
);
