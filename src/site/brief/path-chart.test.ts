import fc from "fast-check";
import { expect, test } from "vitest";
import { risingSteps } from "./fix-path.ts";
import { BAND_LINES, pathColumns, WATERFALL } from "./path-chart.ts";

const names = { today: "today", reachable: "reachable" };
const [bottom, right] = [WATERFALL.height - WATERFALL.bottom, WATERFALL.width - WATERFALL.right];
const score = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);

/** A path whose scores rise, as those of briefs do. */
const paths = fc.array(score, { minLength: 2, maxLength: 7 }).map((scores) => {
	const [from = 0, ...rest] = scores.toSorted((a, b) => a - b);
	const reachable = rest.pop() ?? from;
	const steps = rest.map((to, index) => ({ title: `Fix ${index}`, from: rest[index - 1] ?? from, to }));
	return { from, steps, reachable };
});

test("every column stands inside the field, on the ground or between two scores, clear of its neighbours", () => {
	fc.assert(
		fc.property(paths, (path) => {
			const columns = pathColumns(path, names);
			expect(columns).toHaveLength(risingSteps(path).length + 2);
			for (const [index, { kind, x, y, width, height, reach }] of columns.entries()) {
				expect(x).toBeGreaterThanOrEqual(WATERFALL.left);
				expect(x + width).toBeLessThanOrEqual(right + 0.1);
				expect(y).toBeGreaterThanOrEqual(WATERFALL.top - 0.1);
				expect(y + height).toBeLessThanOrEqual(bottom + 0.1);
				if (kind === "score") expect(y + height).toBeCloseTo(bottom, 1);
				const next = columns[index + 1];
				if (next) expect(reach.to).toBeCloseTo(next.x, 0);
				if (next) expect(x + width).toBeLessThan(next.x);
			}
		}),
	);
});

test("a step hangs from the score before it to the one after it", () => {
	const path = { from: 12, steps: [{ title: "noindex", from: 12, to: 32.7 }], reachable: 98 };
	const [today, step, end] = pathColumns(path, names);
	expect([today?.name, step?.name, end?.name]).toEqual(["today", "1", "reachable"]);
	expect([today?.value, step?.value, end?.value]).toEqual(["12", "+21", "98"]);
	expect(step?.y).toBe(step?.reach.y);
	expect((step?.y ?? 0) + (step?.height ?? 0)).toBeCloseTo(today?.reach.y ?? 0, 1);
});

test("what gains next to nothing can still be seen, and what gains nothing has no column", () => {
	const steps = [
		{ title: "a", from: 50, to: 50 },
		{ title: "b", from: 50, to: 50.1 },
	];
	const columns = pathColumns({ from: 50, steps, reachable: 50.1 }, names);
	expect(columns.map(({ name, value }) => [name, value])).toEqual([
		["today", "50"],
		["2", "+0.1"],
		["reachable", "50"],
	]);
	for (const { height } of columns) expect(height).toBeGreaterThan(1);
});

test("the bands' names stand in their order, highest on top", () => {
	const heights = BAND_LINES.map(({ y }) => y);
	expect(heights).toEqual(heights.toSorted((a, b) => a - b));
});
