import { describe, expect, test } from "vitest";
import type { Sitemap } from "#evidence/evidence-map.ts";
import { absent, aNode, aPage, ask, failed, found, HOME } from "../page.testkit.ts";
import { lastmod } from "./lastmod.ts";

const AT = `${HOME}sitemap.xml`;
const map = (dates: readonly (string | null)[], parts: Partial<Sitemap> = {}): Sitemap => ({
	declaredIn: "robots.txt",
	kind: "urlset",
	contentType: "application/xml",
	bytes: 900,
	count: dates.length,
	entries: dates.map((date, index) => ({ loc: index === 0 ? HOME : `${HOME}${index}`, lastmod: date })),
	child: null,
	faults: [],
	excerpt: "<urlset>",
	...parts,
});
const judge = (dates: readonly (string | null)[], parts: Partial<Sitemap> = {}, published?: string) => {
	const nodes = published === undefined ? [] : [aNode(["Article"], { datePublished: [published] })];
	const home = found(aPage({ digest: { jsonLd: { blocks: [], nodes } } }));
	return ask(lastmod, { sitemap: found(map(dates, parts), AT), home });
};
const times = (date: string, number: number) => Array.from({ length: number }, () => date);

// The testkit's audits run on 2026-11-21 at 6:00.
describe("dates", () => {
	test.each<[string, readonly (string | null)[], string, string]>([
		["of different days", ["2026-01-02", "2026-03", null], "pass", "2 of the 3 entries read"],
		["none", [null, null], "fail", "2 entries read"],
		["one in words", ["2026-01-02", "last week"], "partial", "1 of 2 dates"],
		["one without its zone", ["2026-01-02T10:00:00"], "fail", "W3C"],
		["one to come", ["2026-01-02", "2026-11-23"], "partial", "in the future"],
		["tomorrow, where it is tomorrow already", ["2026-11-22", "2026-01-02"], "pass", "of them"],
		["five of today", times("2026-11-21", 5), "partial", "the day of this audit"],
		["five of today, in the east", times("2026-11-21T15:00:00+14:00", 5), "partial", "when the sitemap was"],
		["four of today", times("2026-11-21", 4), "pass", "all on 2026-11-21"],
		["today and another day", [...times("2026-11-21", 9), "2026-11-02"], "pass", "from 2026-11-02"],
		["fifty of one day long ago", times("2026-01-02", 50), "pass", "all on 2026-01-02"],
		["twenty of one second", times("2026-01-02T10:00:00Z", 20), "partial", "at 2026-01-02T10:00:00Z"],
		["nineteen of one second", times("2026-01-02T10:00:00Z", 19), "pass", "all on"],
	])("%s", (_, dates, outcome, words) => {
		const verdict = judge(dates);
		expect(verdict.outcome).toBe(outcome);
		expect(verdict.says).toContain(words);
	});

	test("faulty dates cost their share", () => {
		expect(judge(["2026-01-02", "2026-01-03", "2026-01-04", "last week"])).toHaveProperty("ratio", 0.75);
		expect(judge(["2026-01-02", "2027-01-02"])).toHaveProperty("ratio", 0.5);
	});

	test("no date at all has a heading of its own", () => {
		expect(judge([null])).toHaveProperty("fault", "The sitemap has no change dates");
	});

	test("a news sitemap is all of today", () => {
		const excerpt = '<urlset xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">';
		expect(judge(times("2026-11-21", 9), { excerpt }).outcome).toBe("pass");
	});

	test("before the page was published", () => {
		expect(judge(["2026-02-01"], {}, "2026-02-03T10:00:00Z")).toMatchObject({
			outcome: "partial",
			says: expect.stringContaining("2026-02-03"),
			exhibits: [{ url: AT, excerpt: "<lastmod>2026-02-01</lastmod>" }],
		});
		expect(judge(["2026-02-02"], {}, "2026-02-02T10:00:00Z").outcome).toBe("pass");
	});

	test("a list of articles is no article", () => {
		const nodes = ["2026-02-03", "2026-03-03"].map((day) => aNode(["BlogPosting"], { datePublished: [day] }));
		const home = found(aPage({ digest: { jsonLd: { blocks: [], nodes } } }));
		expect(ask(lastmod, { sitemap: found(map(["2026-02-01"]), AT), home }).outcome).toBe("pass");
	});
});

describe("sitemaps", () => {
	test("none", () => {
		expect(ask(lastmod, { sitemap: absent(404), home: failed("not-html") }).outcome).toBe("not-applicable");
	});

	test("an index is read by its first child", () => {
		const child = {
			url: `${HOME}1.xml`,
			status: 200,
			kind: "urlset",
			count: 1,
			entries: [{ loc: HOME, lastmod: "soon" }],
		};
		expect(judge(["2026-01-02"], { kind: "index", child })).toMatchObject({
			outcome: "fail",
			exhibits: [{ url: `${HOME}1.xml` }],
		});
		const gone = { ...child, status: 404, kind: "none", entries: [] };
		expect(judge(["soon"], { kind: "index", child: gone }).outcome).toBe("not-applicable");
	});

	test.each(["feed", "text", "html", "invalid"] as const)("%s has no such dates", (kind) => {
		expect(judge(["soon"], { kind }).outcome).toBe("not-applicable");
	});
});
