import { expect, test } from "vitest";
import { BAND_CONTOURS, bandLabels, cappedPoint, contourOf, PLOT, placePoint, xOf, yOf } from "./dual-axis-plot.ts";

const right = PLOT.left + PLOT.side;
const bottom = PLOT.top + PLOT.side;

test("structure grows to the right, accessibility upwards", () => {
	expect([xOf(0), xOf(100)]).toEqual([PLOT.left, right]);
	expect([yOf(0), yOf(100)]).toEqual([bottom, PLOT.top]);
});

test.each([1, 40, 50, 70, 90, 100])("both ends of the line %i have that mean, inside the frame", (score) => {
	const points = contourOf(score)
		.path.slice(1)
		.split("L")
		.map((pair) => pair.split(" ").map(Number));
	expect(points).toHaveLength(2);
	for (const [x = 0, y = 0] of points) {
		const structure = ((x - PLOT.left) / PLOT.side) * 100;
		const accessibility = (1 - (y - PLOT.top) / PLOT.side) * 100;
		expect((structure + accessibility) / 2).toBeCloseTo(score, 0);
		expect(x).toBeLessThanOrEqual(right);
		expect(y).toBeGreaterThanOrEqual(PLOT.top);
	}
});

test("a line leaves the frame where its other axis is full", () => {
	expect(contourOf(70).exitY).toBeCloseTo(yOf(40));
	expect(contourOf(30).exitY).toBeCloseTo(yOf(0));
});

test("the name of the lowest band does not overlap the line below a point", () => {
	const xUnder = (structure: number) => bandLabels({ structure, accessibility: 60 }).at(-1)?.x;
	expect(xUnder(18)).toBe(xOf(52));
	expect(xUnder(80)).toBe(xOf(3));
});

test("there is a line between two bands and a name for each", () => {
	expect(BAND_CONTOURS.map(({ score }) => score)).toEqual([90, 70, 50]);
	expect(bandLabels().map(({ words }) => words)).toEqual(["Ready", "Mostly ready", "Partly ready", "Not ready"]);
});

test.each([
	[{ structure: 100, accessibility: 100 }, "end", 1],
	[{ structure: 0, accessibility: 0 }, "start", -1],
	[{ structure: 71, accessibility: 50 }, "end", -1],
])("the label of %o stays inside the frame", (point, anchor, side) => {
	const { y, label } = placePoint(point);
	expect(label.anchor).toBe(anchor);
	expect(Math.sign(label.y - y)).toBe(side);
});

test("a capped site is on the line of its score, in the direction of its uncapped point", () => {
	const point = { structure: 20, accessibility: 80 };
	const capped = cappedPoint(point, 40);
	expect(((capped?.structure ?? 0) + (capped?.accessibility ?? 0)) / 2).toBeCloseTo(40);
	expect((capped?.accessibility ?? 0) / (capped?.structure ?? 1)).toBeCloseTo(4);
	expect(cappedPoint(point, 0)).toEqual({ structure: 0, accessibility: 0 });
});

test("without a cap there is one dot", () => {
	expect(cappedPoint({ structure: 80, accessibility: 71 }, 76)).toBeUndefined();
	expect(cappedPoint({ structure: 0, accessibility: 0 }, 0)).toBeUndefined();
});
