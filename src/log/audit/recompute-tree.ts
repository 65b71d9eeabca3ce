import { join } from "node:path";
import { sameBytes } from "#core/bytes.ts";
import type { TreeHead } from "#log/tlog/merkle.ts";
import { HASH_BYTES, type Hash, treeRoot } from "#log/tlog/merkle.ts";
import { parseEntries, parseTile, TILE_BYTES, TILE_WIDTH, type Tile, tilePath } from "#log/tlog/tiles.ts";
import { hashEntries, rootOver } from "../seal/grow-tree.ts";
import { asSentence } from "./findings.ts";
import { readBytes } from "./log-listing.ts";

/** The hashes of a tile, or of a bundle's entries, one behind the other; `fault` says why there are none. */
export interface TileContent {
	readonly hashes?: Uint8Array;
	/** Of a bundle. */
	readonly entries?: readonly Uint8Array[];
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
		return { fault: asSentence(error) };
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
 * Finds the leaf hashes that lead to the signed root, and what every file of the log must hold then, the bundles of
 * entries included. If the tiles of level 0 do not give the root, the entries of those do that the tile above disowns.
 * @returns `proven`: whether the root was reached; otherwise what follows from the entries, as far as they can be read
 */
export async function recomputeTree(directory: string, { size, root }: TreeHead) {
	const read = async (level: Tile["level"], index: number) =>
		(await readTile(directory, { level, index, width: widthAt({ level, index }, size) })).hashes;
	const byTiles = await buildTree(size, async (index) => (await read(0, index)) ?? (await read("entries", index)));
	if (sameBytes(await byTiles.rootAt(size), root)) return { ...byTiles, proven: true };
	const byEntries = await buildTree(size, async (index) => {
		const tile = await read(0, index);
		const above = tile?.length === TILE_BYTES && (await read(1, Math.floor(index / TILE_WIDTH)));
		if (above && sameBytes(rootOver(tile), hashAt(above, index % TILE_WIDTH))) return tile;
		return (await read("entries", index)) ?? tile;
	});
	return { ...byEntries, proven: sameBytes(await byEntries.rootAt(size), root) };
}

/** @param readGroup hashes of 256 consecutive leaves, fewer at the end; taken for zeroes where there are none */
async function buildTree(size: number, readGroup: (index: number) => Promise<Uint8Array | undefined>) {
	const leaves = Buffer.alloc(size * HASH_BYTES);
	for (let at = 0; at < leaves.length; at += TILE_BYTES) leaves.set((await readGroup(at / TILE_BYTES)) ?? [], at);
	const levels = [leaves];
	for (let below = leaves; below.length >= TILE_BYTES; below = levels.at(-1) ?? leaves) {
		const full = Array.from({ length: Math.floor(below.length / TILE_BYTES) }, (_, at) => at * TILE_BYTES);
		levels.push(Buffer.concat(full.map((from) => rootOver(below.subarray(from, from + TILE_BYTES)))));
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
