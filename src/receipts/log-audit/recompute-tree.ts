import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { sameBytes } from "#log/encoding.ts";
import type { TreeHead } from "#log/merkle-proof.ts";
import { HASH_BYTES, type Hash, treeRoot } from "#log/merkle-tree.ts";
import { parseEntries, parseTile, TILE_WIDTH, type Tile, tilePath } from "#log/tile.ts";
import { hashEntries, rootOver } from "../seal/grow-tree.ts";
import { asSentence } from "./log-faults.ts";
import { readBytes } from "./log-listing.ts";

/** The hashes of a tile, or of a bundle's entries, one behind the other. */
export interface TileContent {
	/** Absent when the file is missing or malformed. */
	readonly hashes?: Uint8Array;
	/** Of a bundle that can be read. */
	readonly entries?: readonly Uint8Array[];
	/** Why it has no hashes, as a sentence. */
	readonly fault?: string;
}

export async function readTile(directory: string, tile: Tile): Promise<TileContent> {
	const bytes = await readBytes(join(directory, tilePath(tile)));
	if (!bytes) return { fault: "The file is missing." };
	try {
		if (tile.level !== "entries") return parseTile(bytes, tile.width) && { hashes: bytes };
		const entries = parseEntries(bytes, tile.width);
		return { entries, hashes: hashEntries(entries) };
	} catch (error) {
		if (isFailure(error)) return { fault: asSentence(error) };
		throw error;
	}
}

/** Hashes or entries that the tree of `size` leaves has in the tile of that place. */
export function widthAt({ level, index }: Pick<Tile, "level" | "index">, size: number): number {
	const count = level === "entries" ? size : Math.floor(size / TILE_WIDTH ** level);
	return Math.max(0, Math.min(TILE_WIDTH, count - index * TILE_WIDTH));
}

export function hashAt(hashes: Uint8Array, at: number): Hash {
	return hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
}

export type RecomputedTree = Awaited<ReturnType<typeof recomputeTree>>;

/**
 * Finds the leaf hashes that lead to the signed root. With these every file of the log can be compared, the entries too.
 * @returns whether the root was reached; groups of 256 leaves whose tile and bundle differ where the tiles did not reach it
 */
export async function recomputeTree(directory: string, { size, root }: TreeHead) {
	const read = (level: Tile["level"], index: number) =>
		readTile(directory, { level, index, width: widthAt({ level, index }, size) });
	const doubtful = new Set<number>();
	const byTiles = await buildTree(
		size,
		async (index) => (await read(0, index)).hashes ?? (await read("entries", index)).hashes,
	);
	if (sameBytes(await byTiles.rootAt(size), root)) return { ...byTiles, proven: true, doubtful };
	const byEntries = await buildTree(size, async (index) => {
		const [tile, bundle] = [(await read(0, index)).hashes, (await read("entries", index)).hashes];
		if (tile && bundle && sameBytes(tile, bundle)) return tile;
		doubtful.add(index);
		// Where both can be read, the tile counts only if the one above bears it out.
		const above = tile?.length === TILE_WIDTH * HASH_BYTES && (await read(1, Math.floor(index / TILE_WIDTH))).hashes;
		return tile && above && sameBytes(rootOver(tile), hashAt(above, index % TILE_WIDTH)) ? tile : (bundle ?? tile);
	});
	return { ...byEntries, proven: sameBytes(await byEntries.rootAt(size), root), doubtful };
}

/** @param readGroup hashes of 256 consecutive leaves, fewer at the end; taken for zeroes where there are none */
async function buildTree(size: number, readGroup: (index: number) => Promise<Uint8Array | undefined>) {
	const leaves = Buffer.alloc(size * HASH_BYTES);
	const tileBytes = TILE_WIDTH * HASH_BYTES;
	for (let index = 0; index * TILE_WIDTH < size; index++)
		leaves.set((await readGroup(index)) ?? new Uint8Array(), index * tileBytes);
	const levels = [leaves];
	for (let below = leaves; below.length >= tileBytes; below = levels.at(-1) ?? leaves) {
		const full = Array.from({ length: Math.floor(below.length / tileBytes) }, (_, at) => at * tileBytes);
		levels.push(Buffer.concat(full.map((from) => rootOver(below.subarray(from, from + tileBytes)))));
	}
	const hashesAt = (level: number, from: number, count: number) =>
		(levels[level] ?? leaves).subarray(from * HASH_BYTES, (from + count) * HASH_BYTES);
	return {
		/** What the tile must hold; of a bundle, the hashes of its entries. */
		hashesOf: ({ level, index, width }: Tile): Uint8Array =>
			hashesAt(level === "entries" ? 0 : level, index * TILE_WIDTH, width),
		/** Root of the first so many leaves. */
		rootAt: (count: number): Promise<Hash> =>
			treeRoot(count, (level, index) =>
				rootOver(hashesAt(Math.floor(level / 8), index * 2 ** (level % 8), 2 ** (level % 8))),
			),
	};
}
