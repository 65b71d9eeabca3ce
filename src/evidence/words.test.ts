import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FINGERPRINT_LENGTH, fingerprintOf, shareHeld, WordCounter } from "./words.ts";

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => (from + index) * 7919);
const equalShare = (a: readonly number[], b: readonly number[]) =>
	a.filter((value, place) => value === b[place]).length / FINGERPRINT_LENGTH;

describe("fingerprintOf", () => {
	it("has one unsigned number per position, deterministically", () => {
		const print = fingerprintOf(numbers(0, 300));
		expect(print).toHaveLength(FINGERPRINT_LENGTH);
		expect(print.every((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32)).toBe(true);
		expect(fingerprintOf(numbers(0, 300))).toEqual(print);
		// Stored evidence is replayed, so a fingerprint must never change.
		expect(print.slice(0, 3)).toMatchInlineSnapshot(`
			[
			  4306914,
			  2363578,
			  56761800,
			]
		`);
	});

	it("needs one shingle", () => {
		expect(fingerprintOf(numbers(0, 4))).toEqual([]);
		expect(fingerprintOf(numbers(0, 5))).toHaveLength(FINGERPRINT_LENGTH);
	});

	it.each([
		[1000, 0.0],
		[500, 1 / 3],
		[200, 2 / 3],
		[100, 9 / 11],
		[0, 1],
	])("estimates the similarity of two texts: shifted by %i words", (shift, share) => {
		const alike = equalShare(fingerprintOf(numbers(0, 1000)), fingerprintOf(numbers(shift, 1000 + shift)));
		expect(Math.abs(alike - share)).toBeLessThan(0.12);
	});

	it("does not depend on the frequency of a shingle", () => {
		const once = numbers(0, 50);
		expect(fingerprintOf([...once, ...once, ...once])).toEqual(fingerprintOf([...once, ...once]));
	});
});

describe("shareHeld", () => {
	it("is 1 for a text in itself and in its supersets, 0 in others", () => {
		fc.assert(
			fc.property(fc.array(fc.integer(), { minLength: 5, maxLength: 60 }), fc.array(fc.integer()), (text, more) => {
				expect(shareHeld(fingerprintOf(text), text)).toBe(1);
				expect(shareHeld(fingerprintOf(text), [...more, ...text, ...more])).toBe(1);
			}),
		);
		expect(shareHeld(fingerprintOf(numbers(0, 500)), numbers(10_000, 10_500))).toBe(0);
		expect(shareHeld([], numbers(0, 50))).toBe(1);
	});

	it("estimates the shared part", () => {
		const print = fingerprintOf(numbers(0, 1000));
		expect(Math.abs(shareHeld(print, numbers(0, 700)) - 0.7)).toBeLessThan(0.1);
		expect(Math.abs(shareHeld(print, numbers(0, 300)) - 0.3)).toBeLessThan(0.1);
	});
});

function read(...pieces: readonly (string | null)[]) {
	const words = new WordCounter();
	for (const piece of pieces) piece === null ? words.gap() : words.add(piece);
	words.gap();
	return words;
}

it.each([
	["", 0],
	["one two, three. Four – 5!", 5],
	["don’t, don't and rock-’n’-roll", 6],
	["snake_case x2", 2],
	["café naïve Straße", 3],
	["北京大学", 4],
	["ひらがな カタカナー", 9],
	["iPhone16を買う", 4],
	["서울 대학교", 2],
	["สวัสดี", 4],
	["👍🏽 … — · \u00a0", 0],
	["soft\u00adhyphen zero\u200dwidth", 2],
	["\u{20000}\u{20001}", 2],
])("%s has %i words", (text, count) => {
	expect(read(text).count).toBe(count);
});

it("joins chunks, and separates words at gaps", () => {
	expect(read("S", "ale now").hashes).toEqual(read("sale now").hashes);
	expect(read("S", null, "ale now").count).toBe(3);
	expect(read("don", "’t").hashes).toEqual(read("dont").hashes);
});

it("ignores case and punctuation", () => {
	expect(read("Two WORDS.").hashes).toEqual(read("«two» — words!").hashes);
	expect(read("Two words").hashes).not.toEqual(read("words two").hashes);
});

it("remembers the position of each word", () => {
	const words = new WordCounter();
	words.add("a b ", 1);
	words.add("c", 2);
	words.gap();
	expect(words.marks).toEqual([1, 1, 2]);
});

it("reads any text, however it is split", () => {
	fc.assert(
		fc.property(fc.array(fc.string({ unit: "grapheme" })), (pieces) => {
			const whole = read(pieces.join(" "));
			expect(read(...pieces.flatMap((piece) => [piece, " "])).hashes).toEqual(whole.hashes);
			expect(whole.hashes).toHaveLength(whole.count);
		}),
	);
});
