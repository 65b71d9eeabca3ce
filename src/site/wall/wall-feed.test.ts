import { parseFragment } from "parse5";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { some } from "#core/long-form.testkit.ts";
import { PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import { summariseReceipt } from "#receipts/store/receipt.ts";
import { HOSTILE_TEXTS, listedHostileTexts } from "../badge/hostile-text.testkit.ts";
import { GATE_SENTENCES, SOURCES } from "../brief/texts.ts";
import { scoreChange } from "../history/receipt-difference.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { makeSite } from "../publication/public-site.testkit.ts";
import type { PublicSite } from "../publication/published-sites.ts";
import { gatedReceipt, makeReceipt, makeScores, store, storedSamples } from "../publication/receipt.testkit.ts";
import { atomFeed, changesSince, jsonFeed, wallFeed } from "./wall-feed.ts";

const HOSTILE = `"><script>alert(1)</script>]]>&amp; 'x' \u0007\ud800`;
const BASE = "https://example.com/reports";
const links = createSiteLinks(BASE);
const SELF = `${BASE}/wall/feed`;
const sites: PublicSite[] = storedSamples().map((stored) => makeSite([stored]));
const at = (day: string) => `2026-11-${day}T02:00:00.000Z`;
const now = store("a9", makeReceipt({ scores: makeScores(86), auditedAt: at("20") }));
const then = store("a8", makeReceipt({ scores: makeScores(80), auditedAt: at("12") }));
const first = store("a7", makeReceipt({ scores: makeScores(80), auditedAt: at("05") }));

interface Element {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: Element[];
	text: string;
}

/** Parses strictly: throws on malformed XML. */
function parse(xml: string): Element {
	const root: Element = { name: "", attributes: {}, children: [], text: "" };
	const open = [root];
	const parser = new SaxesParser();
	parser.on("error", (error) => {
		throw error;
	});
	parser.on("opentag", ({ name, attributes }) => {
		const element = { name, attributes, children: [], text: "" };
		open.at(-1)?.children.push(element);
		open.push(element);
	});
	const append = (text: string) => {
		const current = open.at(-1);
		if (current) current.text += text;
	};
	parser.on("text", append);
	parser.on("cdata", append);
	parser.on("closetag", () => open.pop());
	parser.write(xml).close();
	return root.children[0] ?? root;
}

/** Names of elements and attributes, in their order. */
function shapeOf({ name, attributes, children }: Element): string {
	return `${name} ${Object.keys(attributes)}(${children.map(shapeOf)})`;
}

const all = (element: Element, name: string) => element.children.filter((child) => child.name === name);
const only = (element: Element, name: string) => {
	const [found, ...more] = all(element, name);
	if (!found || more.length > 0) throw new Error(`There is not exactly one ${name}.`);
	return found;
};

test("the newest hundred audits of all sites, each under its receipt's page", () => {
	const many = Array.from({ length: 60 }, (_, index) => {
		const domain = `s${index}.example.org`;
		const audit = (id: string, day: string) =>
			store(`${id}${100 + index}`, makeReceipt({ domain, auditedAt: at(day) }));
		return makeSite([audit("a", "20"), audit("b", "10")]);
	});
	const { items } = wallFeed(many, links);
	expect(items).toHaveLength(100);
	expect(items.slice(0, 60).every(({ auditedAt }) => auditedAt === at("20"))).toBe(true);
	expect(items[0]?.url).toBe(`${BASE}/receipts/${"a1".padEnd(64, "0")}/`);
	expect(new Set(items.map(({ url }) => url)).size).toBe(100);
});

test("an item has score, band and changes since the previous audit", () => {
	const [newest, middle, oldest] = wallFeed([makeSite([now, then, first])], links).items;
	expect(newest).toEqual({
		url: `${BASE}/receipts/${now.id}/`,
		title: "www.example.org: 86, mostly ready",
		paragraphs: [
			"86 of 100, mostly ready. Structure 86, accessibility 86.",
			`Since the audit of 12 November 2026: ${scoreChange(then.receipt, now.receipt)}`,
		],
		auditedAt: at("20"),
	});
	expect(middle?.paragraphs).toContain(
		`Since the audit of 5 November 2026: ${scoreChange(first.receipt, then.receipt)}`,
	);
	expect(oldest?.paragraphs).toContain("The first audit of this site.");
});

test("gates, folders, failures and the agency are stated", () => {
	const [gated] = wallFeed(
		[
			makeSite([store("b1", gatedReceipt())], {
				agency: { slug: "nordlicht", name: "Nordlicht", version: "0123456789ab" },
			}),
		],
		links,
	).items;
	expect(gated?.paragraphs).toContain(GATE_SENTENCES.noindex);
	expect(gated?.paragraphs.at(-1)).toBe("Prepared by Nordlicht.");
	const items = wallFeed(sites, links).items;
	expect(items.find(({ title }) => title.startsWith("docs."))?.paragraphs).toContain(SOURCES.folderNotice);
	expect(items.find(({ title }) => title.startsWith("closed."))?.title).toBe(
		"closed.example.org: could not be audited",
	);
});

test("the JSON Feed 1.1 has the required members", () => {
	const feed = JSON.parse(jsonFeed(wallFeed(sites, links), SELF));
	expect(feed).toMatchObject({
		version: "https://jsonfeed.org/version/1.1",
		title: expect.any(String),
		home_page_url: `${BASE}/wall/`,
		feed_url: SELF,
		authors: [{ name: "Sightline" }],
	});
	expect(feed.items).toHaveLength(4);
	for (const item of feed.items) {
		expect(item).toEqual({
			id: item.url,
			url: expect.stringMatching(/^https:\/\/example\.com\/reports\/receipts\/[0-9a-f]{64}\/$/),
			title: expect.any(String),
			content_text: expect.stringMatching(/./),
			date_published: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		});
	}
});

test("the Atom feed has the required elements (RFC 4287, sections 4.1.1 and 4.1.2), dated by the newest audit", () => {
	const feed = parse(atomFeed(wallFeed(sites, links), SELF));
	expect([feed.name, feed.attributes.xmlns]).toEqual(["feed", "http://www.w3.org/2005/Atom"]);
	expect(only(feed, "id").text).toBe(SELF);
	expect(only(feed, "title").text).not.toBe("");
	expect(only(feed, "updated").text).toBe("2026-11-20T02:00:00.000Z");
	expect(only(only(feed, "author"), "name").text).toBe("Sightline");
	expect(all(feed, "link").map(({ attributes: { rel, href } }) => [rel, href])).toEqual([
		["alternate", `${BASE}/wall/`],
		["self", SELF],
	]);
	const entries = all(feed, "entry");
	expect(entries).toHaveLength(4);
	for (const entry of entries) {
		expect(only(entry, "id").text).toMatch(/^https:\/\/example\.com\/reports\/receipts\/[0-9a-f]{64}\/$/);
		expect(only(entry, "link").attributes.href).toBe(only(entry, "id").text);
		expect(only(entry, "title").text).not.toBe("");
		expect(only(entry, "updated").text).toMatch(/^2026-11-\d\dT/);
		expect(only(entry, "content").attributes.type).toBe("html");
	}
});

test("foreign text is escaped for feed readers", () => {
	const receipt = makeReceipt({ gates: [{ id: "noindex", cap: 40, says: HOSTILE }] });
	const site = makeSite([store("a1", receipt)], {
		displayDomain: HOSTILE,
		agency: { slug: "nordlicht", name: HOSTILE, version: "0123456789ab" },
	});
	const entry = only(parse(atomFeed(wallFeed([site], links), SELF)), "entry");
	for (const html of [only(entry, "title").text, only(entry, "content").text]) {
		expect(html.replaceAll(/<\/?p>/g, "")).not.toMatch(/[<>"']/);
		expect(html).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;]]&gt;&amp;amp; &#39;x&#39; \ufffd\ufffd");
	}
	const [item] = JSON.parse(jsonFeed(wallFeed([site], links), SELF)).items;
	expect(item.title).toBe(`${HOSTILE}: 80, mostly ready`);
	expect(item).not.toHaveProperty("content_html");
});

test("both are deterministic, even for an empty wall", () => {
	const empty = wallFeed([], links);
	expect(only(parse(atomFeed(empty, SELF)), "updated").text).toBe("1970-01-01T00:00:00.000Z");
	expect(JSON.parse(jsonFeed(empty, SELF)).items).toEqual([]);
	expect(wallFeed(sites.toReversed(), links)).toEqual(wallFeed(sites, links));
});

const audit = (overall: number, pillars: Partial<Record<PillarKey, number>>, parts: Partial<Receipt> = {}) => {
	const listed = (Object.keys(pillars) as PillarKey[]).map((key) => {
		return { key, label: PILLARS[key].label, score: pillars[key] ?? 0, summary: "" };
	});
	return summariseReceipt(store("a", makeReceipt({ scores: makeScores(overall, { pillars: listed }), ...parts })));
};
const SINCE = "Since the audit of 20 November 2026, 02:00 UTC:";
const noindex = { id: "noindex", cap: 40, says: "The home page tells search engines not to index it." } as const;

test("pillars that moved are named, in the order of the methodology", () => {
	const before = audit(80, { data: 60, access: 90, content: 70 });
	const after = audit(84, { data: 72, access: 85, content: 70, interfaces: 50 });
	expect(changesSince(after, before)).toEqual([
		`${SINCE} ${scoreChange(before, after)}`,
		"Crawler and agent access 90 → 85; Structured data and identity 60 → 72; Agent interfaces – → 50.",
	]);
});

test("gates that closed and opened are stated", () => {
	const [open, closed] = [audit(80, {}), audit(40, {}, { gates: [noindex] })];
	expect(changesSince(closed, open)).toContain("New: The home page tells search engines not to index it.");
	expect(changesSince(open, closed)).toContain("No longer so: The home page tells search engines not to index it.");
	expect(changesSince(closed, closed)).toEqual([`${SINCE} ${scoreChange(closed, closed)}`]);
});

test("incomparable audits are not compared by pillar", () => {
	const changes = changesSince(audit(84, { data: 72 }, { methodology: "9.0.0" }), audit(80, { data: 60 }));
	expect(changes).toHaveLength(1);
	expect(changes[0]).toContain("not comparable");
});

test("no published hostile text changes the structure of a feed in XML, HTML or JSON", () => {
	const forms = (text: string) => {
		const { scores: _, ...failed } = makeReceipt({
			ok: false,
			failure: { code: "challenged", says: text },
			auditedAt: at("20"),
		});
		const gated = { ...gatedReceipt(), gates: [{ id: "noindex" as const, cap: 40, says: text }] };
		const before = { ...gated, gates: [], auditedAt: at("12") };
		const feed = wallFeed(
			[makeSite([store("b2", failed), then]), makeSite([store("c2", gated), store("c1", before)])],
			links,
		);
		const atom = parse(atomFeed(feed, SELF));
		const html = all(atom, "entry").map((entry) => parseFragment(only(entry, "content").text));
		const elements = html.map(({ childNodes }) =>
			childNodes.map((node) => [
				node.nodeName,
				"childNodes" in node ? node.childNodes.map(({ nodeName }) => nodeName) : [],
			]),
		);
		const json: unknown = JSON.parse(jsonFeed(feed, SELF), (key, value) => (key === "content_text" ? "" : value));
		return JSON.stringify([shapeOf(atom), elements, json]);
	};
	const harmless = forms("Plain words");
	expect(harmless).toContain('["p",["#text"]]');
	const texts = [...HOSTILE_TEXTS, ...listedHostileTexts()].filter((text) => text.trim() !== "");
	expect(texts.length).toBeGreaterThan(1000);
	for (const text of some(texts, 10))
		if (forms(text) !== harmless) expect.fail(`The shape differs with ${JSON.stringify(text)}`);
});
