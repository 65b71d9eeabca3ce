import { type BigIntStats, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import type { Leaf } from "#log/leaf.ts";
import type { SealedFile } from "./leaf-index.ts";

/** What a folder of `reports/` has for the log. */
export interface FoundLeaves {
	readonly leaves: readonly Leaf[];
	/** Files that need not be read again once these leaves are in the log: nothing of them was left out. */
	readonly files: ReadonlyMap<string, SealedFile>;
	/** Names of all files that are there, whether they were read or not. */
	readonly names: readonly string[];
	/** Sentences about what was left out. */
	readonly notes: readonly string[];
	/** Whether a file is damaged. */
	readonly faulty: boolean;
}

/** Names in a folder that are no hidden ones, in order; none where it is missing or a file. */
export async function namesIn(directory: string): Promise<string[]> {
	try {
		const names = await readdir(directory);
		return names.filter((name) => !name.startsWith(".")).sort();
	} catch (error) {
		if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return [];
		throw error;
	}
}

/**
 * What changes whenever a file does: size, times and inode. Whoever writes anew changes the time of the inode, which no
 * program can set. Synchronous: asking thousands of times is ten times as fast.
 */
export function stampOf(path: string): string | undefined {
	const stats = statSync(path, { bigint: true, throwIfNoEntry: false }) as BigIntStats | undefined;
	return stats?.isFile() ? `${stats.size}-${stats.mtimeNs}-${stats.ctimeNs}-${stats.ino}` : undefined;
}
