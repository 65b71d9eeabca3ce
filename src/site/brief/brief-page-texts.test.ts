import { expect, test } from "vitest";
import { BRIEF_PAGE_TEXTS as texts } from "./brief-page-texts.ts";

const tally = (allowed: number, partly: number, blocked: number, unknown: number) =>
	(["allowed", "partly", "blocked", "unknown"] as const).map((state, index) => ({
		state,
		count: [allowed, partly, blocked, unknown][index] ?? 0,
	}));

test.each([
	[tally(12, 0, 0, 0), "All twelve can read your home page."],
	[tally(0, 0, 11, 0), "None of the eleven can read your home page."],
	[tally(9, 1, 2, 0), "Two of the twelve cannot read your home page, one only in part, nine can."],
	[tally(9, 0, 0, 3), "Nine of the twelve can read your home page; of three it is not known."],
	[tally(0, 4, 8, 0), "Eight of the twelve cannot read your home page, four only in part."],
	[tally(0, 0, 0, 2), "Of all two it is not known."],
])("who can reach the site is told in a sentence", (given, says) => {
	expect(texts.reach.summary(given)).toBe(says);
});

test("the way up is told in words as well", () => {
	const scores = [12, 13, 13, 33, 48];
	const steps = scores.slice(1).map((to, index) => ({ title: "", from: scores[index] ?? 0, to }));
	expect(texts.path.caption({ from: 12, steps })).toBe(
		"12 today, 13 after step 1, 33 after step 3 and 48 after step 4.",
	);
	expect(texts.path.label(12, 98, 1)).toBe("A waterfall from 12 today over one step to 98.");
});
