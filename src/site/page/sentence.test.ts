import { describe, expect, it } from "vitest";
import { sentenceParts } from "./sentence.ts";

describe("sentenceParts", () => {
	it("gives links, elements, code and values where the sentence has them", () => {
		const text = "In force since [{date}](time): [the checks](checks) of `{file}`, for [all](strong).";
		expect(
			sentenceParts(text, {
				values: { date: "21 November 2026", file: "rubric.json" },
				slots: { time: { tag: "time", datetime: "2026-11-21" }, checks: "/checks/" },
			}),
		).toEqual([
			{ text: "In force since " },
			{ tag: "time", attributes: { datetime: "2026-11-21" }, text: "21 November 2026" },
			{ text: ": " },
			{ tag: "a", attributes: { href: "/checks/" }, text: "the checks" },
			{ text: " of " },
			{ tag: "code", text: "rubric.json" },
			{ text: ", for " },
			{ tag: "strong", text: "all" },
			{ text: "." },
		]);
	});

	it("reads no marks in a value", () => {
		const name = "[x](checks) `y` {z}";
		expect(sentenceParts("Of {name}.", { values: { name } })).toEqual([{ text: `Of ${name}.` }]);
	});

	it.each(["Of {name}.", "Of [it](name).", "Of {toString}."])("refuses %j where nothing is given for it", (text) => {
		expect(() => sentenceParts(text, {})).toThrow("Nothing is given for");
	});
});
