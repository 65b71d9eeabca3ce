import { describe, expect, test } from "vitest";
import type { Outcome } from "#core/verdict.ts";
import type { Sitemap } from "#evidence/evidence-map.ts";
import { absent, anAnchor, aPage, aRobots, ask, aText, found, type PageParts } from "../page.testkit.ts";
import { sitemap } from "./sitemap.ts";

const URL = "https://example.com/sitemap.xml";
const GOOD: Sitemap = {
	declaredIn: "robots.txt",
	kind: "urlset",
	contentType: "application/xml",
	bytes: 5000,
	count: 40,
	entries: [{ loc: "https://example.com/", lastmod: "2026-11-01" }],
	child: null,
	faults: [],
	excerpt: '<?xml version="1.0"?><urlset>',
};
const judge = (parts: Partial<Sitemap>) => ask(sitemap, { sitemap: found({ ...GOOD, ...parts }, URL) });
const child = (status: number, kind: string) => ({
	url: "https://example.com/a.xml",
	status,
	kind,
	count: 3,
	entries: [],
});

test.each<[string, Partial<Sitemap>, Outcome]>([
	["a urlset", {}, "pass"],
	["a text file of addresses, which the protocol allows", { kind: "text" }, "pass"],
	["an index", { kind: "index", count: 3, child: child(200, "urlset") }, "pass"],
	["an index whose child was not read", { kind: "index", count: 3 }, "pass"],
	["an index whose first child is missing", { kind: "index", count: 3, child: child(404, "html") }, "partial"],
	["an index whose first child is a web page", { kind: "index", count: 3, child: child(200, "html") }, "partial"],
	["a feed holds the newest pages only", { kind: "feed" }, "partial"],
	["no address in it", { count: 0 }, "fail"],
	["small faults", { faults: ["2 addresses are relative"] }, "partial"],
	["a web page", { kind: "html" }, "fail"],
	["broken XML", { kind: "invalid", faults: ["line 3: unclosed tag url"] }, "fail"],
	["a long one, of which the beginning was read", { truncated: true, count: 30_000 }, "pass"],
	["50,000 addresses are allowed", { count: 50_000 }, "pass"],
	["one more is not", { count: 50_001 }, "fail"],
	["more than 50 MiB", { bytes: 52_428_801 }, "fail"],
])("%s", (_, parts, outcome) => {
	const verdict = judge(parts);
	expect(verdict.outcome).toBe(outcome);
	expect(verdict.exhibits).toEqual([{ url: URL, at: "beginning", excerpt: GOOD.excerpt }]);
});

test("a list without any current page fails if all of it was read", () => {
	const home = found(aPage({ digest: { anchors: [anAnchor("/a/"), anAnchor("/b/")] } }));
	const lists = (...paths: readonly string[]) => {
		const entries = paths.map((path) => ({ loc: `https://example.com${path}`, lastmod: null }));
		return ask(sitemap, { sitemap: found({ ...GOOD, entries, count: paths.length }, URL), home }).outcome;
	};
	expect(lists("/old-1/", "/old-2/")).toBe("fail");
	expect(lists("/old-1/", "/b")).toBe("pass");
	expect(lists("/index.html")).toBe("pass");
	expect(ask(sitemap, { sitemap: found({ ...GOOD, entries: [] }, URL), home }).outcome).toBe("pass");
});

test("a missing one names the line to add", () => {
	const verdict = ask(sitemap, { sitemap: absent(404, URL) });
	expect(verdict).toMatchObject({ outcome: "fail", says: `${URL} returns 404.` });
	expect(verdict).toHaveProperty("fix", expect.stringContaining(`"Sitemap: ${URL}"`));
});

test("a missing one that robots.txt names already needs no second line", () => {
	const named = "https://example.com/maps/all.xml";
	const robots = found({ ...aRobots(), sitemaps: [{ url: named, line: 7 }] }, "https://example.com/robots.txt");
	expect(ask(sitemap, { sitemap: absent(404, URL), robots })).toHaveProperty(
		"fix",
		`Serve an XML sitemap at ${named}, which line 7 of https://example.com/robots.txt names.`,
	);
	const home = found(
		aPage({ url: "https://www.example.com/", digest: { anchors: [anAnchor("https://www.example.com/a")] } }),
	);
	expect(ask(sitemap, { sitemap: absent(404, URL), home })).toHaveProperty(
		"fix",
		expect.stringContaining("https://www.example.com/sitemap.xml"),
	);
	const link = anAnchor("https://me.github.io/site/a");
	const page = aPage({ url: "https://me.github.io/site/", digest: { anchors: [link] } });
	const below = found({ ...page, sitePath: "/site/" });
	expect(ask(sitemap, { sitemap: absent(404, URL), home: below })).toHaveProperty(
		"fix",
		expect.stringContaining("at https://me.github.io/site/sitemap.xml and"),
	);
});

test.each<[string, Partial<Sitemap>]>([
	["The sitemap's address returns a web page", { kind: "html" }],
	["The sitemap is not valid", { kind: "invalid" }],
	["The sitemap is too large", { count: 50_001 }],
	["The sitemap is empty", { count: 0 }],
	["Part of the sitemap is not valid", { kind: "index", count: 3, child: child(404, "html") }],
	["The site has a feed instead of a sitemap", { kind: "feed" }],
	["The sitemap has errors", { faults: ["2 addresses are relative"] }],
])("%s: the heading names this fault", (fault, parts) => {
	expect(judge(parts)).toHaveProperty("fault", fault);
});

test("the fault of broken XML is shown", () => {
	expect(judge({ kind: "invalid", faults: ["line 3: unclosed tag url"] }).says).toContain("line 3: unclosed tag url");
});

test("a catch-all site still owes a sitemap: mending its 404s would not bring one", () => {
	expect(sitemap.yieldsTo ?? []).not.toContain("soft-404");
});

test("a line of robots.txt that leads to nothing is named", () => {
	const gone = "https://example.com/old.xml";
	const robots = found({ ...aRobots(), sitemaps: [{ url: gone, line: 4 }] }, "https://example.com/robots.txt");
	const seen = found({ ...GOOD, unserved: [{ url: gone, status: 404 }] }, URL);
	expect(ask(sitemap, { sitemap: seen, robots })).toMatchObject({
		outcome: "partial",
		says: `There is a sitemap at ${URL}, but line 4 of https://example.com/robots.txt names ${gone}, which returns 404.`,
		fix: `Change line 4 of https://example.com/robots.txt to: Sitemap: ${URL}`,
		exhibits: [{ url: "https://example.com/robots.txt", at: "line 4", excerpt: `Sitemap: ${gone}` }],
	});
	const broken = found({ ...GOOD, kind: "html" as const, unserved: [{ url: gone, status: 404 }] }, URL);
	expect(ask(sitemap, { sitemap: broken, robots }).outcome).toBe("fail");
});

describe("a site of one page", () => {
	const alone = { anchors: [anAnchor("#prices"), anAnchor("mailto:a@example.com"), anAnchor("https://example.net/")] };
	const judgeHome = (digest: PageParts["digest"]) =>
		ask(sitemap, { sitemap: absent(404), home: found(aPage({ digest: { ...alone, ...digest } })) }).outcome;

	test("needs none", () => {
		expect(judgeHome({})).toBe("not-applicable");
	});

	test.each<[string, PageParts["digest"]]>([
		["a link to another page", { anchors: [anAnchor("/about/")] }],
		["links to a draft's host", { anchors: ["a", "b", "c"].map((path) => anAnchor(`http://shop.test/${path}`)) }],
		["an app's shell", { appRoot: { at: "line 5, column 1", excerpt: '<div id="app">' } }],
		["hardly any text", { text: aText({ words: 39 }) }],
	])("%s makes it another site", (_, digest) => {
		expect(judgeHome(digest)).toBe("fail");
	});
});
