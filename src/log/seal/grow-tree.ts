import { hash } from "node:crypto";
import { sameBytes } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { formatLeaf, type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import {
	consistencyProof,
	HASH_BYTES,
	type Hash,
	hashLeaf,
	type TreeHead,
	treeRoot,
	verifyConsistency,
} from "#log/tlog/merkle.ts";
import {
	formatEntries,
	formatTile,
	newTiles,
	parseEntries,
	parseTile,
	type ReadTile,
	readFromTiles,
	subtreeRoot,
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

/** Works in memory: reads the log's right edge and writes nothing. */
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

/**
 * Verifies the new files with the code that readers run: entries, bundles and tiles must give the root,
 * and the previous tree must be a prefix.
 * @throws Failure `log-inconsistent`; such a tree must not be signed
 */
export async function proofread(directory: string, before: TreeHead | undefined, growth: Growth): Promise<void> {
	const byPath = new Map(growth.tiles.map(({ path, data }) => [path, data]));
	const expected = [...newTiles(before?.size ?? 0, growth.size)];
	if (expected.length !== byPath.size) throw wrong("It would have other tiles than a tree of its size.");
	for (const tile of expected) {
		const data = byPath.get(tilePath(tile));
		if (!data) throw wrong(`It would lack ${tilePath(tile)}.`);
		const { level, index, width } = tile;
		if (level === "entries") {
			const hashes = parseTile(byPath.get(tilePath({ level: 0, index, width })) ?? new Uint8Array(), width);
			await expectSame(tilePath(tile), await hashBundle(data, width), hashes);
		} else if (level > 0) await checkParents(tilePath(tile), parseTile(data, width), { level, index }, byPath);
	}
	const read = readFromTiles(growth.size, newTileReader(directory, growth.tiles));
	if (!sameBytes(await treeRoot(growth.size, read), growth.root)) throw wrong("Its tiles give another root.");
	if (!before || before.size === 0) return;
	const proof = await consistencyProof(before.size, growth.size, read);
	if (!(await verifyConsistency(before, growth, proof))) throw wrong("The published tree is not a prefix of it.");
}

async function hashBundle(bundle: Uint8Array, width: number): Promise<Hash[]> {
	const entries = parseEntries(bundle, width);
	for (const entry of entries) parseLeaf(entry);
	return Promise.all(entries.map(hashLeaf));
}

/** Checks new tiles only; the consistency proof with the published root covers earlier ones. */
async function checkParents(
	path: string,
	hashes: readonly Hash[],
	{ level, index }: { readonly level: number; readonly index: number },
	tiles: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
	for (const [at, hash] of hashes.entries()) {
		const below = { level: level - 1, index: index * TILE_WIDTH + at, width: TILE_WIDTH };
		const data = tiles.get(tilePath(below));
		if (data) await expectSame(path, [await subtreeRoot(parseTile(data, TILE_WIDTH))], [hash]);
	}
}

async function expectSame(path: string, ours: readonly Hash[], theirs: readonly Hash[]): Promise<void> {
	const same = ours.length === theirs.length && ours.every((hash, at) => sameBytes(hash, theirs[at] as Hash));
	if (!same) throw wrong(`${path} does not fit the tile that goes with it.`);
}

function wrong(why: string): Failure {
	return new Failure("log-inconsistent", {
		what: "The new tree is not consistent, so it was not signed.",
		why,
		todo: "Nothing was published. Run npm run verify, and restore the folder log/ from git.",
	});
}

// The hashes of tlog/merkle.ts with Node's synchronous function (much faster than Web Crypto) over concatenated
// hashes. `proofread` verifies the result with tlog/merkle.ts before it is signed.

/** SHA-256(0x00 ‖ entry) of each, concatenated. RFC 6962 section 2.1. */
export function hashEntries(entries: readonly Uint8Array[]): Uint8Array {
	const hashes = Buffer.alloc(entries.length * HASH_BYTES);
	for (const [at, entry] of entries.entries()) {
		const data = new Uint8Array(entry.length + 1);
		data.set(entry, 1);
		put(hashes, at, data);
	}
	return hashes;
}

/** @param hashes concatenated; their number is a power of 2 */
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

/** Goes through a binary string, which costs a third of a Buffer per digest. */
function put(hashes: Buffer, at: number, data: Uint8Array): void {
	hashes.write(hash("sha256", data, "binary"), at * HASH_BYTES, "latin1");
}
