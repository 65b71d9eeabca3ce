import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ifThere } from "#receipts/store/if-there.ts";
import { type FileToBind, isBound } from "./bound-files.ts";
import type { LeafIndex } from "./leaf-index.ts";

/** Name of the leaves that bind `log/policy.txt`, as a whole; one that was taken away as a file of no bytes. */
export const POLICY_NAME = "policy";

/** The policy, where it is another one than the log binds: so nobody weakens it without a trace. */
export async function bindPolicy(directory: string, index: LeafIndex): Promise<FileToBind[]> {
	const bytes = await ifThere(readFile(join(directory, "policy.txt")));
	if (!bytes && index.listLeaves(POLICY_NAME).length === 0) return [];
	const data = bytes ?? new Uint8Array();
	const file = { name: POLICY_NAME, digest: hash("sha256", data), size: data.length };
	return isBound(file, index) ? [] : [file];
}

/** @param files what a seal binds */
export function noteOfPolicy(files: readonly FileToBind[], index: LeafIndex): string[] {
	const before = index.listLeaves(POLICY_NAME).length;
	if (before === 0 || !files.some(({ name }) => name === POLICY_NAME)) return [];
	return [
		"log/policy.txt is another one than before, and bound as it is: where you have not changed it, restore it from git and seal again.",
	];
}
