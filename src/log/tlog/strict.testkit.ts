import fc from "fast-check";
import { expect } from "vitest";
import { isFailure } from "#core/failure.ts";

/** Parser traps: line ends, white space, padding, signs, look-alikes, half characters. */
const STRANGE = ["", "\n", "\n\n", "\r\n", "\r", "\t", " ", "\u00a0", "\u2014 ", "+", "=", "==", "A", "0", "1", "-1"];
const STRANGER = [
	"00",
	"1e3",
	"9007199254740991",
	"9007199254740992",
	"\u0661",
	"\ud800",
	"\0",
	"\u0085",
	"\ufeff",
	"é",
];

/** Deletes or replaces text in 1 to 3 places. */
export function mutationsOf(text: string): fc.Arbitrary<string> {
	const filling = fc.oneof(fc.constantFrom(...STRANGE, ...STRANGER), fc.string({ unit: "binary", maxLength: 8 }));
	const cut = fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(60));
	const change = fc.tuple(fc.nat(text.length), cut, filling);
	return fc
		.array(change, { minLength: 1, maxLength: 3 })
		.map((changes) =>
			changes.reduce((whole, [at, length, fill]) => whole.slice(0, at) + fill + whole.slice(at + length), text),
		);
}

/** Arbitrary text, mutated samples, and the samples themselves. */
export function hostileTexts(...samples: string[]): fc.Arbitrary<string> {
	return fc.oneof(
		fc.string({ unit: "binary", maxLength: 200 }),
		...samples.flatMap((sample) => [mutationsOf(sample), fc.constant(sample)]),
	);
}

/** Expects that the parser throws Failure `log-malformed` or round-trips to the same text. */
export function expectStrict<T>(text: string, parse: (text: string) => T, format: (value: T) => string): void {
	let value: T;
	try {
		value = parse(text);
	} catch (error) {
		if (!isFailure(error)) throw error;
		expect(error.code).toBe("log-malformed");
		return;
	}
	expect(format(value)).toBe(text);
}
