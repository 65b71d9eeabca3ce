import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { createInk, createProgressLine, fold, tame } from "./terminal.ts";

describe("fold", () => {
	it("breaks at spaces and indents every line", () => {
		expect(fold("one two three four five six", 22, 2)).toEqual(["  one two three four", "  five six"]);
	});
	it("does not split long words, and returns no lines for no text", () => {
		expect(fold(`a ${"x".repeat(50)} b`, 30, 0)).toEqual(["a", "x".repeat(50), "b"]);
		expect(fold("", 80, 4)).toEqual([]);
	});
});

describe("tame", () => {
	it("makes control, escape and direction characters visible", () => {
		expect(tame("a\u001b[31mred\u202e\u0007\n")).toBe("a\ufffd[31mred\ufffd\ufffd\ufffd");
		expect(tame("Größe 猫 🐈")).toBe("Größe 猫 🐈");
	});
});

describe("createInk", () => {
	it("has no colours unless the output is a terminal", () => {
		expect(createInk({ write: () => undefined }).bad("text")).toBe("text");
	});
});

function terminal(isTTY: boolean, columns = 40) {
	const stream = Object.assign(new PassThrough(), { isTTY, columns });
	return { stream, written: () => String(stream.read() ?? "") };
}

it("draws one line that fits the terminal, and clears it", () => {
	const { stream, written } = terminal(true);
	const progress = createProgressLine(stream);
	progress.bar(3, 12, "a-domain-with-a-long-name.example.com");
	const drawn = written();
	expect(drawn).toContain("[######------------------] 3/12");
	expect(drawn).not.toContain("\n");
	expect(drawn.split("\u001b[2K")[1]?.length).toBeLessThan(40);
	progress.clear();
	expect(written()).toBe("\r\u001b[2K");
});

it("is full if there is nothing to do, and silent without a terminal", () => {
	const full = terminal(true);
	createProgressLine(full.stream).bar(0, 0, "");
	expect(full.written()).toContain(`[${"#".repeat(24)}] 0/0`);
	const pipe = terminal(false);
	createProgressLine(pipe.stream).show("working");
	expect(pipe.written()).toBe("");
});
