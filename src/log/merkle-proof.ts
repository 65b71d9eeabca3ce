import { sameBytes } from "./encoding.ts";
import { HASH_BYTES, type Hash, hashNode, hasLeaf } from "./merkle-tree.ts";

/** One hash of an inclusion proof at work: what we had and what the proof gave, joined. */
export interface ProofStep {
	/** Which of the two the proof gave. */
	readonly given: "left" | "right";
	readonly left: Hash;
	readonly right: Hash;
	readonly parent: Hash;
}

/**
 * Recomputes the root from a leaf's hash and its audit path, each step shown. RFC 9162 section 2.1.3.2.
 * @returns undefined when no tree of that size has a path of that length there
 */
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

/**
 * Whether a leaf stands at that index of the tree with that root. Size and root must come from one signed checkpoint:
 * leaf 0 has the same path in a tree of three leaves as in one of four.
 */
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

/**
 * Whether the older tree is a prefix of the newer one. RFC 9162 section 2.1.4.2. Never so for an older tree without
 * leaves: that it is a prefix says nothing, so no proof of it counts.
 */
export async function verifyConsistency(older: TreeHead, newer: TreeHead, proof: readonly Hash[]): Promise<boolean> {
	if (!hasLeaf(newer.size, older.size - 1)) return false;
	if (older.size === newer.size) return proof.length === 0 && sameBytes(older.root, newer.root);
	if (!areHashes([older.root, newer.root, ...proof])) return false;
	const roots = await walkConsistencyProof(older, newer.size, proof);
	return roots !== undefined && sameBytes(roots.older, older.root) && sameBytes(roots.newer, newer.root);
}

/** Both roots as the proof gives them; undefined when no two trees of these sizes have a proof of that length. */
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

/** A node on its way up, and the last node of its level. */
interface Place {
	readonly node: number;
	readonly last: number;
}

/** Whether the next hash stands to the left of it. */
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
