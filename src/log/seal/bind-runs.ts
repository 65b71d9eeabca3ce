import { parseRunName, type RunDigest } from "#receipts/store/run-digest.ts";
import type { FileToBind } from "./bound-files.ts";
import type { LeafIndex } from "./leaf-index.ts";

export interface RunsToBind {
	readonly files: readonly FileToBind[];
	/** Names of files, as `runs/2026-11-21.jsonl`, that are not what the log binds. */
	readonly changed: readonly string[];
	readonly notes: readonly string[];
}

/**
 * The runs that the log does not bind as they are. One that was bound may be bound anew where a removal has taken something
 * out of its lines since, or sites that it lacked were audited; any other change is one that nobody should make.
 * @param runs of the files that were read
 */
export function bindRuns(runs: readonly RunDigest[], index: Pick<LeafIndex, "newestList">): RunsToBind {
	const files: FileToBind[] = [];
	const [changed, again] = [new Set<string>(), new Set<string>()];
	for (const { name, run, lines, digest } of runs) {
		const last = index.newestList(run);
		if (last?.name === name && last.digest === digest && last.size === lines) continue;
		const file = `runs/${parseRunName(name)?.night}.jsonl`;
		if (last && !mayBindAgain(last, { name, size: lines })) {
			changed.add(file);
			continue;
		}
		files.push({ name, digest, size: lines });
		if (last) again.add(file);
	}
	const notes = [
		...[...changed].map((name) => `${name} is not what the log binds of it: restore it from git.`),
		...[...again].map((name) => `${name} ${BOUND_AGAIN}`),
	];
	return { files, changed: [...changed], notes };
}

const BOUND_AGAIN =
	"was bound again: a removal has taken something out of it, or a share was run again. Whether anything else was changed shows in git.";

/** What a leaf says of a run. */
interface RunState {
	readonly name: string;
	readonly size: number;
}

/** Whether a run that was bound before may have other lines now: as many, and fewer missing, or more withdrawn than then. */
export function mayBindAgain(before: RunState, after: RunState): boolean {
	const [then, now] = [parseRunName(before.name), parseRunName(after.name)];
	if (!then || !now || after.size !== before.size) return false;
	return now.missing < then.missing || (now.missing === then.missing && now.withdrawn > then.withdrawn);
}
