import { hash } from "node:crypto";
import { formatLeaf, type Leaf } from "#log/tlog/leaf.ts";
import type { TreeHead } from "#log/tlog/merkle.ts";
import { HASH_BYTES, treeRoot } from "#log/tlog/merkle.ts";
import {
	formatEntries,
	formatTile,
	parseTile,
	type ReadTile,
	readFromTiles,
	TILE_BYTES,
	TILE_WIDTH,
	type Tile,
	tilePath,
} from "#log/tlog/tiles.ts";
import type { FileToWrite } from "#receipts/store/durable-file.ts";
import { readEntryBundle, readTileFile } from "./log-folder.ts";

export interface Growth extends TreeHead {
	readonly tiles: readonly FileToWrite[];
}

/** In memory: reads the log's right edge and writes nothing. */
export async function growTree(directory: string, before: number, leaves: readonly Leaf[]): Promise<Growth> {
	const size = before + leaves.length;
	const { bundles, hashes } = await growEntries(directory, before, leaves);
	const tiles = [...bundles];
	let added = hashes;
	for (let level = 0, count = before; added.length > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
		const width = count % TILE_WIDTH;
		const index = (count - width) / TILE_WIDTH;
		const there = width > 0 ? formatTile(await readTileFile(directory, { level, index, width })) : new Uint8Array();
		const grown = growLevel(level, index, Buffer.concat([there, added]));
		tiles.push(...grown.tiles);
		added = grown.roots;
	}
	return { size, root: await treeRoot(size, readFromTiles(size, newTileReader(directory, tiles))), tiles };
}

export function newTileReader(directory: string, tiles: readonly FileToWrite[]): ReadTile {
	const byPath = new Map(tiles.map(({ path, data }) => [path, data]));
	return async (tile) => {
		const data = byPath.get(tilePath(tile));
		return data ? parseTile(data, tile.width) : readTileFile(directory, tile);
	};
}

async function growEntries(directory: string, before: number, leaves: readonly Leaf[]) {
	const width = before % TILE_WIDTH;
	const first = (before - width) / TILE_WIDTH;
	let entries = width > 0 ? await readEntryBundle(directory, { index: first, width }) : [];
	const bundles: FileToWrite[] = [];
	const hashes: Uint8Array[] = [];
	for (let at = 0; at < leaves.length; entries = []) {
		const added = leaves.slice(at, at + TILE_WIDTH - entries.length).map(formatLeaf);
		at += added.length;
		hashes.push(hashEntries(added));
		const all = [...entries, ...added];
		bundles.push(file({ level: "entries", index: first + bundles.length, width: all.length }, formatEntries(all)));
	}
	return { bundles, hashes: Buffer.concat(hashes) };
}

function growLevel(level: number, first: number, hashes: Uint8Array) {
	const tiles: FileToWrite[] = [];
	const roots: Uint8Array[] = [];
	for (let at = 0; at < hashes.length; at += TILE_BYTES) {
		const data = hashes.subarray(at, at + TILE_BYTES);
		tiles.push(file({ level, index: first + tiles.length, width: data.length / HASH_BYTES }, data));
		if (data.length === TILE_BYTES) roots.push(rootOver(data));
	}
	return { tiles, roots: Buffer.concat(roots) };
}

function file(tile: Tile, data: Uint8Array): FileToWrite {
	return { path: tilePath(tile), data };
}

// The hashes of tlog/merkle.ts by Node's synchronous function, many times as fast as Web Crypto, over consecutive
// hashes. `proofread` (extend-log.ts) checks the result by tlog/merkle.ts before it is signed.

/** SHA-256(0x00 ‖ entry) of each, one behind the other. RFC 6962 section 2.1. */
export function hashEntries(entries: readonly Uint8Array[]): Uint8Array {
	const hashes = Buffer.alloc(entries.length * HASH_BYTES);
	for (const [at, entry] of entries.entries()) {
		const data = new Uint8Array(entry.length + 1);
		data.set(entry, 1);
		put(hashes, at, data);
	}
	return hashes;
}

/** Root over a power of two of hashes that lie one behind the other. */
export function rootOver(hashes: Uint8Array): Uint8Array {
	const level = Buffer.from(hashes);
	const pair = new Uint8Array(1 + 2 * HASH_BYTES);
	pair[0] = 1;
	for (let count = level.length / HASH_BYTES; count > 1; count /= 2)
		for (let at = 0; at < count / 2; at++) {
			pair.set(level.subarray(2 * at * HASH_BYTES, (2 * at + 2) * HASH_BYTES), 1);
			put(level, at, pair);
		}
	return level.subarray(0, HASH_BYTES);
}

/** A digest as a string costs a third of one as a buffer of its own. */
function put(hashes: Buffer, at: number, data: Uint8Array): void {
	hashes.write(hash("sha256", data, "binary"), at * HASH_BYTES, "latin1");
}
