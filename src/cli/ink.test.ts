import { describe, expect, it } from "vitest";
import { fold, tame } from "./ink.ts";

describe("fold", () => {
	it("breaks at spaces and indents every line", () => {
		expect(fold("one two three four five six", 22, 2)).toEqual(["  one two three four", "  five six"]);
	});
	it("keeps a word that is too long whole, and gives nothing for nothing", () => {
		expect(fold(`a ${"x".repeat(50)} b`, 30, 0)).toEqual(["a", "x".repeat(50), "b"]);
		expect(fold("", 80, 4)).toEqual([]);
	});
});

describe("tame", () => {
	it("shows control, escape and direction characters instead of obeying them", () => {
		expect(tame("a\u001b[31mred\u202e\u0007\n")).toBe("a\ufffd[31mred\ufffd\ufffd\ufffd");
		expect(tame("Größe 猫 🐈")).toBe("Größe 猫 🐈");
	});
});
