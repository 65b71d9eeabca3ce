import { expect, test } from "vitest";
import { BAND_RANGES, distribute, HISTOGRAM, HISTOGRAM_BASE, histogramBars } from "./distribution.ts";

const counts = (scores: readonly number[]) => distribute(scores).bins.map(({ count }) => count);

test("each score is in one bin; 100 is in the last, and the edges of the bands are edges of bins", () => {
	expect(counts([0, 9, 10, 49, 50, 69, 70, 89, 90, 99, 100])).toEqual(
		[2, 1, 0, 0, 1, 1, 1, 1, 1, 3].with(6, 1).with(5, 1),
	);
	const every = Array.from({ length: 101 }, (_, score) => score);
	expect(counts(every)).toEqual([10, 10, 10, 10, 10, 10, 10, 10, 10, 11]);
});

test("bands have their share, and the label says all of it", () => {
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

test("nothing to show gives no bar and no share", () => {
	const { bins, bands } = distribute([]);
	expect(histogramBars(bins).every(({ height }) => height === 0)).toBe(true);
	expect(bands.every(({ share }) => share === 0)).toBe(true);
});

test("bars stand on the base, the fullest reaches the top, and one site among thousands is seen", () => {
	const bars = histogramBars(distribute([5, ...Array<number>(5000).fill(75)]).bins);
	for (const { y, height } of bars) expect(y + height).toBeCloseTo(HISTOGRAM_BASE, 5);
	expect(bars[7]).toMatchObject({ y: HISTOGRAM.top });
	expect(bars[0]?.height).toBeGreaterThanOrEqual(1.5);
	expect(bars[1]?.height).toBe(0);
});

test("bars lie between the edges of their band", () => {
	const bars = histogramBars(distribute([1]).bins);
	for (const { from, x } of BAND_RANGES) {
		const bar = bars.find((each) => each.from === from);
		const before = bars.find((each) => each.to === from - 1);
		expect(bar?.x).toBeGreaterThan(x);
		if (before) expect(before.x + before.width).toBeLessThan(x);
	}
});
