import { sameBytes } from "#log/encoding.ts";
import { formatLeaf } from "#log/leaf.ts";
import { HASH_BYTES } from "#log/merkle-tree.ts";
import { formatEntries, leavesUnder, newTiles, parseTilePath, TILE_WIDTH, type Tile, tilePath } from "#log/tile.ts";
import { hashEntries, rootOver } from "#receipts/seal/grow-tree.ts";
import { inconsistent, type PublishedLog } from "#receipts/store/published-log.ts";

/** What the log's files must hold, from the entries that gave the signed root. */
export interface PublishedTiles {
	/**
	 * @param path below the log's address
	 * @throws Failure `log-inconsistent` for a tile or bundle with other bytes than the entries give; what is no tile, or
	 * belongs to no published tree, passes
	 */
	check(path: string, bytes: Uint8Array): void;
	/** @throws Failure `log-inconsistent` when the published tree has a tile that is not among these files */
	checkAll(paths: readonly string[]): void;
}

/** Hashes every leaf and node once: a fraction of a second for 100,000 leaves. */
export function publishedTiles({ leaves, size }: Pick<PublishedLog, "leaves" | "size">): PublishedTiles {
	const entries = leaves.map(formatLeaf);
	const levels = hashLevels(entries);
	const bytesOf = ({ level, index, width }: Tile): Uint8Array => {
		const from = index * TILE_WIDTH;
		if (level === "entries") return formatEntries(entries.slice(from, from + width));
		return levels[level]?.subarray(from * HASH_BYTES, (from + width) * HASH_BYTES) ?? new Uint8Array();
	};
	return {
		check(path, bytes) {
			const tile = parseTilePath(path);
			if (!tile || leavesUnder(tile) > size || sameBytes(bytes, bytesOf(tile))) return;
			throw inconsistent(`${path} is not what the entries give.`);
		},
		checkAll(paths) {
			const there = new Set(paths);
			for (const tile of newTiles(0, size))
				if (!there.has(tilePath(tile))) throw inconsistent(`${tilePath(tile)} is missing.`);
		},
	};
}

/** The hashes of each level of tiles, one behind the other; those of a level are the roots of full tiles below. */
function hashLevels(entries: readonly Uint8Array[]): Uint8Array[] {
	const levels: Uint8Array[] = [];
	const tileBytes = TILE_WIDTH * HASH_BYTES;
	for (let level = hashEntries(entries); level.length > 0; ) {
		levels.push(level);
		const above = new Uint8Array(Math.floor(level.length / tileBytes) * HASH_BYTES);
		for (let at = 0; at * HASH_BYTES < above.length; at++)
			above.set(rootOver(level.subarray(at * tileBytes, (at + 1) * tileBytes)), at * HASH_BYTES);
		level = above;
	}
	return levels;
}
