import fc from "fast-check";
import { expect, test } from "vitest";
import { CURRENT_METHODOLOGY, METHODOLOGY } from "#core/methodology.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Scores } from "#core/report.ts";
import { makeSite } from "../publication/public-site.testkit.ts";
import { makeReceipt, makeScores, store, storedSamples } from "../publication/receipt.testkit.ts";
import {
	BAND_RANGES,
	buildStats,
	comparedRows,
	distribute,
	ENOUGH_SITES,
	fewSites,
	gatesLead,
	HISTOGRAM,
	HISTOGRAM_BASE,
	histogramBars,
	spreadOf,
	statsCaveats,
	statsLead,
} from "./stats.ts";

let made = 0;
const site = (overall: number, parts: Partial<Receipt> = {}, scores: Partial<Scores> = {}) => {
	made += 1;
	const domain = `site-${made}.example.org`;
	return makeSite([store(`a${made}`, makeReceipt({ domain, scores: makeScores(overall, scores), ...parts }))]);
};
const shop = { preset: { key: "ecommerce", says: "Declared." } } as const;

const sites = [
	site(40, shop, { axes: { structure: 30, accessibility: 55 } }),
	site(60, shop, { axes: { structure: 50, accessibility: 70 } }),
	site(90, {}, { axes: { structure: 80, accessibility: 99 } }),
	site(71, { methodology: "0.0.9", auditedAt: "2026-10-02T02:00:00.000Z" }),
	...storedSamples().map((stored) => makeSite([stored])),
];
const stats = buildStats(sites);

test("the newest audit of each site counts, and sites without a score are counted separately", () => {
	const [now, then] = [
		store("b", makeReceipt({ scores: makeScores(20) })),
		store("c", makeReceipt({ auditedAt: "2026-01-01T00:00:00.000Z" })),
	];
	expect(buildStats([makeSite([then, now])]).overall.spread).toMatchObject({ count: 1, median: 20 });
	expect(stats).toMatchObject({ sites: 8, unscored: 1, folders: 1, distribution: { count: 7 } });
});

test("medians by kind, axis and pillar match manual results", () => {
	const medians = (rows: readonly { label: string; spread: { median: number } | undefined }[]) =>
		Object.fromEntries(rows.map(({ label, spread }) => [label, spread?.median]));
	// 91, 90, 71, 64, 60, 40, 40
	expect(stats.overall.spread).toEqual({
		count: 7,
		lowest: 40,
		lowerQuartile: 50,
		median: 64,
		upperQuartile: 80.5,
		highest: 91,
	});
	expect(medians(stats.kinds)).toMatchObject({ "Software as a service": undefined, Publisher: 91 });
	expect(stats.kinds.reduce((sum, { spread }) => sum + (spread?.count ?? 0), 0)).toBe(7);
	const three = buildStats(sites.slice(0, 3));
	expect(three.axes).toEqual([
		{
			label: "Structure",
			spread: { count: 3, lowest: 30, lowerQuartile: 40, median: 50, upperQuartile: 65, highest: 80 },
		},
		{
			label: "Accessibility",
			spread: { count: 3, lowest: 55, lowerQuartile: 62.5, median: 70, upperQuartile: 84.5, highest: 99 },
		},
	]);
});

test("a pillar counts the sites that have it", () => {
	const pillar = (score: number) => ({ key: "data", label: "", score, summary: "" }) as const;
	const { pillars } = buildStats([
		site(50, {}, { pillars: [pillar(20)] }),
		site(50, {}, { pillars: [pillar(90)] }),
		site(50),
	]);
	expect(pillars.map(({ spread }) => spread?.count ?? 0)).toEqual([0, 0, 0, 0, 2, 0, 0, 0]);
	expect(pillars[4]?.spread).toMatchObject({ lowerQuartile: 37.5, median: 55, upperQuartile: 72.5 });
});

test("a kind's quartiles are computed from its sites only", () => {
	const kinds = buildStats(sites.slice(0, 3)).kinds;
	expect(kinds.find(({ label }) => label === "Online shop")?.spread).toEqual({
		count: 2,
		lowest: 40,
		lowerQuartile: 45,
		median: 50,
		upperQuartile: 55,
		highest: 60,
	});
});

test("each cap is counted, even with 0 sites", () => {
	const closed = Object.fromEntries(stats.gates.map(({ label, sites: count }) => [label, count]));
	expect(stats.gates).toHaveLength(CURRENT_METHODOLOGY.gates.length);
	expect(closed["Google, Bing or both must leave the home page out of their results."]).toBe(1);
	expect(closed["Browsers warn people who open the site."]).toBe(0);
	expect(gatesLead(stats)).toBe("A grave fault caps the score of 1 site.");
	expect(gatesLead(buildStats([]))).toBe("No site's score is capped.");
});

test("the basis and limits of the numbers are stated", () => {
	expect(statsLead(stats)).toBe("The newest audits of 8 sites, from 2 October 2026 to 20 November 2026.");
	expect(statsCaveats(stats)).toEqual([
		"1 site could not be audited and has no score.",
		"1 site was audited from a folder before publication.",
		`Judged by more than one methodology, whose scores do not compare: ${METHODOLOGY}, 6 sites; 0.0.9, 1 site.`,
	]);
	expect(statsCaveats(buildStats(Array.from({ length: 10 }, () => site(50))))).toEqual([]);
	expect(statsLead(buildStats([]))).toBe("No site has been audited yet.");
});

// Worked by hand: positions (n - 1) × ¼, ½ and ¾ in the sorted list, between neighbours in proportion.
test.each([
	[[7], 7, 7, 7],
	[[10, 20], 12.5, 15, 17.5],
	[[30, 10, 20], 15, 20, 25],
	[[1, 2, 3, 4], 1.8, 2.5, 3.3],
	[[100, 0, 50, 75, 25], 25, 50, 75],
	[[80, 80, 80, 20], 65, 80, 80],
])("%j has quartiles %d and %d about %d", (values, lowerQuartile, median, upperQuartile) => {
	const [lowest, highest] = [Math.min(...values), Math.max(...values)];
	expect(spreadOf(values)).toEqual({ count: values.length, lowest, lowerQuartile, median, upperQuartile, highest });
});

test("no values have no spread", () => {
	expect(spreadOf([])).toBeUndefined();
});

test("quartiles of any scores are ordered, within range, and independent of input order", () => {
	const scores = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 60 });
	fc.assert(
		fc.property(scores, (values) => {
			const spread = spreadOf(values);
			if (!spread) throw new Error("There are values.");
			const { lowerQuartile, median, upperQuartile } = spread;
			const ordered = [Math.min(...values), lowerQuartile, median, upperQuartile, Math.max(...values)];
			expect(ordered).toEqual(ordered.toSorted((a, b) => a - b));
			expect(values.filter((value) => value <= median).length * 2).toBeGreaterThanOrEqual(values.length);
			expect(values.filter((value) => value >= median).length * 2).toBeGreaterThanOrEqual(values.length);
			expect(spreadOf(values.toReversed())).toEqual(spread);
		}),
	);
});

test("fewer than ten sites are one sentence, ten are none", () => {
	const few = (...scores: readonly number[]) => fewSites(buildStats(scores.map((score) => site(score))));
	expect(few(40, 90, 70)).toBe(
		"3 sites on the wall score from 40 to 90 of 100, median 70; statistics begin at 10 sites.",
	);
	expect(few(64)).toBe("1 site on the wall scores 64 of 100; statistics begin at 10 sites.");
	expect(few(...Array<number>(10).fill(50))).toBeUndefined();
	expect(few()).toBeUndefined();
});

test("any row is compared if it has at least 10 sites, else named in the note", () => {
	const row = fc.record({ label: fc.string(), scores: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 14 }) });
	fc.assert(
		fc.property(fc.array(row), (given) => {
			const all = given.map(({ label, scores }) => ({ label, spread: spreadOf(scores) }));
			const { rows, left = "" } = comparedRows(all);
			for (const each of all) {
				const count = each.spread?.count ?? 0;
				expect(rows.includes(each)).toBe(count >= ENOUGH_SITES);
				if (count > 0 && count < ENOUGH_SITES) expect(left).toContain(`${each.label} ${count}`);
			}
		}),
	);
});

const counts = (scores: readonly number[]) => distribute(scores).bins.map(({ count }) => count);

test("each score is in one bin; 100 is in the last, and the edges of the bands are edges of bins", () => {
	expect(counts([0, 9, 10, 49, 50, 69, 70, 89, 90, 99, 100])).toEqual(
		[2, 1, 0, 0, 1, 1, 1, 1, 1, 3].with(6, 1).with(5, 1),
	);
	const every = Array.from({ length: 101 }, (_, score) => score);
	expect(counts(every)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 11]);
});

test("bands have their share, and the label has all of them", () => {
	const { bands, label } = distribute([95, 72, 70, 50, 12, 12]);
	expect(bands.map(({ band, count, share }) => [band.words, count, share])).toEqual([
		["Ready", 1, 1 / 6],
		["Mostly ready", 2, 1 / 3],
		["Partly ready", 1, 1 / 6],
		["Not ready", 2, 1 / 3],
	]);
	expect(label).toBe(
		"Overall scores of 6 sites: Ready (90 to 100) 1, 17 %; Mostly ready (70 to 89) 2, 33 %; Partly ready (50 to 69) 1, 17 %; Not ready (0 to 49) 2, 33 %.",
	);
});

test("without sites there are no bars and shares", () => {
	const { bins, bands } = distribute([]);
	expect(histogramBars(bins).every(({ height }) => height === 0)).toBe(true);
	expect(bands.every(({ share }) => share === 0)).toBe(true);
});

test("bars start at the base, the largest reaches the top, and one site among thousands is visible", () => {
	const bars = histogramBars(distribute([5, ...Array<number>(5000).fill(75)]).bins);
	for (const { y, height } of bars) expect(y + height).toBeCloseTo(HISTOGRAM_BASE, 5);
	expect(bars[7]).toMatchObject({ y: HISTOGRAM.top });
	expect(bars[0]?.height).toBeGreaterThanOrEqual(1.5);
	expect(bars[1]?.height).toBe(0);
});

test("bars are between the edges of their band", () => {
	const bars = histogramBars(distribute([1]).bins);
	for (const { from, x } of BAND_RANGES) {
		const bar = bars.find((each) => each.from === from);
		const before = bars.find((each) => each.to === from - 1);
		expect(bar?.x).toBeGreaterThan(x);
		if (before) expect(before.x + before.width).toBeLessThan(x);
	}
});
