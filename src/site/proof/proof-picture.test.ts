import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { samplePicture } from "./proof-picture.testkit.ts";
import { coveredLeaves, linksOf, withState } from "./proof-picture.ts";

describe("the leaves that the hashes of a path stand for", () => {
	test("of leaf 7 in a tree of 11, as RFC 6962 splits it", () => {
		expect(coveredLeaves(7, 11)).toEqual([
			{ from: 6, to: 7 },
			{ from: 4, to: 6 },
			{ from: 0, to: 4 },
			{ from: 8, to: 11 },
		]);
	});

	test("are all but the one leaf, each once, and reach from it outwards", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(), (size, seed) => {
				const index = seed % size;
				let known = { from: index, to: index + 1 };
				for (const { from, to } of coveredLeaves(index, size)) {
					expect(to === known.from || from === known.to).toBe(true);
					known = { from: Math.min(from, known.from), to: Math.max(to, known.to) };
				}
				expect(known).toEqual({ from: 0, to: size });
			}),
		);
	});

	test("a log of one leaf needs none, and a leaf that is not there is refused", () => {
		expect(coveredLeaves(0, 1)).toEqual([]);
		for (const [index, size] of [
			[0, 0],
			[3, 3],
			[-1, 3],
		] as const)
			expect(() => coveredLeaves(index, size)).toThrow(RangeError);
	});
});

test("links are named in the order in which they are computed", () => {
	const names = linksOf(samplePicture()).map(({ name }) => name);
	expect(names).toEqual(["receipt", "entry", "step-1", "step-2", "root", "signature"]);
});

test("what was checked is turned into what was built, and what was not stays so", () => {
	const picture = samplePicture();
	const built = withState({ ...picture, receipt: { ...picture.receipt, state: "open" } }, "built");
	expect(linksOf(built).map(({ state }) => state)).toEqual(["open", "built", "built", "built", "built", "built"]);
});
