import { sameBytes } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import type { TreeHead } from "#log/tlog/merkle.ts";
import { type ReadHash, treeRoot } from "#log/tlog/merkle.ts";
import { type ReadTile, readFromTiles, subtreeRoot, TILE_WIDTH, type Tile, tilePath } from "#log/tlog/tiles.ts";

/** Levels of hashes that one tile spans. */
const TILE_HEIGHT = 8;

/**
 * Reads hashes of a signed tree of which nothing is believed: the tiles of its right edge must give the signed root, and
 * every full tile the hash that the tile above has for it. So whatever it gives was signed.
 * @throws Failure `log-inconsistent`, of which the tiles that were given are to blame and no signature; as `fetchTile`
 */
export async function openProvenTiles({ size, root }: TreeHead, fetchTile: ReadTile): Promise<ReadHash> {
	const read: ReadHash = readFromTiles(size, async (tile) => {
		const hashes = await fetchTile(tile);
		if (tile.width < TILE_WIDTH) return hashes;
		const above = await read((tile.level + 1) * TILE_HEIGHT, tile.index);
		if (!sameBytes(await subtreeRoot(hashes), above)) throw notCommitted(tilePath(tile));
		return hashes;
	});
	if (!sameBytes(await treeRoot(size, read), root)) throw notCommitted("one of the tiles on the right edge");
	return read;
}

/** Whether the entries of a bundle are those that were signed. @param hashes of its entries, in order */
export async function isBundle(
	{ index, width }: Pick<Tile, "index" | "width">,
	hashes: readonly Uint8Array[],
	read: ReadHash,
): Promise<boolean> {
	// A full bundle has one hash two levels up, so that its own tile need not be fetched.
	if (width === TILE_WIDTH) return sameBytes(await subtreeRoot(hashes), await read(TILE_HEIGHT, index));
	for (const [at, hash] of hashes.entries()) if (!sameBytes(hash, await read(0, index * TILE_WIDTH + at))) return false;
	return true;
}

export function notCommitted(file: string): Failure {
	return new Failure("log-inconsistent", {
		what: `What the site gives does not belong to the state of the log that it shows: ${file}.`,
		why: "The signed root commits to something else.",
		todo: "It may be damaged, or half-way through an update: look again in a few minutes.",
	});
}
