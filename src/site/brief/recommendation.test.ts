import { expect, test } from "vitest";
import { makeFinding, makeReceipt, makeScores } from "../publication/receipt.testkit.ts";
import { firstFixes, RECOMMENDATION_LIMIT } from "./recommendation.ts";

const failing = (id: string, lift: number, parts = {}) =>
	makeFinding(id, "content", { outcome: "fail", fix: `Mend ${id}.`, lift, ...parts });
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);

test("largest lift first, and at most the limit", () => {
	const findings = [1, 7, 3, 2, 5, 4, 6].map((lift) => failing(`f${lift}`, lift));
	expect(ids(firstFixes(makeReceipt({ findings })))).toEqual(["f7", "f6", "f5", "f4", "f3"]);
	expect(RECOMMENDATION_LIMIT).toBe(5);
});

test("a check that closes a gate stands first, even where its lift alone is nothing", () => {
	const gates = [
		{ id: "noindex" as const, cap: 40, says: "Not indexed." },
		{ id: "search-blocked" as const, cap: 40, says: "Closed." },
	];
	const findings = [failing("title", 0, { weight: 5 }), failing("search-bots", 0), failing("noindex", 0)];
	const fixes = firstFixes(makeReceipt({ gates, findings }));
	expect(ids(fixes)).toEqual(["noindex", "search-bots", "title"]);
	expect(fixes.map((fix) => fix.gain)).toEqual([
		"Counts when all caps are lifted",
		"Counts when all caps are lifted",
		"Counts after steps 1 and 2",
	]);
});

test.each([
	[1, "+1 point"],
	[4, "+4 points"],
	[0, "Less than a tenth of a point alone"],
])("a lift of %i is stated as %s", (lift, gain) => {
	expect(firstFixes(makeReceipt({ findings: [failing("alt", lift)] }))[0]?.gain).toBe(gain);
});

test("a step states in whole points what it adds to the score that stands before it", () => {
	const receipt = makeReceipt({
		scores: makeScores(28),
		firstFixes: [
			{ id: "noindex", score: 55.1 },
			{ id: "title", score: 65.2 },
			{ id: "alt", score: 65.4 },
		],
		findings: [failing("noindex", 27.6), failing("title", 7.5), failing("alt", 2)],
	});
	expect(firstFixes(receipt).map(({ id, gain }) => [id, gain])).toEqual([
		["noindex", "+27 points, to 55"],
		["title", "+10 points, to 65"],
		["alt", "Less than a point"],
	]);
});

test("what is not scored, passes, or is charged elsewhere is no recommendation", () => {
	const findings = [
		failing("training-stance", 0, { scored: false }),
		makeFinding("title", "discovery"),
		makeFinding("canonical", "discovery", {
			outcome: "not-applicable",
			chargedTo: "noindex",
			own: { outcome: "fail" },
		}),
		makeFinding("https", "delivery", { outcome: "unknown" }),
	];
	expect(firstFixes(makeReceipt({ findings }))).toEqual([]);
});

test("what the verdict begins with stands first, and its gain is that of the steps that it was put before", () => {
	const gates = [{ id: "home-error" as const, cap: 30, says: "It answers with an error." }];
	const findings = [failing("sitemap", 3), failing("https", 2), failing("home-status", 0)];
	const steps = (...all: readonly string[]) => all.map((id, index) => ({ id, score: 40 + 10 * index }));
	const fixes = (...order: readonly string[]) =>
		firstFixes(
			makeReceipt({ scores: makeScores(10), findings, gates, firstFixes: steps(...order) }),
			"home-status",
		).map(({ id, gain }) => [id, gain]);
	expect(fixes("sitemap", "home-status", "https")).toEqual([
		["home-status", "+40 points, to 50, with step 2"],
		["sitemap", "Counted in step 1"],
		["https", "+10 points, to 60"],
	]);
	expect(fixes("sitemap", "https")).toEqual([
		["home-status", "The other steps count after it"],
		["sitemap", "+30 points, to 40"],
	]);
	expect(fixes("home-status", "sitemap", "https").map(([id]) => id)).toEqual(["home-status", "sitemap", "https"]);
});
