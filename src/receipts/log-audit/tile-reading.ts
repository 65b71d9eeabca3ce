import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { HASH_BYTES } from "#log/merkle-tree.ts";
import { parseEntries, parseTile, type Tile, tilePath } from "#log/tile.ts";
import { readBytes } from "./log-listing.ts";
import { leafDigests } from "./merkle-digest.ts";
import { toldBy } from "./words.ts";

/** What one file says about hashes that stand side by side in the tree. */
export interface TileReading {
	readonly tile: Tile;
	/** Path below the log directory. */
	readonly path: string;
	/** Side by side; absent when the file is missing or malformed. */
	readonly hashes?: Uint8Array;
	/** Of a bundle that can be read. */
	readonly entries?: readonly Uint8Array[];
	/** Why it has no hashes, as a sentence. */
	readonly fault?: string;
}

/** Reads a tile, or a bundle whose entries it hashes. */
export async function readTile(directory: string, tile: Tile): Promise<TileReading> {
	const path = tilePath(tile);
	const bytes = await readBytes(join(directory, path));
	if (!bytes) return { tile, path, fault: "The file is missing." };
	try {
		if (tile.level !== "entries") {
			parseTile(bytes, tile.width);
			return { tile, path, hashes: bytes };
		}
		const entries = parseEntries(bytes, tile.width);
		return { tile, path, entries, hashes: leafDigests(entries) };
	} catch (error) {
		if (isFailure(error)) return { tile, path, fault: toldBy(error) };
		throw error;
	}
}

/** Whether both files could be read and give the same hashes. */
export function isAgreed({ hashes: a }: TileReading, { hashes: b }: TileReading): boolean {
	return a !== undefined && b !== undefined && sameDigests(a, b);
}

export function sameDigests(a: Uint8Array, b: Uint8Array): boolean {
	return Buffer.compare(a, b) === 0;
}

/** Whether a narrower file gives what these hashes begin with. */
export function isBeginningOf({ hashes: beginning }: TileReading, hashes: Uint8Array): boolean {
	return beginning !== undefined && sameDigests(beginning, hashes.subarray(0, beginning.length));
}

/** Number of the first hash that differs; how many the shorter one has when none does. */
export function firstDifference(a: Uint8Array, b: Uint8Array): number {
	const count = Math.min(a.length, b.length) / HASH_BYTES;
	for (let at = 0; at < count; at++) {
		const [from, to] = [at * HASH_BYTES, (at + 1) * HASH_BYTES];
		if (!sameDigests(a.subarray(from, to), b.subarray(from, to))) return at;
	}
	return count;
}
