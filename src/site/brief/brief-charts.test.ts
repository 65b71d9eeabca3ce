import fc from "fast-check";
import { expect, test } from "vitest";
import {
	BAND_LINES,
	pathColumns,
	peerColumns,
	SINCE,
	STRIP,
	STRIP_EDGES,
	sinceLine,
	WATERFALL,
} from "./brief-charts.ts";
import { ENGLISH } from "./languages.ts";
import { risingSteps } from "./recommendation.ts";

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
			const columns = pathColumns(path, ENGLISH);
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
	const [today, step, end] = pathColumns(path, ENGLISH);
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
	const columns = pathColumns({ from: 50, steps, reachable: 50.1 }, ENGLISH);
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

const scores = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 400 });

/** Columns of a path as pairs of both ends. */
const columnsOf = (path: string) =>
	Array.from(path.matchAll(/M([\d.]+),([\d.]+)L([\d.]+),([\d.]+)/g), (found) => found.slice(1).map(Number));

test("every site but the marked one stands in a column, and all of them stand inside the drawing", () => {
	fc.assert(
		fc.property(scores, fc.nat(), (all, chosen) => {
			const mark = all[chosen % all.length] ?? 0;
			const { path, dotted } = peerColumns(all, mark);
			const columns = columnsOf(path);
			for (const [x = 0, ground = 0, upper = 0, top = -1] of columns) {
				expect(upper).toBe(x);
				expect(x).toBeGreaterThanOrEqual(STRIP.margin);
				expect(x).toBeLessThanOrEqual(STRIP.width - STRIP.margin);
				expect(ground).toBeLessThan(STRIP.base);
				expect(top).toBeGreaterThan(0);
			}
			const dots = columns.map(([, ground = 0, , top = 0]) => 1 + Math.round((ground - top) / STRIP.step));
			if (dotted) expect(dots.reduce((sum, count) => sum + count, 0)).toBe(all.length - 1);
		}),
	);
});

test("ten thousand sites draw no more than a hundred", () => {
	const many = Array.from({ length: 10_000 }, (_, index) => index % 101);
	const { path, dotted } = peerColumns(many, 40);
	expect(dotted).toBe(false);
	expect(columnsOf(path).length).toBeLessThanOrEqual(51);
});

test.each([
	[3, "start"],
	[50, "middle"],
	[99, "end"],
])("the words at %i begin where there is room for them", (score, anchor) => {
	expect(peerColumns([score, 20, 30], score).mark.anchor).toBe(anchor);
});

test("the bands' edges stand under the line", () => {
	expect(STRIP_EDGES.map(({ score }) => score)).toEqual([0, 50, 70, 90, 100]);
});

const audit = (day: number, score?: number) => ({
	at: `2026-11-${String(day).padStart(2, "0")}T00:00:00.000Z`,
	...(score === undefined ? {} : { score }),
});

test("there is no line through fewer than two scores", () => {
	expect(sinceLine([])).toBeUndefined();
	expect(sinceLine([audit(1, 40), audit(2)])).toBeUndefined();
});

test("the line runs from the first audit to the last, on a scale from 0 to 100", () => {
	const line = sinceLine([audit(1, 0), audit(11, 50), audit(21, 100)]);
	expect(line?.path).toBe(`M5,51L120,51L120,28L235,28L235,5`);
	expect(line?.end).toEqual({ x: SINCE.width - SINCE.margin, y: SINCE.margin });
});

test("an audit without a score breaks the line", () => {
	const path = sinceLine([audit(1, 40), audit(2, 42), audit(3), audit(4, 60), audit(5, 61)])?.path ?? "";
	expect(path.match(/M/g)).toHaveLength(2);
});

test("audits of one moment stand somewhere", () => {
	expect(sinceLine([audit(1, 40), audit(1, 41)])?.path).not.toContain("NaN");
});
