import { afterEach, describe, expect, it, vi } from "vitest";
import { COARSE_GRID, FINE_GRID, outlineText } from "./text-outline.ts";

afterEach(() => vi.unstubAllGlobals());

describe("outlineText", () => {
	it("sets letters on the baseline, their feet at 0", async () => {
		const { path, advance } = await outlineText("H", 400, FINE_GRID);
		// the H of Source Sans 3: 652 of 1000 units wide, 656 high
		expect(advance).toBe(0.652);
		expect(path).toBe("M173 0h-83v-656h83v275h306v-275h83v656h-83v-309h-306v309z");
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

	it("draws a letter alike wherever it stands, as far on as the pairs before it are wide", async () => {
		const [line, pair, next, letter] = await Promise.all(["AVA", "AV", "VA", "A"].map((text) => outlineText(text)));
		expect(line?.advance).toBeCloseTo((pair?.advance ?? 0) + (next?.advance ?? 0) - (await outlineText("V")).advance);
		const shape = letter?.path.slice(letter.path.indexOf("l"));
		expect(line?.path.split(shape ?? "?")).toHaveLength(3);
	});

	it("sets spaces within a line alone", async () => {
		const [apart, joined] = await Promise.all(["n n", "nn"].map((text) => outlineText(` ${text} `)));
		expect((apart?.advance ?? 0) - (joined?.advance ?? 0)).toBeCloseTo(0.2);
	});
});
