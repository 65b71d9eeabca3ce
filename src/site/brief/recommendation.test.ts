import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleReports } from "#audit/sample-audit.testkit.ts";
import type { Receipt } from "#core/receipt.ts";
import { gatedReceipt, makeFinding, makeReceipt, makeScores, store } from "../publication/receipt.testkit.ts";
import { type Brief, buildBrief } from "./brief.ts";
import { pathRows } from "./brief-charts.ts";
import { ENGLISH } from "./languages.ts";
import { actionsOf, firstFixes, fixSteps, RECOMMENDATION_LIMIT } from "./recommendation.ts";

const failing = (id: string, lift: number, parts = {}) =>
	makeFinding(id, "content", { outcome: "fail", fix: `Mend ${id}.`, lift, ...parts });
const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);

test("largest lift first, and at most the limit", () => {
	const findings = [1, 7, 3, 2, 5, 4, 6].map((lift) => failing(`f${lift}`, lift));
	expect(ids(firstFixes(makeReceipt({ findings })))).toEqual(["f7", "f6", "f5", "f4", "f3"]);
	expect(RECOMMENDATION_LIMIT).toBe(5);
});

test("a check that closes a gate comes first, even without a lift of its own", () => {
	const gates = [
		{ id: "noindex" as const, cap: 40, says: "Not indexed." },
		{ id: "search-blocked" as const, cap: 40, says: "Closed." },
	];
	const findings = [failing("title", 0, { weight: 5 }), failing("search-bots", 0), failing("noindex", 0)];
	const fixes = firstFixes(makeReceipt({ gates, findings }));
	expect(ids(fixes)).toEqual(["noindex", "search-bots", "title"]);
	expect(fixes.map((fix) => fix.gain)).toEqual([
		"Counts once all caps are lifted",
		"Counts once all caps are lifted",
		"Counts after steps 1 and 2",
	]);
});

test.each([
	[1, "+1 point"],
	[4, "+4 points"],
	[0, "Less than 0.1 points on its own"],
])("a lift of %i is stated as %s", (lift, gain) => {
	expect(firstFixes(makeReceipt({ findings: [failing("alt", lift)] }))[0]?.gain).toBe(gain);
});

test("a step has whole scores before and after it", () => {
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
		["noindex", "28 → 55"],
		["title", "55 → 65"],
		["alt", "Less than 1 point"],
	]);
});

test("findings that are unscored, pass or are charged elsewhere are not recommended", () => {
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

test("the verdict's first fault comes first, with the gain of the steps it overtakes", () => {
	const gates = [{ id: "noindex" as const, cap: 30, says: "It is not listed." }];
	const findings = [failing("sitemap", 3), failing("https", 2), failing("noindex", 0)];
	const steps = (...all: readonly string[]) => all.map((id, index) => ({ id, score: 40 + 10 * index }));
	const fixes = (...order: readonly string[]) =>
		firstFixes(makeReceipt({ scores: makeScores(10), findings, gates, firstFixes: steps(...order) }), "noindex").map(
			({ id, gain }) => [id, gain],
		);
	expect(fixes("sitemap", "noindex", "https")).toEqual([
		["noindex", "Steps 1 and 2 together: 10 → 50"],
		["sitemap", "Included above"],
		["https", "50 → 60"],
	]);
	expect(fixes("sitemap", "https")).toEqual([
		["noindex", "Everything else needs this step first"],
		["sitemap", "10 → 40"],
	]);
	expect(fixes("noindex", "sitemap", "https").map(([id]) => id)).toEqual(["noindex", "sitemap", "https"]);
});

test("no gain is shown without a home page", () => {
	const gates = [{ id: "home-error" as const, cap: 30, says: "It answers with an error." }];
	const receipt = makeReceipt({
		scores: makeScores(10),
		gates,
		findings: [failing("sitemap", 3), failing("home-status", 0)],
		firstFixes: [{ id: "home-status", score: 50 }],
	});
	expect(firstFixes(receipt).map(({ id, gain }) => [id, gain])).toEqual([
		["home-status", "Everything else needs this step first"],
		["sitemap", "Counts after step 1"],
	]);
	expect(briefOf(receipt).path).toBeUndefined();
});

const CHECKS = ["sitemap", "noindex", "https", "title", "alt", "canonical"] as const;
const GATE = { id: "noindex" as const, cap: 30, says: "It is not listed." };

const receipts = fc
	.record({
		today: fc.integer({ min: 0, max: 100 }),
		after: fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 5 }),
		order: fc.shuffledSubarray([...CHECKS], { minLength: 5 }),
		gated: fc.boolean(),
	})
	.map(({ today, after, order, gated }) =>
		makeReceipt({
			scores: makeScores(today),
			gates: gated ? [GATE] : [],
			firstFixes: after
				.toSorted((a, b) => a - b)
				.map((tenths, index) => ({ id: order[index] ?? "", score: tenths / 10 })),
			findings: CHECKS.map((id) => makeFinding(id, "content", { outcome: "fail", fix: `Mend ${id}.`, lift: 0.3 })),
		}),
	);

const samples = await sampleReports();

const briefOf = (receipt: Receipt): Brief =>
	buildBrief(store("a1", makeReceipt(receipt)), { baseUrl: "https://audit.example" });

/** What a reader with a pencil would do: the score that is shown, and the gains one after the other. */
function expectToAddUp(brief: Brief): void {
	const { path, actions, recommendations } = brief;
	if (!brief.ok || !path) return;
	expect(path.steps.map(({ title }) => title)).toEqual(actions.map(({ title }) => title));
	expect(recommendations.map(({ id }) => id)).toEqual(actions.map(({ id }) => id));
	let score = brief.overallScore;
	for (const [index, { gain }] of actions.entries()) {
		const [, before, to] = /(\d+) → (\d+)$/.exec(gain) ?? [gain, score, score];
		expect(gain, "a gain that a reader could hold against the order").not.toContain("+");
		expect(path.steps[index]).toMatchObject({ from: Number(before), to: Number(to) });
		expect(Number(before)).toBe(score);
		score = Number(to);
	}
	expect(path.reachable).toBe(score);
	const rows = pathRows({ path, repair: brief.repair }, ENGLISH);
	const rising = path.steps.filter(({ from, to }) => to > from).map(({ to }) => to);
	expect(rows.slice(0, rising.length + 1).map(({ to }) => to)).toEqual([brief.overallScore, ...rising]);
}

test("list and chart of any report have the same steps in order, each starting at the previous score", () => {
	fc.assert(fc.property(receipts, (receipt) => expectToAddUp(briefOf(receipt))));
});

test.each(samples.map((report) => [report.domain, report] as const))("so they do for %s", (_, report) =>
	expectToAddUp(briefOf(makeReceipt(report))),
);

test("there is no path without a score or steps", () => {
	expect(fixSteps(undefined, [{ id: "a", score: 4 }])).toEqual([]);
	expect(briefOf(makeReceipt({ scores: makeScores(40) })).path).toBeUndefined();
});

const address = (id: string) => `https://audit.example/brief/shop.example.org/findings/#finding-${id}`;
const actions = (receipt = gatedReceipt()) => actionsOf(firstFixes(receipt), receipt.findings, address, ENGLISH);

test("an action has the fault, its cost, the role that fixes it, and the exact line", () => {
	const [first] = actions();
	expect(first).toMatchObject({
		id: "noindex",
		who: "Developer",
		time: "about 15 minutes",
		exhibit: { at: "line 7", excerpt: '<meta name="robots" content="noindex">' },
		closesGate: true,
	});
	expect(first?.consequence).toMatch(/people who search/);
});

test("the text for a developer is self-contained: evidence, place, fix and link", () => {
	expect(actions()[0]?.forDeveloper.split("\n\n").slice(1)).toEqual([
		"What we found\nThe page carries a robots directive that keeps it out of every index.",
		'https://shop.example.org/, line 7\n<meta name="robots" content="noindex">',
		'What to do.\nRemove <meta name="robots" content="noindex"> from the home page.',
		`Why: the standard: https://www.rfc-editor.org/rfc/rfc9309\nFull details: ${address("noindex")}`,
	]);
});

test("pasted text has no invisible characters", () => {
	const evidence = [{ url: "https://shop.example.org/", excerpt: "a\u202Eb\u200Bc\u001B[2Jd\rrm" }];
	const hostile = makeFinding("noindex", "access", { outcome: "fail", lift: 9, fix: "Mend it.", evidence });
	const [action] = actions({ ...gatedReceipt(), findings: [hostile] });
	expect(action?.forDeveloper).toContain("abc [2Jd rm");
	expect(action?.forDeveloper.replaceAll("\n", "")).toMatch(/^[^\p{Cc}\u202E\u200B]*$/u);
});
