import { parseLeaf } from "#log/leaf.ts";
import { type TreeHead, verifyConsistency } from "#log/merkle-proof.ts";
import { consistencyProof } from "#log/merkle-tree.ts";
import { TILE_WIDTH } from "#log/tile.ts";
import { readFromTiles } from "#log/tree-storage.ts";
import { checkBundle } from "./check-right-edge.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { readEntries, tileReader } from "./log-files.ts";

/**
 * Brings the index to the published tree: adds what it lacks, and begins again where it is about another tree.
 * @throws Failure `log-malformed`, `log-inconsistent` when the log has an entry that is no leaf of ours, or not its hash
 */
export async function catchUp(index: LeafIndex, directory: string, published: TreeHead): Promise<void> {
	const known = index.head();
	if (known && !(await isPrefix(directory, known, published))) index.clear();
	const from = index.head()?.size ?? 0;
	const leaves = [];
	for await (const { first, entries } of readEntries(directory, from, published.size)) {
		const bundle = Math.floor(first / TILE_WIDTH);
		await checkBundle(directory, bundle, first + entries.length - bundle * TILE_WIDTH);
		leaves.push(...entries.map(parseLeaf));
	}
	if (leaves.length > 0) index.advance(published, leaves);
}

/** Whether the older tree is what the newer began with, by a consistency proof from the newer one's tiles. */
export async function isPrefix(directory: string, older: TreeHead, newer: TreeHead): Promise<boolean> {
	if (older.size === 0) return true;
	if (older.size > newer.size) return false;
	const proof = await consistencyProof(older.size, newer.size, readFromTiles(newer.size, tileReader(directory)));
	return verifyConsistency(older, newer, proof);
}
