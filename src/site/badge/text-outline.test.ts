import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LONGEST_HOST, makeFacts } from "./picture-facts.testkit.ts";
import { textWidth } from "./svg-document.ts";
import {
	COARSE_GRID,
	drawableHost,
	FINE_GRID,
	fitHost,
	fitText,
	outlineText,
	relativePath,
	withoutMiddle,
} from "./text-outline.ts";

afterEach(() => vi.unstubAllGlobals());

describe("outlineText", () => {
	it("sets letters on the baseline, their feet at 0", async () => {
		const { path, advance } = await outlineText("H", 400, FINE_GRID);
		// the H of Source Sans 3: 652 of 1000 units wide, 656 high
		expect(advance).toBe(0.652);
		expect(path).toBe("m173 0h-83v-656h83v275h306v-275h83v656h-83v-309h-306v309z");
	});

	it("kerns", async () => {
		const [pair, first, second] = await Promise.all(["AV", "A", "V"].map((text) => outlineText(text)));
		expect(pair?.advance).toBeLessThan((first?.advance ?? 0) + (second?.advance ?? 0));
	});

	it.each(["Ελλάδα", "Україна", "Đà Nẵng", "Łódź", "86 · 21"])("has the letters of %s", async (text) => {
		expect(await outlineText(text)).toMatchObject({ incomplete: false });
	});

	it.each(["日本", "ไทย", "עברית", "😀", "→", "\ud800"])(
		"says that it lacks those of %j, and asks nobody for them",
		async (text) => {
			const fetched = vi.fn(() => Promise.reject(new Error("nothing is fetched")));
			vi.stubGlobal("fetch", fetched);
			expect((await outlineText(text)).incomplete).toBe(true);
			expect(fetched).not.toHaveBeenCalled();
		},
	);

	it.each(["", "   ", "\u200b\u202e", "\n"])("draws nothing for %j", async (text) => {
		expect(await outlineText(text)).toEqual({ path: "", grid: COARSE_GRID, advance: 0, incomplete: false });
	});

	it.each(["constructor", "__proto__", "<b>&amp;</b>", "url(#x)", "{}"])(
		"sets %s as the letters it has",
		async (text) => {
			const whole = await outlineText(text);
			const letters = await Promise.all(Array.from(text, (letter) => outlineText(letter)));
			const sum = letters.reduce((width, { advance }) => width + advance, 0);
			expect(Math.abs(whole.advance - sum)).toBeLessThan(0.2);
			expect(whole.path).toMatch(/^[Mmlhvqtz\d .-]+$/);
		},
	);

	it("sets spaces within a line alone", async () => {
		const [apart, joined] = await Promise.all(["n n", "nn"].map((text) => outlineText(` ${text} `)));
		expect((apart?.advance ?? 0) - (joined?.advance ?? 0)).toBeCloseTo(0.2);
	});
});

const PLACE = { width: 188, size: 17, least: 11 };

describe("fitText", () => {
	it("leaves short text at its size", async () => {
		expect(await fitText("example.org", PLACE)).toEqual({ outline: await outlineText("example.org"), size: 17 });
	});

	it.each(["www.longer-name.example.org", LONGEST_HOST, "W".repeat(300), "é".repeat(60), "x".repeat(100_000)])(
		"makes %.40s fit",
		async (text) => {
			const { outline, size } = await fitText(text, PLACE);
			expect(textWidth(outline, size)).toBeLessThanOrEqual(188);
			expect(size).toBeGreaterThanOrEqual(11);
			// and leaves no more free than one more wide letter would take
			if (size === 11) expect(textWidth(outline, size)).toBeGreaterThan(188 - 2 * 11);
		},
	);

	it("keeps a letter and its accents together", () => {
		expect(withoutMiddle(["a", "e\u0301", "b", "c"], 3)).toBe("a…bc");
	});
});

describe("the host", () => {
	it("loses its middle up to a dot, so that no half of a label passes for another domain", async () => {
		const host = `${"x".repeat(60)}.notexample.com`;
		const { outline } = await fitHost(host, PLACE);
		const shown = await Promise.all(
			[...host].map((_, keep) => outlineText(withoutMiddle([...host], keep).replace(/…[^.]*\./, "…."))),
		);
		expect(shown).toContainEqual(outline);
		expect(await Promise.all(["example.com", "…example.com"].map((text) => outlineText(text)))).not.toContainEqual(
			outline,
		);
	});

	it("is written in ASCII where the typeface lacks a letter", async () => {
		const international = { slug: "xn--wgv71a119e.example.jp~agency", displayDomain: "日本語.example.jp" };
		expect(await drawableHost(makeFacts(international))).toBe("xn--wgv71a119e.example.jp");
		expect(await drawableHost(makeFacts({ displayDomain: "пример.example.org" }))).toBe("пример.example.org");
		expect(await drawableHost(makeFacts({ displayDomain: "\u200b" }))).toBe("www.example.org");
	});
});

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
					expect(nearest).toBeLessThanOrEqual(10);
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
