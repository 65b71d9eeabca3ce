import { malformed } from "./malformed.ts";
import { hashPairs } from "./memory-tree.ts";
import { type Hash, hashNode, type ReadHash } from "./merkle-tree.ts";
import { TILE_WIDTH, type Tile } from "./tile.ts";

const TILE_HEIGHT = 8;

/** The hashes of one tile of the tree; called with the widest tile that a tree of the reader's size has there. */
export type ReadTile = (tile: Tile & { readonly level: number }) => Promise<readonly Hash[]>;

/**
 * Reads subtree hashes of the tree of `size` leaves from its tiles, each tile once.
 * @throws Failure `log-malformed` when asked for a hash and its tile comes too narrow
 */
export function readFromTiles(size: number, readTile: ReadTile): ReadHash {
	const tiles = new Map<string, Promise<readonly Hash[]>>();
	const read = async (level: number, index: number) => {
		const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
		if (!(width > 0)) throw new RangeError(`A tree of ${size} leaves has no tile ${index} at level ${level}.`);
		const hashes = await readTile({ level, index, width });
		// It may be wider: once a tile is full, the narrower ones need no longer be there.
		if (hashes.length < width) throw malformed("tile", `It has ${hashes.length} hashes, not ${width}.`);
		return hashes;
	};
	const load = (level: number, index: number) => {
		const key = `${level}/${index}`;
		const loading = tiles.get(key) ?? read(level, index);
		tiles.set(key, loading);
		return loading;
	};
	return async (level, index) => {
		const tileLevel = Math.floor(level / TILE_HEIGHT);
		const width = 2 ** (level % TILE_HEIGHT);
		const first = index * width;
		const hashes = await load(tileLevel, Math.floor(first / TILE_WIDTH));
		const from = first % TILE_WIDTH;
		return subtreeRoot(hashes.slice(from, from + width));
	};
}

/** Root over a power of two of hashes. */
export async function subtreeRoot(hashes: readonly Hash[]): Promise<Hash> {
	let level = hashes;
	while (level.length > 2) level = await hashPairs(level);
	const [left, right] = level;
	if (!left) throw new RangeError("A subtree has at least one leaf.");
	return right ? hashNode(left, right) : left;
}
