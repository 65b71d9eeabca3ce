import { createHash } from "node:crypto";
import { type Hash, hashNode, type ReadHash } from "./merkle.ts";
import { createMemoryTree, type MemoryTree } from "./tiles.ts";

/** Entry n of the trees that tests grow. */
export function entryOf(index: number): Uint8Array {
	return new TextEncoder().encode(`entry ${index}`);
}

/** Hash of an entry, by another implementation of SHA-256 than the tree's own. */
export function leafOf(index: number): Hash {
	return new Uint8Array(createHash("sha256").update(Uint8Array.of(0)).update(entryOf(index)).digest());
}

export interface NumberedTree extends MemoryTree {
	readonly leaves: readonly Hash[];
}

/** A tree whose leaves all differ. Smaller trees can be read from it as well. */
export async function growTree(size: number): Promise<NumberedTree> {
	const leaves = Array.from({ length: size }, (_, index) => leafOf(index));
	return { ...(await createMemoryTree(leaves)), leaves };
}

/** Reads a tree of any size whose leaves are all the same, which makes subtrees of one height the same. */
export async function growUniformTree(): Promise<ReadHash> {
	const levels = [leafOf(0)];
	for (let below = leafOf(0); levels.length < 54; levels.push(below)) below = await hashNode(below, below);
	return (level) => levels[level] as Hash;
}

/** The bytes with one of them changed. */
export function flipByte(bytes: Uint8Array, at: number): Uint8Array {
	return bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 0x40 : byte));
}

/** Proofs with one hash changed, one for each hash. */
export function spoiltProofs(proof: readonly Hash[], at: number): Hash[][] {
	return proof.map((_, spoilt) => proof.map((hash, index) => (index === spoilt ? flipByte(hash, at) : hash)));
}
