import { describe, expect, it } from "vitest";
import type { PlaceholderText } from "#evidence/page-digest.ts";
import { aHeading, aPage, ask, aText, found } from "../page.testkit.ts";
import { placeholderText } from "./placeholder-text.ts";

const WHOLE: PlaceholderText = { words: 300, filler: 0, prompts: 0, repeated: 0 };

function answer(placeholder: Partial<PlaceholderText> | undefined, title = "Fenwick", unique = 180) {
	const page = aPage({
		digest: {
			titles: [{ at: "line 1, column 1", excerpt: "", text: title }],
			headings: [aHeading(1, title)],
			text: aText({
				contentWords: 300,
				contentUniqueWords: unique,
				contentStart: "Fenwick",
				placeholder: placeholder && { ...WHOLE, ...placeholder },
			}),
		},
	});
	return ask(placeholderText, { home: found(page) }, page);
}

describe("placeholder-text", () => {
	it.each<[string, Partial<PlaceholderText>, string]>([
		["no filler", {}, "pass"],
		["a forgotten line of filler", { filler: 20 }, "pass"],
		["half of a half", { filler: 75 }, "partial"],
		["filler and requests that make a half together", { filler: 75, prompts: 75 }, "fail"],
		["a builder's requests alone", { prompts: 290 }, "fail"],
		["carousels that repeat a half", { repeated: 150 }, "pass"],
		["nearly all of it repeated", { repeated: 240 }, "fail"],
		["teasers that are alike under many titles", { words: 150, repeated: 140 }, "pass"],
		["a few words on an almost empty page", { words: 8, prompts: 4 }, "pass"],
	])("answers to %s", (_, placeholder, outcome) => {
		expect(answer(placeholder).outcome).toBe(outcome);
	});

	it("counts the share of what is unfilled", () => {
		expect(answer({ filler: 75 })).toMatchObject({ ratio: 0.5, says: expect.stringContaining("25 % of the words") });
	});

	it("lets a page about filler show some of it", () => {
		expect(answer({ filler: 75 }, "The history of lorem ipsum").outcome).toBe("pass");
		expect(answer({ filler: 200 }, "Lorem ipsum dolor").outcome).toBe("fail");
	});

	it("fails a text of a handful of different words", () => {
		expect(answer({}, "Fenwick", 12)).toMatchObject({
			outcome: "fail",
			fault: expect.stringContaining("over and over"),
		});
	});

	it("answers nothing of evidence that counted no placeholders, but for what the title says", () => {
		expect(answer(undefined).outcome).toBe("not-applicable");
		expect(answer(undefined, "Index of /")).toMatchObject({ outcome: "fail", fault: expect.stringContaining("files") });
	});
});
