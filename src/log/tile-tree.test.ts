import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consistencyProof, type Hash, inclusionProof, treeRoot } from "./merkle-tree.ts";
import { formatTile, newTiles, parseTile, type Tile, tilePath } from "./tile.ts";
import { type ReadTile, readFromTiles, subtreeRoot } from "./tile-tree.ts";
import { growTree } from "./tree.testkit.ts";

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
