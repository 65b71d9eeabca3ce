import { execFileSync } from "node:child_process";
import { describe, expect, it, test } from "vitest";
import {
	alternatives,
	clipped,
	closest,
	counted,
	digitGroups,
	listing,
	percent,
	percentAtLeast,
	plainCount,
	plural,
	readW3cDatetime,
	shortDate,
	shortDigest,
	signed,
	spokenDate,
	spokenSpan,
	spokenTime,
	spokenWait,
	utcMinute,
} from "./wording.ts";

test("a difference has its sign, and a true minus", () => {
	expect([3, 0, -2].map(signed)).toEqual(["+3", "0", "−2"]);
});

test("a wait is stated in whole minutes, rounded up", () => {
	expect([1, 60, 61, 3_600].map(spokenWait)).toEqual(["a minute", "a minute", "2 minutes", "60 minutes"]);
});

test("numbers have digit groups, and a noun that agrees with them", () => {
	expect([0, 999, 1000, 10_000, 1_234_567].map(digitGroups)).toEqual(["0", "999", "1,000", "10,000", "1,234,567"]);
	expect([0, 1, 10_000].map((count) => counted(count, "leaf", "leaves"))).toEqual([
		"0 leaves",
		"1 leaf",
		"10,000 leaves",
	]);
	expect([0, 1, 10_000].map((count) => plainCount(count, "image"))).toEqual(["0 images", "1 image", "10000 images"]);
	expect(plainCount(3, "address", "addresses")).toBe("3 addresses");
	expect([0, 1, 2].map((count) => plural(count, "has", "have"))).toEqual(["have", "has", "have"]);
});

test("lists have no comma before their last item, and long ones end with a number", () => {
	expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map((items) => listing(items))).toEqual([
		"",
		"a",
		"a and b",
		"a, b and c",
	]);
	expect(listing(["a", "b", "c", "d", "e"])).toBe("a, b, c and 2 more");
	expect(listing(["a", "b", "c", "d"], 4)).toBe("a, b, c and d");
	expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(alternatives)).toEqual(["", "a", "a or b", "a, b or c"]);
});

test("a share never looks larger than it is", () => {
	expect([0, 0.934, 0.999, 1].map(percent)).toEqual(["0 %", "93 %", "99 %", "100 %"]);
	expect([0, 0.599, 0.6, 1].map(percentAtLeast)).toEqual(["0 %", "59 %", "60 %", "100 %"]);
});

test("a text is cut between characters", () => {
	expect([clipped("abcd", 4), clipped("abcde", 4), clipped("ab\u{1f600}c", 4)]).toEqual(["abcd", "abc…", "ab…"]);
	expect(shortDigest("0123456789abcdef0123")).toBe("0123456789abcdef…");
});

it.each([
	["2026-11-21T23:59:59.999Z", "21 Nov 2026"],
	["2026-05-01T00:00:00.000Z", "1 May 2026"],
	["2026-09-30T00:00:00.000Z", "30 Sep 2026"],
])("shortens the date %s to %s", (iso, words) => {
	expect(shortDate(iso)).toBe(words);
});

test("dates do not depend on a locale", () => {
	expect(spokenDate("2026-01-05T23:59:59.999Z")).toBe("5 January 2026");
	expect(spokenTime("2026-12-31T04:05:00.000Z")).toBe("31 December 2026, 04:05 UTC");
	expect(utcMinute("2026-12-31T04:05:06.000Z")).toBe("2026-12-31 04:05 UTC");
});

test("another locale and time zone give the same bytes", () => {
	const program = `
		import { counted, listing, spokenTime } from ${JSON.stringify(new URL("./wording.ts", import.meta.url).href)};
		console.log(counted(10000, "leaf", "leaves"), listing(["a", "b", "c"]), spokenTime("2026-12-31T23:59:00.000Z"));
	`;
	const env = { ...process.env, TZ: "Pacific/Kiritimati", LC_ALL: "de_DE.UTF-8", LANG: "de_DE.UTF-8" };
	const said = execFileSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" });
	expect(said).toBe("10,000 leaves a, b and c 31 December 2026, 23:59 UTC\n");
});

test.each([
	["2026-11-20T02:00:00.000Z", "2026-11-22T02:00:00.000Z", "from 20 November 2026 to 22 November 2026"],
	["2026-11-21T05:35:00.000Z", "2026-11-21T09:12:00.000Z", "on 21 November 2026, from 05:35 to 09:12 UTC"],
	[
		"2026-11-21T23:00:00.000Z",
		"2026-11-22T01:30:00.000Z",
		"from 21 November 2026, 23:00 UTC to 22 November 2026, 01:30 UTC",
	],
	["2026-11-21T05:35:01.000Z", "2026-11-21T05:35:40.000Z", "on 21 November 2026, 05:35 UTC"],
])("a span from %s to %s is %s", (from, to, words) => expect(spokenSpan(from, to)).toBe(words));

describe("closest", () => {
	it.each([
		["adit", "audit"],
		["simulat", "simulate"],
		["reseal", "seal"],
		["sael", undefined],
		["sea", "seal"],
		["x", undefined],
		["frobnicate", undefined],
	])("corrects %s to %s", (word, meant) => {
		expect(closest(word, ["audit", "seal", "simulate"])).toBe(meant);
	});
});

test.each([
	["2026", "2026-01-01T00:00:00.000Z", "2026", false],
	["2026-03", "2026-03-01T00:00:00.000Z", "2026-03", false],
	["2026-03-14", "2026-03-14T00:00:00.000Z", "2026-03-14", false],
	["2024-02-29", "2024-02-29T00:00:00.000Z", "2024-02-29", false],
	["2026-03-14T09:12Z", "2026-03-14T09:12:00.000Z", "2026-03-14", true],
	["2026-03-14T23:12:05+02:00", "2026-03-14T21:12:05.000Z", "2026-03-14", true],
	["2026-03-14T23:12:05.123456-05:00", "2026-03-15T04:12:05.000Z", "2026-03-14", true],
])("%s is %s", (text, iso, day, timed) => {
	expect(readW3cDatetime(text)).toEqual({ ms: Date.parse(iso), day, timed });
});

test.each([
	"",
	"yesterday",
	"14.03.2026",
	"2026-3-4",
	"2026-13-01",
	"2026-06-31",
	"2023-02-29",
	"2026-03-14T09:12:00",
	"2026-03-14 09:12:00Z",
	"2026-03-14T25:00Z",
	"2026-03-14T09:12:00+0200",
	"20260314",
	" 2026-03-14",
])("%j is not a date", (text) => {
	expect(readW3cDatetime(text)).toBeUndefined();
});
