import { afterEach, describe, expect, it, vi } from "vitest";
import { LONGEST_HOST, makeFacts } from "./picture-facts.testkit.ts";
import { textWidth } from "./svg-document.ts";
import { drawableHost, fitHost, fitText, outlineText, withoutMiddle } from "./text-outline.ts";

afterEach(() => vi.unstubAllGlobals());

describe("outlineText", () => {
	it("sets letters on the baseline", async () => {
		const { path, advance } = await outlineText("H");
		// the H of Source Sans 3: 652 of 1000 units wide, 656 high
		expect(advance).toBe(0.652);
		expect(path).toBe(
			"M173 812L90 812L90 156L173 156L173 431L479 431L479 156L562 156L562 812L479 812L479 503L173 503L173 812Z ",
		);
	});

	it("kerns", async () => {
		const [pair, first, second] = await Promise.all(["AV", "A", "V"].map((text) => outlineText(text)));
		expect(pair?.advance).toBeLessThan((first?.advance ?? 0) + (second?.advance ?? 0));
	});

	it.each(["Ελλάδα", "Україна", "Đà Nẵng", "Łódź", "86 · 21"])("has the letters of %s", async (text) => {
		expect(await outlineText(text)).toMatchObject({ incomplete: false });
	});

	it.each(["日本", "ไทย", "עברית", "😀", "→", "\ud800"])(
		"reports missing glyphs of %j without fetching fonts",
		async (text) => {
			const fetched = vi.fn(() => Promise.reject(new Error("nothing is fetched")));
			vi.stubGlobal("fetch", fetched);
			expect((await outlineText(text)).incomplete).toBe(true);
			expect(fetched).not.toHaveBeenCalled();
		},
	);

	it.each(["", "   ", "\u200b\u202e", "\n"])("draws nothing for %j", async (text) => {
		expect(await outlineText(text)).toEqual({ text: "", weight: 400, path: "", advance: 0, incomplete: false });
	});

	it.each(["constructor", "__proto__", "<b>&amp;</b>", "url(#x)", "{}"])(
		"sets %s with available glyphs",
		async (text) => {
			const whole = await outlineText(text);
			const letters = await Promise.all(Array.from(text, (letter) => outlineText(letter)));
			const sum = letters.reduce((width, { advance }) => width + advance, 0);
			expect(Math.abs(whole.advance - sum)).toBeLessThan(0.2);
			expect(whole.path).toMatch(/^[MLQZ\d .-]+$/);
		},
	);

	it("sets spaces only within a line", async () => {
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
	it("is cut at a dot, so that no partial label looks like another domain", async () => {
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

	it("falls back to ASCII if the typeface lacks a letter", async () => {
		const international = { slug: "xn--wgv71a119e.example.jp~agency", displayDomain: "日本語.example.jp" };
		expect(await drawableHost(makeFacts(international))).toBe("xn--wgv71a119e.example.jp");
		expect(await drawableHost(makeFacts({ displayDomain: "пример.example.org" }))).toBe("пример.example.org");
		expect(await drawableHost(makeFacts({ displayDomain: "\u200b" }))).toBe("www.example.org");
	});
});
