import fc from "fast-check";
import { expect, test } from "vitest";
import { peerColumns, STRIP, STRIP_EDGES } from "./peers-strip.ts";

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
