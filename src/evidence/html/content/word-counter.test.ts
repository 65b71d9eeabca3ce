import fc from "fast-check";
import { expect, it } from "vitest";
import { WordCounter } from "../../words.ts";

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

it("puts pieces together, and parts them at gaps", () => {
	expect(read("S", "ale now").hashes).toEqual(read("sale now").hashes);
	expect(read("S", null, "ale now").count).toBe(3);
	expect(read("don", "’t").hashes).toEqual(read("dont").hashes);
});

it("takes case and punctuation for nothing", () => {
	expect(read("Two WORDS.").hashes).toEqual(read("«two» — words!").hashes);
	expect(read("Two words").hashes).not.toEqual(read("words two").hashes);
});

it("remembers where each word stood", () => {
	const words = new WordCounter();
	words.add("a b ", 1);
	words.add("c", 2);
	words.gap();
	expect(words.marks).toEqual([1, 1, 2]);
});

it("reads any text, however it is cut into pieces", () => {
	fc.assert(
		fc.property(fc.array(fc.string({ unit: "grapheme" })), (pieces) => {
			const whole = read(pieces.join(" "));
			expect(read(...pieces.flatMap((piece) => [piece, " "])).hashes).toEqual(whole.hashes);
			expect(whole.hashes).toHaveLength(whole.count);
		}),
	);
});
