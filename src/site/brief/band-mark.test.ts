import { describe, expect, it } from "vitest";
import { BANDS } from "./band.ts";
import { BAND_MARK, bandBars } from "./band-mark.ts";

describe("bandBars", () => {
	it("fills as many bars as the band is good, lowest first, and none without a score", () => {
		const full = (level: number) => bandBars(level).map((bar) => bar.full);
		expect(BANDS.map(({ level }) => full(level).filter(Boolean).length)).toEqual([4, 3, 2, 1]);
		expect(full(2)).toEqual([true, true, false, false]);
		expect(full(0)).toEqual([false, false, false, false]);
	});

	it("stands on the ground of its square, inside it, without touching", () => {
		const bars = bandBars(3);
		bars.forEach(({ x, y, width, height }, index) => {
			expect(y + height).toBe(BAND_MARK.size);
			expect(x).toBeGreaterThanOrEqual(0);
			expect(x + width).toBeLessThan(bars[index + 1]?.x ?? BAND_MARK.size);
		});
	});
});
