import { sha256 } from "./sha256.ts";

/** 32 bytes of SHA-256. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;

/** Hash of a leaf: SHA-256(0x00 ‖ entry). RFC 6962 section 2.1. */
export async function hashLeaf(entry: Uint8Array): Promise<Hash> {
	const data = new Uint8Array(entry.length + 1);
	data.set(entry, 1);
	return sha256(data);
}

/** Hash of an inner node: SHA-256(0x01 ‖ left ‖ right). RFC 6962 section 2.1. */
export async function hashNode(left: Hash, right: Hash): Promise<Hash> {
	const data = new Uint8Array(1 + 2 * HASH_BYTES);
	data[0] = 1;
	data.set(left, 1);
	data.set(right, 1 + HASH_BYTES);
	return sha256(data);
}

/**
 * Hash of the complete subtree over the leaves [index·2^level, (index+1)·2^level). Level 0 are the leaf hashes.
 * Asked only for subtrees that lie wholly inside the tree.
 */
export type ReadHash = (level: number, index: number) => Hash | Promise<Hash>;

/**
 * Root of the tree of the first `size` leaves; SHA-256 of nothing for the empty one. RFC 6962 section 2.1.
 * @throws RangeError unless the size is a whole number below 2^53
 */
export async function treeRoot(size: number, read: ReadHash): Promise<Hash> {
	if (size === 0) return sha256(new Uint8Array());
	if (!hasLeaf(size, size - 1)) throw new RangeError(`There is no tree of ${size} leaves.`);
	return rangeRoot(0, size, read);
}

/** Whether a tree of `size` leaves has a leaf `index`. Sizes from 2^53, where numbers lose their last digit, have none. */
export function hasLeaf(size: number, index: number): boolean {
	return Number.isSafeInteger(size) && Number.isSafeInteger(index) && index >= 0 && index < size;
}

/** Root over the leaves [from, to), where `from` is a multiple of the range's size rounded up to a power of two. */
async function rangeRoot(from: number, to: number, read: ReadHash): Promise<Hash> {
	const parts: Hash[] = [];
	for (let at = from; at < to; ) {
		const level = highestBit(to - at);
		parts.push(await read(level, at / 2 ** level));
		at += 2 ** level;
	}
	let root = parts.pop() as Hash;
	for (const part of parts.reverse()) root = await hashNode(part, root);
	return root;
}

/**
 * Audit path of leaf `index` in the tree of `size` leaves, from the leaf upwards. RFC 6962 section 2.1.1.
 * @throws RangeError when the tree has no such leaf
 */
export async function inclusionProof(index: number, size: number, read: ReadHash): Promise<Hash[]> {
	if (!hasLeaf(size, index)) throw new RangeError(`A tree of ${size} leaves has no leaf ${index}.`);
	const path: Hash[] = [];
	let [from, to] = [0, size];
	while (to - from > 1) {
		const middle = from + splitOf(to - from);
		if (index < middle) {
			path.push(await rangeRoot(middle, to, read));
			to = middle;
		} else {
			path.push(await rangeRoot(from, middle, read));
			from = middle;
		}
	}
	return path.reverse();
}

/**
 * Proof that the tree of `older` leaves is a prefix of the tree of `newer`. RFC 6962 section 2.1.2.
 * @throws RangeError unless 0 < older <= newer; the empty tree is a prefix of every tree, which no proof could show
 */
export async function consistencyProof(older: number, newer: number, read: ReadHash): Promise<Hash[]> {
	if (!hasLeaf(newer, older - 1)) throw new RangeError(`There is no proof from ${older} to ${newer} leaves.`);
	const path: Hash[] = [];
	let [from, to] = [0, newer];
	while (older !== to) {
		const middle = from + splitOf(to - from);
		if (older <= middle) {
			path.push(await rangeRoot(middle, to, read));
			to = middle;
		} else {
			path.push(await rangeRoot(from, middle, read));
			from = middle;
		}
	}
	// The older tree's own last subtree is known to whoever knows its root, unless it is only a part of that tree.
	if (from > 0) path.push(await rangeRoot(from, to, read));
	return path.reverse();
}

/** Exponent of the largest power of two that is not above `count`, which is at least 1. */
export function highestBit(count: number): number {
	let level = 0;
	while (2 ** (level + 1) <= count) level++;
	return level;
}

/** Largest power of two below `count`, which is at least 2. */
function splitOf(count: number): number {
	return 2 ** highestBit(count - 1);
}
