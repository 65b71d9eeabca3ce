import { sameBytes } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { consistencyProof, type Hash, hashLeaf, type TreeHead, treeRoot, verifyConsistency } from "#log/tlog/merkle.ts";
import { readFromTiles, subtreeRoot, TILE_WIDTH } from "#log/tlog/tiles.ts";
import { readEntryBundle, readTileFile, tileReader } from "./log-files.ts";

/**
 * Whether the tiles on the log's right edge, on which everything new is going to rest, give the published root, and the
 * last bundle the last hashes. Costs a tile for each level, whatever the log's size.
 * @throws Failure `log-inconsistent`, `log-malformed`
 */
export async function checkRightEdge(directory: string, { size, root }: TreeHead): Promise<void> {
	const recomputed = await treeRoot(size, readFromTiles(size, tileReader(directory)));
	if (!sameBytes(recomputed, root)) throw wrong("Its tiles do not give the root that was signed.");
	if (size === 0) return;
	const last = lastTile(size);
	await checkBundle(directory, last.index, last.width);
	for (let level = 0, count = size; count >= TILE_WIDTH; level++, count = Math.floor(count / TILE_WIDTH))
		if (count % TILE_WIDTH === 0) await checkFullTile(directory, level, count);
}

/**
 * Whether the entries of a bundle have the hashes of the tile beside it.
 * @throws Failure `log-inconsistent`, `log-malformed`
 */
export async function checkBundle(directory: string, index: number, width: number): Promise<void> {
	const entries = await readEntryBundle(directory, { index, width });
	const ours = await Promise.all(entries.map(hashLeaf));
	const theirs = await readTileFile(directory, { level: 0, index, width });
	if (!ours.every((hash, at) => sameBytes(hash, theirs[at] as Hash)))
		throw wrong(`The entries of bundle ${index} do not have the hashes of their tile.`);
}

/** Whether the older tree is what the newer began with, by a consistency proof from the newer one's tiles. */
export async function isPrefix(directory: string, older: TreeHead, newer: TreeHead): Promise<boolean> {
	if (older.size === 0) return true;
	if (older.size > newer.size) return false;
	const proof = await consistencyProof(older.size, newer.size, readFromTiles(newer.size, tileReader(directory)));
	return verifyConsistency(older, newer, proof);
}

/** A full last tile is no part of the right edge: only its root is, one level up. */
async function checkFullTile(directory: string, level: number, count: number): Promise<void> {
	const { index } = lastTile(count);
	const hashes = await readTileFile(directory, { level, index, width: TILE_WIDTH });
	const above = lastTile(count / TILE_WIDTH);
	const parents = await readTileFile(directory, { level: level + 1, ...above });
	if (!sameBytes(await subtreeRoot(hashes), parents.at(-1) as Hash))
		throw wrong(`The last tile of level ${level} does not have the hash that the tile above gives it.`);
}

function lastTile(count: number): { readonly index: number; readonly width: number } {
	const index = Math.floor((count - 1) / TILE_WIDTH);
	return { index, width: count - index * TILE_WIDTH };
}

function wrong(why: string): Failure {
	return new Failure("log-inconsistent", {
		what: "The log does not hold what its checkpoint commits to, so nothing was signed.",
		why,
		todo: "Run npm run verify: it names the files that are wrong. Restore the folder log/ from git.",
	});
}
