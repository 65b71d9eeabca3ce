import { type Hash, hashNode, type ReadHash } from "./merkle-tree.ts";

/** A tree whose every complete subtree is hashed once: quick where many proofs of one tree are wanted. */
export interface MemoryTree {
	readonly size: number;
	readonly read: ReadHash;
}

/** Holds two hashes per leaf; 100,000 leaves are about 20 MB. */
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

/** Parents of the complete pairs of one level; an odd last one has none yet. Hashed together: one by one is 15 times slower. */
export async function hashPairs(level: readonly Hash[]): Promise<Hash[]> {
	const pairs = Math.floor(level.length / 2);
	return Promise.all(
		Array.from({ length: pairs }, (_, at) => hashNode(level[2 * at] as Hash, level[2 * at + 1] as Hash)),
	);
}
