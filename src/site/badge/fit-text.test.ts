import { describe, expect, it } from "vitest";
import { drawableHost, fitHost, fitText, withoutMiddle } from "./fit-text.ts";
import { LONGEST_HOST, makeFacts } from "./picture-facts.testkit.ts";
import { textWidth } from "./svg-document.ts";
import { outlineText } from "./text-outline.ts";

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
