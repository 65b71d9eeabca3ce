import fc from "fast-check";
import { expect, test } from "vitest";
import { apart } from "./history-lines.ts";

test("labels with room keep their places, a crowd keeps its middle", () => {
	expect(apart([100, 10], 16)).toEqual([100, 10]);
	expect(apart([50, 50, 50], 16)).toEqual([34, 50, 66]);
	expect(apart([10, 14, 100], 16)).toEqual([4, 20, 100]);
});

test("no two are nearer than asked, and their order stays", () => {
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 8 }), (heights) => {
			const placed = apart(heights, 16);
			const order = heights.map((_, index) => index).sort((a, b) => (placed[a] ?? 0) - (placed[b] ?? 0));
			for (const [rank, index] of order.entries()) {
				const above = order[rank - 1];
				if (above === undefined) continue;
				expect((placed[index] ?? 0) - (placed[above] ?? 0)).toBeGreaterThanOrEqual(15.8);
				expect(heights[index]).toBeGreaterThanOrEqual(heights[above] ?? 0);
			}
		}),
	);
});
