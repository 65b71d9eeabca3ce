import { describe, expect, it, test } from "vitest";
import { BAND_MARK, BANDS, bandBars, bandOf } from "./band.ts";

test.each([
	[100, "Ready"],
	[90, "Ready"],
	[89, "Mostly ready"],
	[70, "Mostly ready"],
	[69, "Partly ready"],
	[50, "Partly ready"],
	[49, "Not ready"],
	[0, "Not ready"],
])("%i is %s", (score, words) => {
	expect(bandOf(score).words).toBe(words);
});

test("the bands leave no gap", () => {
	const scores = Array.from({ length: 101 }, (_, score) => score);
	for (const score of scores) expect(BANDS.filter(({ from, to }) => score >= from && score <= to)).toHaveLength(1);
});

describe("bandBars", () => {
	it("fills bars by level, lowest first, and none without a score", () => {
		const full = (level: number) => bandBars(level).map((bar) => bar.full);
		expect(BANDS.map(({ level }) => full(level).filter(Boolean).length)).toEqual([4, 3, 2, 1]);
		expect(full(2)).toEqual([true, true, false, false]);
		expect(full(0)).toEqual([false, false, false, false]);
	});

	it("is inside its square without touching the edges", () => {
		const bars = bandBars(3);
		bars.forEach(({ x, y, width, height }, index) => {
			expect(y + height).toBe(BAND_MARK.size);
			expect(x).toBeGreaterThanOrEqual(0);
			expect(x + width).toBeLessThan(bars[index + 1]?.x ?? BAND_MARK.size);
		});
	});
});
