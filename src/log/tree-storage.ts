import { malformed } from "./encoding.ts";
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

/** A tree whose every complete subtree is hashed once: quick where many proofs of one tree are wanted. */
export interface MemoryTree {
	readonly size: number;
	readonly read: ReadHash;
}

/** Holds two hashes per leaf, each an object: 100,000 leaves are about 75 MB. */
export async function createMemoryTree(leafHashes: readonly Hash[]): Promise<MemoryTree> {
	const levels: (readonly Hash[])[] = [leafHashes];
	for (let below = leafHashes; below.length > 1; below = levels.at(-1) ?? []) levels.push(await hashPairs(below));
	return {
		size: leafHashes.length,
		read(level, index) {
			const hash = levels[level]?.[index];
			if (!hash)
				throw new RangeError(`A tree of ${leafHashes.length} leaves has no subtree ${index} at level ${level}.`);
			return hash;
		},
	};
}

/** Hashed at once: one by one is nine times slower, all together holds a promise for each. */
const BATCH = 1024;

/** Parents of the complete pairs of one level; an odd last one has none yet. */
export async function hashPairs(level: readonly Hash[]): Promise<Hash[]> {
	const parents: Hash[] = [];
	for (let from = 0; from + 1 < level.length; from += 2 * BATCH) {
		const children = level.slice(from, from + 2 * BATCH);
		const hashing = Array.from({ length: Math.floor(children.length / 2) }, (_, at) =>
			hashNode(children[2 * at] as Hash, children[2 * at + 1] as Hash),
		);
		parents.push(...(await Promise.all(hashing)));
	}
	return parents;
}
