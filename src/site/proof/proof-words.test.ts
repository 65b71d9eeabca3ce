import { expect, test } from "vitest";
import { leafCount, rangeWords, shortHash, shortRange, stepCount } from "./proof-words.ts";

test("counts read well, one as well as many", () => {
	expect([leafCount(1), leafCount(100_000)]).toEqual(["1 leaf", "100,000 leaves"]);
	expect([stepCount(0), stepCount(1), stepCount(17)]).toEqual(["0 steps", "1 step", "17 steps"]);
});

test("a run of leaves is told with its last leaf, not with the one after", () => {
	expect([rangeWords({ from: 4, to: 5 }), rangeWords({ from: 8, to: 12 })]).toEqual(["leaf 4", "leaves 8 to 11"]);
	expect([shortRange({ from: 4, to: 5 }), shortRange({ from: 8192, to: 16384 })]).toEqual([
		"leaf 4",
		"leaves 8,192–16,383",
	]);
});

test("a short hash has its two ends", () => {
	expect(shortHash(`${"0123456789abcdef".repeat(4)}`)).toBe("01234567…cdef");
});
