import { expect, test } from "vitest";
import { BANDS, bandOf } from "./band.ts";

test.each([
	[100, "Ready"],
	[90, "Ready"],
	[89, "Mostly ready"],
	[70, "Mostly ready"],
	[69, "Partly ready"],
	[50, "Partly ready"],
	[49, "Not ready"],
	[0, "Not ready"],
])("%i is %s", (score, words) => {
	expect(bandOf(score).words).toBe(words);
});

test("the bands leave no gap", () => {
	const scores = Array.from({ length: 101 }, (_, score) => score);
	for (const score of scores) expect(BANDS.filter(({ from, to }) => score >= from && score <= to)).toHaveLength(1);
});
