import fc from "fast-check";
import { expect, test } from "vitest";
import { fewWords, spreadOf } from "./spread.ts";

// Worked by hand: positions (n - 1) × ¼, ½ and ¾ in the sorted list, between neighbours in proportion.
test.each([
	[[7], 7, 7, 7],
	[[10, 20], 12.5, 15, 17.5],
	[[30, 10, 20], 15, 20, 25],
	[[1, 2, 3, 4], 1.8, 2.5, 3.3],
	[[100, 0, 50, 75, 25], 25, 50, 75],
	[[80, 80, 80, 20], 65, 80, 80],
])("%j has quartiles %d and %d about %d", (values, lowerQuartile, median, upperQuartile) => {
	expect(spreadOf(values)).toEqual({ count: values.length, lowerQuartile, median, upperQuartile });
});

test("no values have no spread", () => {
	expect(spreadOf([])).toBeUndefined();
});

test("for any scores: in order, within the scores, half on either side, whatever the order they come in", () => {
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

test("few sites are said to be few", () => {
	expect(fewWords(1)).toBe("1 site: too few to mean much");
	expect(fewWords(9)).toBe("9 sites: too few to mean much");
	expect(fewWords(10)).toBeUndefined();
});
