import { createHash } from "node:crypto";
import { type Hash, hashNode, type ReadHash } from "./merkle.ts";
import { createMemoryTree, type MemoryTree } from "./tiles.ts";

export function entryOf(index: number): Uint8Array {
	return new TextEncoder().encode(`entry ${index}`);
}

/** Hashes an entry with another implementation of SHA-256 than the tree's. */
export function leafOf(index: number): Hash {
	return new Uint8Array(createHash("sha256").update(Uint8Array.of(0)).update(entryOf(index)).digest());
}

export interface NumberedTree extends MemoryTree {
	readonly leaves: readonly Hash[];
}

/** A tree with distinct leaves. Smaller trees can be read from it too. */
export async function growTree(size: number): Promise<NumberedTree> {
	const leaves = Array.from({ length: size }, (_, index) => leafOf(index));
	return { ...(await createMemoryTree(leaves)), leaves };
}

/** Reads a tree of any size with equal leaves, so subtrees of one height are equal too. */
export async function growUniformTree(): Promise<ReadHash> {
	const levels = [leafOf(0)];
	for (let below = leafOf(0); levels.length < 54; levels.push(below)) below = await hashNode(below, below);
	return (level) => levels[level] as Hash;
}

/** The bytes with one of them changed. */
export function flipByte(bytes: Uint8Array, at: number): Uint8Array {
	return bytes.map((byte, index) => (index === at % bytes.length ? byte ^ 0x40 : byte));
}

/** Copies of the proof with a different hash changed in each. */
export function spoiltProofs(proof: readonly Hash[], at: number): Hash[][] {
	return proof.map((_, spoilt) => proof.map((hash, index) => (index === spoilt ? flipByte(hash, at) : hash)));
}
