import { describe, expect, it } from "vitest";
import { createMemoryTree, hashPairs } from "./memory-tree.ts";
import { hashNode } from "./merkle-tree.ts";
import { growTree, leafOf } from "./tree.testkit.ts";

describe("a tree in memory", () => {
	it("has every complete subtree, each the parent of the two below it", async () => {
		const { size, read, leaves } = await growTree(21);
		expect(size).toBe(21);
		for (let level = 0; 2 ** level <= 21; level++) {
			for (let index = 0; (index + 1) * 2 ** level <= 21; index++) {
				const expected =
					level === 0
						? leaves[index]
						: await hashNode(await read(level - 1, 2 * index), await read(level - 1, 2 * index + 1));
				expect(await read(level, index), `${index} at level ${level}`).toEqual(expected);
			}
		}
	});

	it.each([
		[0, 21],
		[0, -1],
		[1, 10],
		[4, 1],
		[5, 0],
		[0, 0.5],
	])("has none at level %d with index %d, beyond its 21 leaves", async (level, index) => {
		const { read } = await growTree(21);
		expect(() => read(level, index)).toThrow(RangeError);
	});

	it("may be empty", async () => {
		expect((await createMemoryTree([])).size).toBe(0);
	});
});

describe("the parents of a level", () => {
	it.each([0, 1, 2, 3, 2_047, 2_048, 2_049, 2_050, 4_099])(
		"of %d hashes are one for each pair, in order",
		async (count) => {
			const level = Array.from({ length: count }, (_, index) => leafOf(index));
			const parents = await hashPairs(level);
			expect(parents.length).toBe(Math.floor(count / 2));
			for (const at of [0, 1, 1_023, 1_024, parents.length - 1].filter((each) => each >= 0 && each < parents.length))
				expect(parents[at]).toEqual(await hashNode(leafOf(2 * at), leafOf(2 * at + 1)));
		},
	);
});
