import { nightOf, type RunDigest } from "../store/run-digest.ts";
import { type FileToBind, isBound } from "./bound-files.ts";
import type { LeafIndex } from "./leaf-index.ts";

export interface RunsToBind {
	readonly files: readonly FileToBind[];
	/** Names of files, as `runs/2026-11-21.jsonl`, that are not what the log binds. */
	readonly changed: readonly string[];
	readonly notes: readonly string[];
}

/**
 * The runs that the log does not bind as they are. One that was bound may be bound anew where a removal has taken something
 * out of its lines; any other change is one that nobody should make.
 * @param runs of the files that were read
 */
export function bindRuns(runs: readonly RunDigest[], index: LeafIndex): RunsToBind {
	const files: FileToBind[] = [];
	const changed = new Set<string>();
	for (const { name, lines, withdrawn, digest } of runs) {
		const file = { name, digest, size: lines };
		const bound = index.listLeaves(name);
		if (isBound(file, index)) continue;
		if (mayBindAgain(bound, { lines, withdrawn })) files.push(file);
		else changed.add(`runs/${nightOf(name)}.jsonl`);
	}
	const notes = [...changed].map((name) => `${name} is not what the log binds of it: restore it from git.`);
	return { files, changed: [...changed], notes };
}

/**
 * Whether a run that was bound before may have other lines now: as many as ever, and at least one that a removal has changed
 * for each time that it was bound.
 */
export function mayBindAgain(
	bound: readonly { readonly size: number }[],
	{ lines, withdrawn }: Pick<RunDigest, "lines" | "withdrawn">,
): boolean {
	return bound.every(({ size }) => size === lines) && bound.length <= withdrawn;
}
