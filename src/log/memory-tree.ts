import { type Hash, hashNode, type ReadHash } from "./merkle-tree.ts";

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
