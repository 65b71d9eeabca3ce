import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { relativePath } from "./relative-path.ts";

describe("relativePath", () => {
	it("writes lines, repeated points and closed outlines briefly", () => {
		expect(relativePath("M10 20L10 20L30 20L30 40L0 0ZM12 812L5 5", 10, 1)).toBe("m10 10h20v20l-30-40zm2 792l-7-807");
	});

	it("leaves out a control point that is the mirror of the one before", () => {
		expect(relativePath("M0 0Q10 0 20 10Q30 20 40 20Q99 99 0 0", 0, 1)).toBe("m0 0q10 0 20 10t20 10q59 79-40-20");
	});

	it("takes a control point for the mirror when it is one unit away, not two", () => {
		expect(relativePath("M0 0Q10 0 20 10Q31 20 40 20", 0, 1)).toBe("m0 0q10 0 20 10t20 10");
		expect(relativePath("M0 0Q10 0 20 10Q32 20 40 20", 0, 1)).toBe("m0 0q10 0 20 10 12 10 20 10");
	});

	it("draws a line for what hardly curves", () => {
		expect(relativePath("M0 0Q10 1 20 0Q30 2 40 0Q60 0 50 0", 0, 1)).toBe("m0 0h20q10 2 20 0 20 0 10 0");
	});

	it("names a command again after what was left out", () => {
		expect(relativePath("M0 0L5 6L5 6L5 9L5 4", 0, 1)).toBe("m0 0l5 6v3-5");
	});

	it("snaps to a coarser grid", () => {
		expect(relativePath("M14 6L26 6L26 -104", 0, 10)).toBe("m1 1h2v-11");
	});

	it.each(["M1 2C1 2 3 4 5 6", "M1", "M1 2<script>", "A1 1 0 0 0 1 1"])("refuses %s", (data) => {
		expect(() => relativePath(data, 0, 1)).toThrow(TypeError);
	});

	it("strays from the outline by no more than two units of the grid, however long it is", () => {
		const coordinate = fc.integer({ min: -500, max: 500 });
		const point = fc.tuple(coordinate, coordinate);
		const curve = fc.tuple(point, point).map((points) => ({ command: "Q", points }));
		const straight = point.map((end) => ({ command: "L", points: [end] }));
		fc.assert(
			fc.property(fc.array(fc.oneof(curve, straight), { minLength: 1, maxLength: 6 }), (segments) => {
				const data = `M0 0${segments.map(({ command, points }) => `${command}${points.flat().join(" ")}`).join("")}`;
				const drawn = [...drawnPoints(relativePath(data, 0, 5))].map(([x, y]) => [x * 5, y * 5] as const);
				for (const meant of drawnPoints(data)) {
					const nearest = Math.min(...drawn.slice(1).map((end, at) => distance(meant, drawn[at] ?? end, end)));
					expect(nearest).toBeLessThan(10);
				}
			}),
		);
	});
});

type Point = readonly [number, number];

function distance([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
	const [across, down] = [toX - fromX, toY - fromY];
	const along = ((x - fromX) * across + (y - fromY) * down) / (across * across + down * down || 1);
	const part = Math.min(1, Math.max(0, along));
	return Math.hypot(x - fromX - part * across, y - fromY - part * down);
}

/** How many numbers each command takes. */
const TAKES: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, q: 4, t: 2, z: 0 };

function* commands(path: string): Generator<readonly [string, readonly number[]]> {
	for (const [, command = "", rest = ""] of path.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
		const numbers = (rest.match(/-?\d+/g) ?? []).map(Number);
		const takes = TAKES[command.toLowerCase()] ?? 0;
		for (let at = 0; at === 0 || at < numbers.length; at += takes) yield [command, numbers.slice(at, at + takes)];
	}
}

/** Points along a path, read as SVG reads them. */
function* drawnPoints(path: string): Generator<Point> {
	let [x, y] = [0, 0];
	let mirror: Point = [0, 0];
	for (const [command, [a = 0, b = 0, c = 0, d = 0]] of commands(path)) {
		const [fromX, fromY] = [x, y];
		let control: Point | undefined;
		if (command === "h") x += a;
		else if (command === "v") y += a;
		else if (command === "m" || command === "l") [x, y] = [x + a, y + b];
		else if (command === "M" || command === "L") [x, y] = [a, b];
		else if (command === "q") [control, x, y] = [[x + a, y + b], x + c, y + d];
		else if (command === "Q") [control, x, y] = [[a, b], c, d];
		else if (command === "t") [control, x, y] = [mirror, x + a, y + b];
		const [controlX, controlY] = control ?? [(fromX + x) / 2, (fromY + y) / 2];
		mirror = [2 * x - controlX, 2 * y - controlY];
		for (let part = 0; part <= 1; part += 1 / 32) {
			const [before, at, after] = [(1 - part) ** 2, 2 * part * (1 - part), part ** 2];
			yield [before * fromX + at * controlX + after * x, before * fromY + at * controlY + after * y];
		}
	}
}
