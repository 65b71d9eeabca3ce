import { expect, test } from "vitest";
import { makeFinding, makeReceipt } from "../publication/receipt.testkit.ts";
import { byLift, firstFixes, RECOMMENDATION_LIMIT } from "./recommendation.ts";

const failing = (id: string, lift: number, parts = {}) =>
	makeFinding(id, "content", { outcome: "fail", fix: `Mend ${id}.`, lift, ...parts });
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);

test("largest lift first, and at most the limit", () => {
	const findings = [1, 7, 3, 2, 5, 4, 6].map((lift) => failing(`f${lift}`, lift));
	expect(ids(firstFixes(makeReceipt({ findings })))).toEqual(["f7", "f6", "f5", "f4", "f3"]);
	expect(RECOMMENDATION_LIMIT).toBe(5);
});

test("equal lifts: fail before partial, heavy before light, then by id", () => {
	const findings = [
		failing("zz", 0, { weight: 5 }),
		failing("bb", 0),
		makeFinding("half", "content", { outcome: "partial", ratio: 0.5, weight: 5, fix: "Mend it." }),
		failing("aa", 0),
	];
	expect(ids(findings.sort(byLift))).toEqual(["zz", "aa", "bb", "half"]);
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

test("a step states what it adds to the ones before it", () => {
	const receipt = makeReceipt({
		firstFixes: [
			{ id: "noindex", score: 55.1 },
			{ id: "title", score: 65.2 },
		],
		findings: [failing("noindex", 27.6), failing("title", 7.5), failing("alt", 2)],
	});
	expect(firstFixes(receipt).map(({ id, gain }) => [id, gain])).toEqual([
		["noindex", "+27.6 points, score 55.1 after this step"],
		["title", "+10.1 points, score 65.2 after this step"],
		["alt", "+2 points"],
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

test("what the verdict begins with stands first, and scores that do not know of it are not stated", () => {
	const gates = [{ id: "home-error" as const, cap: 30, says: "It answers with an error." }];
	const findings = [failing("sitemap", 3), failing("https", 2), failing("home-status", 0)];
	const steps = (...all: readonly string[]) => all.map((id, index) => ({ id, score: 40 + 10 * index }));
	const unstated = firstFixes(makeReceipt({ findings, gates, firstFixes: steps("sitemap", "https") }), "home-status");
	expect(unstated.map(({ id, gain, scoreAfter }) => ({ id, gain, scoreAfter }))).toEqual([
		{ id: "home-status", gain: "The other steps count after it", scoreAfter: undefined },
		{ id: "sitemap", gain: "+3 points", scoreAfter: undefined },
		{ id: "https", gain: "+2 points", scoreAfter: undefined },
	]);
	const stated = steps("sitemap", "home-status", "https");
	const moved = firstFixes(makeReceipt({ findings, gates, firstFixes: stated }), "home-status");
	expect(moved.map(({ id, scoreAfter }) => ({ id, scoreAfter }))).toEqual([
		{ id: "home-status", scoreAfter: undefined },
		{ id: "sitemap", scoreAfter: undefined },
		{ id: "https", scoreAfter: 60 },
	]);
	const asStated = makeReceipt({ findings, gates, firstFixes: steps("home-status", "sitemap", "https") });
	expect(firstFixes(asStated, "home-status")).toEqual(firstFixes(asStated));
});
