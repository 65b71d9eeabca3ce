import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consistencyProof, type Hash, hashNode, inclusionProof, treeRoot } from "./merkle-tree.ts";
import { formatTile, newTiles, parseTile, type Tile, tilePath } from "./tile.ts";
import { growTree, leafOf } from "./tree.testkit.ts";
import { createMemoryTree, hashPairs, type ReadTile, readFromTiles, subtreeRoot } from "./tree-storage.ts";

/** Large enough for a tile at level 2. */
const MOST = 65_800;
const whole = await growTree(MOST);

async function bytesOf({ level, index, width }: Tile): Promise<Uint8Array> {
	if (level === "entries") throw new Error("The tree of hashes has no entries.");
	const hashes = Array.from({ length: width }, (_, at) => whole.read(8 * level, index * 256 + at));
	return formatTile(await Promise.all(hashes));
}

/** The tiles of one tree alone, as files; asking for any other is an error. */
function publish(size: number): { readonly readTile: ReadTile; readonly asked: string[] } {
	const paths = new Set([...newTiles(0, size)].map(tilePath));
	const asked: string[] = [];
	const readTile: ReadTile = async (tile) => {
		if (!paths.has(tilePath(tile))) throw new Error(`A tree of ${size} leaves has no ${tilePath(tile)}.`);
		asked.push(tilePath(tile));
		return parseTile(await bytesOf(tile), tile.width);
	};
	return { readTile, asked };
}

const size = fc.oneof(
	fc.integer({ min: 1, max: 2_000 }),
	fc.integer({ min: 1, max: MOST }),
	fc.constantFrom(1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537),
);

describe("a tree read from its tiles", () => {
	it("has the root and the proofs of the tree in memory, and reads each tile once", async () => {
		await fc.assert(
			fc.asyncProperty(size, size, async (a, b) => {
				const [older, newer] = [Math.min(a, b), Math.max(a, b)];
				const { readTile, asked } = publish(newer);
				const read = readFromTiles(newer, readTile);
				expect(await treeRoot(newer, read)).toEqual(await treeRoot(newer, whole.read));
				expect(await inclusionProof(older - 1, newer, read)).toEqual(
					await inclusionProof(older - 1, newer, whole.read),
				);
				expect(await consistencyProof(older, newer, read)).toEqual(await consistencyProof(older, newer, whole.read));
				expect(await treeRoot(older, read)).toEqual(await treeRoot(older, whole.read));
				expect(new Set(asked).size).toBe(asked.length);
			}),
			{ numRuns: 40 },
		);
	});

	it("is read as well from tiles that have grown since, and from none that are too narrow", async () => {
		const reader =
			(step: number): ReadTile =>
			async ({ level, index, width }) =>
				parseTile(await bytesOf({ level, index, width: width + step }), width + step);
		expect(await treeRoot(300, readFromTiles(300, reader(7)))).toEqual(await treeRoot(300, whole.read));
		await expect(treeRoot(300, readFromTiles(300, reader(-1)))).rejects.toMatchObject({ code: "log-malformed" });
	});

	it("has no tile beyond its edge", async () => {
		const read = readFromTiles(300, publish(300).readTile);
		await expect(read(0, 512)).rejects.toThrow(RangeError);
		await expect(read(16, 0)).rejects.toThrow(RangeError);
	});
});

describe("the root over a power of two of hashes", () => {
	it.each([0, 1, 2, 8])("of level %d", async (level) => {
		expect(await subtreeRoot(whole.leaves.slice(0, 2 ** level))).toEqual(await whole.read(level, 0));
	});

	it("is none over nothing", async () => {
		await expect(subtreeRoot([] as Hash[])).rejects.toThrow(RangeError);
	});
});

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
