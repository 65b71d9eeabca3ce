import { expect, test } from "vitest";
import { makeFinding } from "../publication/receipt.testkit.ts";
import { remainWords } from "./scan.ts";

const result = (overallScore: number, repaired: number, faults: number) => ({
	overallScore,
	repaired,
	findings: Array.from({ length: faults }, (_, index) => makeFinding(`f${index}`, "content", { outcome: "fail" })),
});

test.each([
	[98, 100, 2, "2 small faults remain. Fixing both adds 2 points."],
	[99, 99.9, 1, "1 small fault remains. Fixing it adds 1 point."],
	[99, 99.2, 3, "3 small faults remain. Fixing all of them adds less than 1 point."],
	[71, 93.6, 19, "Fixing all 19 faults brings the score to 94."],
	[60, 80, 2, "Fixing both faults brings the score to 80."],
	[60, 80, 1, "Fixing this fault brings the score to 80."],
	[25, 25, 9, ""],
	[100, 100, 0, ""],
])("a score of %d that repairs bring to %d, with %d faults left", (today, repaired, faults, says) => {
	expect(remainWords(result(today, repaired, faults))).toBe(says);
});
