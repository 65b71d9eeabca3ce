import { sameBytes, sha256 } from "#core/bytes.ts";

/** 32 bytes of SHA-256. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;

/** SHA-256(0x00 ‖ entry). RFC 6962 section 2.1. */
export async function hashLeaf(entry: Uint8Array): Promise<Hash> {
	const data = new Uint8Array(entry.length + 1);
	data.set(entry, 1);
	return sha256(data);
}

/** SHA-256(0x01 ‖ left ‖ right). RFC 6962 section 2.1. */
export async function hashNode(left: Hash, right: Hash): Promise<Hash> {
	const data = new Uint8Array(1 + 2 * HASH_BYTES);
	data[0] = 1;
	data.set(left, 1);
	data.set(right, 1 + HASH_BYTES);
	return sha256(data);
}

/** Hash of the complete subtree over the leaves [index·2^level, (index+1)·2^level), all inside the tree. */
export type ReadHash = (level: number, index: number) => Hash | Promise<Hash>;

/** SHA-256 of nothing for size 0. RFC 6962 section 2.1. @throws RangeError unless the size is whole and below 2^53 */
export async function treeRoot(size: number, read: ReadHash): Promise<Hash> {
	if (size === 0) return sha256(new Uint8Array());
	if (!hasLeaf(size, size - 1)) throw new RangeError(`There is no tree of ${size} leaves.`);
	return rangeRoot(0, size, read);
}

/** False for sizes from 2^53, where numbers lose precision. */
function hasLeaf(size: number, index: number): boolean {
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

/** From the leaf upwards. RFC 6962 section 2.1.1. @throws RangeError when the tree has no such leaf */
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

/** RFC 6962 section 2.1.2. @throws RangeError unless 0 < older <= newer: no proof could show an empty tree as prefix */
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
	// The verifier knows the older root, so its subtree is sent only if it is a part of the older tree.
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

export interface ProofStep {
	/** Which of the two came from the proof. */
	readonly given: "left" | "right";
	readonly left: Hash;
	readonly right: Hash;
	readonly parent: Hash;
}

/** RFC 9162 section 2.1.3.2. @returns undefined if the path length is wrong for that tree size and index */
export async function walkInclusionProof(
	index: number,
	size: number,
	leaf: Hash,
	proof: readonly Hash[],
): Promise<{ readonly root: Hash; readonly steps: readonly ProofStep[] } | undefined> {
	if (!hasLeaf(size, index) || !areHashes([leaf, ...proof])) return undefined;
	const steps: ProofStep[] = [];
	let [place, root] = [{ node: index, last: size - 1 }, leaf];
	for (const hash of proof) {
		if (place.last === 0) return undefined;
		const given = isRight(place) ? "left" : "right";
		const [left, right] = given === "left" ? [hash, root] : [root, hash];
		root = await hashNode(left, right);
		steps.push({ given, left, right, parent: root });
		place = parentOf(place);
	}
	return place.last === 0 ? { root, steps } : undefined;
}

/** Size and root must come from one signed checkpoint: leaf 0 has the same path in trees of 3 and of 4 leaves. */
export async function verifyInclusion(
	index: number,
	size: number,
	leaf: Hash,
	proof: readonly Hash[],
	root: Hash,
): Promise<boolean> {
	const walked = await walkInclusionProof(index, size, leaf, proof);
	return walked !== undefined && sameBytes(walked.root, root);
}

export interface TreeHead {
	readonly size: number;
	readonly root: Hash;
}

/** RFC 9162 section 2.1.4.2. False for an empty older tree, which is a prefix of every tree. */
export async function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly Hash[]): Promise<boolean> {
	if (!hasLeaf(newer.size, older.size - 1)) return false;
	if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root);
	if (!areHashes([older.root, newer.root, ...proof])) return false;
	const roots = await walkConsistencyProof(older, newer.size, proof);
	return roots !== undefined && sameBytes(roots.older, older.root) && sameBytes(roots.newer, newer.root);
}

/** Both roots as the proof gives them; undefined if the proof length is wrong for these sizes. */
async function walkConsistencyProof(older: TreeHead, newerSize: number, proof: readonly Hash[]) {
	let place: Place = { node: older.size - 1, last: newerSize - 1 };
	while (place.node % 2 === 1) place = up(place);
	// Where the older tree is one complete subtree, its root is the first hash.
	const [first, ...rest] = place.node === 0 ? [older.root, ...proof] : proof;
	if (!first) return undefined;
	let roots = { older: first, newer: first };
	for (const hash of rest) {
		if (place.last === 0) return undefined;
		roots = isRight(place)
			? { older: await hashNode(hash, roots.older), newer: await hashNode(hash, roots.newer) }
			: { older: roots.older, newer: await hashNode(roots.newer, hash) };
		place = parentOf(place);
	}
	return place.last === 0 ? roots : undefined;
}

interface Place {
	readonly node: number;
	readonly last: number;
}

function isRight({ node, last }: Place): boolean {
	return node % 2 === 1 || node === last;
}

function parentOf(place: Place): Place {
	let child = place;
	// A last node without a sibling rises until it has one.
	if (isRight(place)) while (child.node % 2 === 0 && child.node !== 0) child = up(child);
	return up(child);
}

function up({ node, last }: Place): Place {
	return { node: half(node), last: half(last) };
}

function half(value: number): number {
	return Math.floor(value / 2);
}

function areHashes(values: readonly Uint8Array[]): boolean {
	return values.every((value) => value.length === HASH_BYTES);
}
