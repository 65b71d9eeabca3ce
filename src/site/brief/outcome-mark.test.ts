import { expect, test } from "vitest";
import { costsPoints, outcomeWords, sectorPath } from "./outcome-mark.ts";

test.each([
	[{ outcome: "pass" }, "Pass"],
	[{ outcome: "partial", ratio: 0.333 }, "Partly, 33 %"],
	[{ outcome: "fail" }, "Fail"],
	[{ outcome: "not-applicable" }, "Does not apply"],
	[{ outcome: "unknown" }, "Unknown"],
] as const)("%o reads %s", (finding, words) => {
	expect(outcomeWords(finding)).toBe(words);
});

test("red is for what costs points", () => {
	expect(costsPoints({ outcome: "fail" })).toBe(true);
	expect(costsPoints({ outcome: "partial", ratio: 0.5, scored: true })).toBe(true);
	expect(costsPoints({ outcome: "partial", ratio: 0.5, scored: false })).toBe(false);
	expect(costsPoints({ outcome: "pass" })).toBe(false);
	expect(costsPoints({ outcome: "unknown" })).toBe(false);
});

test.each([
	[0.25, "M8 8V2A6 6 0 0 1 14.00 8.00Z"],
	[0.5, "M8 8V2A6 6 0 0 1 8.00 14.00Z"],
	[0.75, "M8 8V2A6 6 0 1 1 2.00 8.00Z"],
])("a share of %d fills the disc clockwise from the top", (ratio, path) => {
	expect(sectorPath(ratio)).toBe(path);
});
