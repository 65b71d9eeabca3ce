import { describe, expect, it } from "vitest";
import { cut, FoldedText, fold, printable, tidy } from "./fold-text.ts";

describe("fold", () => {
	it.each([
		["a \n\t b", "a b"],
		["a\u00a0\u2003\u3000b", "a b"],
		[" a ", " a "],
		// Zero-width characters join what they stand between.
		["a\u200bb\ufeffc", "a\u200bb\ufeffc"],
	])("reads %j as %j", (text, folded) => {
		expect(fold(text)).toBe(folded);
	});
});

describe("cut", () => {
	it("never leaves half of a surrogate pair", () => {
		expect(cut("ab😀c", 3)).toBe("ab");
		expect(cut("ab😀c", 4)).toBe("ab😀");
		expect(cut("ab", 2)).toBe("ab");
	});
});

describe("tidy and printable", () => {
	it("make one well-formed line", () => {
		expect(tidy("  a\n b\ud800 ", 10)).toBe("a b\ufffd");
		expect(tidy(`${" ".repeat(10_000)}word`, 10)).toBe("word");
		expect(tidy("abc def", 4)).toBe("abc");
	});

	it("take what cannot be printed out of excerpts", () => {
		expect(printable("a\u0000b\u202ec\u{e0041}d\u200be\u0007", 20)).toBe("abcde");
		expect(printable("👩\u200d💻 line\r\nnext", 20)).toBe("👩\u200d💻 line next");
	});
});

describe("FoldedText", () => {
	it("counts pieces as if they were one folded and trimmed string", () => {
		const text = new FoldedText(6);
		for (const piece of [" ", "a", "b ", " c", "", " "]) text.add(piece);
		text.gap();
		text.gap();
		text.add("defg");
		text.add(" ");
		expect(text.length).toBe("ab c defg".length);
		expect(text.start).toBe("ab c d");
	});

	it("has no space before the first word", () => {
		const text = new FoldedText(10);
		text.gap();
		text.add(" a");
		expect(text.start).toBe("a");
	});
});
