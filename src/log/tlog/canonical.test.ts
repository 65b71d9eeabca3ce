import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalLines, malformed, parseDecimal } from "./canonical.ts";

describe("a decimal", () => {
	it("is accepted only in canonical form", () => {
		fc.assert(
			fc.property(fc.maxSafeNat(), (number) => {
				expect(parseDecimal(`${number}`)).toBe(number);
			}),
		);
		expect(parseDecimal("9007199254740991")).toBe(Number.MAX_SAFE_INTEGER);
	});

	it.each([
		"",
		"00",
		"01",
		"-1",
		"-0",
		"+1",
		" 1",
		"1 ",
		"1\n",
		"1.0",
		"1e3",
		"0x1",
		"1_000",
		"\u0661",
		"NaN",
		"Infinity",
	])("is not %j", (text) => expect(parseDecimal(text)).toBeUndefined());

	it.each(["9007199254740992", "9007199254740993", "18446744073709551615", "9".repeat(400)])(
		"is not %s, which numbers do not hold exactly",
		(text) => expect(parseDecimal(text)).toBeUndefined(),
	);
});

it("is refused with the kind of file and the reason", () => {
	const { code, message } = malformed("checkpoint", "It is not three lines.");
	expect({ code, message }).toEqual({
		code: "log-malformed",
		message: "This is not a valid checkpoint. It is not three lines.",
	});
});

it("must end every line with a newline", () => {
	expect([canonicalLines("", "list"), canonicalLines("a\n\nb\n", "list")]).toEqual([[], ["a", "", "b"]]);
	expect(() => canonicalLines("a\nb", "list")).toThrow("This is not a valid list. Its last line has no end.");
});
