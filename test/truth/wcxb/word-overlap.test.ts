import { describe, expect, it } from "vitest";
import { snippetShare, wordOverlap } from "./word-overlap.ts";

describe("words in common", () => {
	it.each([
		["a b c d", "a b", 0.5, 1],
		["A b", "a B c d", 1, 0.5],
		["a a a", "a", 1 / 3, 1],
		["don’t stop", "don t stop", 1, 1],
		["", "a", 0, 0],
		["a", "", 0, 0],
		["", "", 1, 1],
		["Größe 10", "größe_10 10", 0.5, 0.5],
	])("of %j and %j", (ours, theirs, precision, recall) => {
		expect(wordOverlap(ours, theirs)).toEqual({ precision, recall });
	});

	it("of snippets are the share that a text holds as written, in any case", () => {
		expect(snippetShare("One two Three", ["two three", "two one"])).toBe(0.5);
		expect(snippetShare("", [])).toBe(1);
	});
});
