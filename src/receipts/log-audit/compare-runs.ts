import { join } from "node:path";
import { counted } from "#core/wording.ts";
import { mayBindAgain } from "../seal/bind-runs.ts";
import { parseRunName, type RunDigest, runDigests } from "../store/run-digest.ts";
import type { Findings } from "./findings.ts";
import type { BoundFile, LogLeaves } from "./log-leaves.ts";
import { readBytes } from "./log-listing.ts";

/** Compares the runs that leaves bind with the lines that are there, one night's file after the other. */
export async function compareRuns(reports: string, bound: LogLeaves["bound"], findings: Findings): Promise<void> {
	const all = [...bound.values()].flat().flatMap((leaf) => {
		const named = parseRunName(leaf.leaf.name);
		return named ? [{ ...leaf, ...named }] : [];
	});
	let again = 0;
	for (const [night, leaves] of Map.groupBy(all, (leaf) => leaf.night)) {
		const file = `runs/${night}.jsonl`;
		const bytes = await readBytes(join(reports, file));
		const there = new Map(runDigests(night, (bytes ?? Buffer.alloc(0)).toString("utf8")).map((run) => [run.run, run]));
		for (const [run, unordered] of Map.groupBy(leaves, (leaf) => leaf.run)) {
			const states = unordered.toSorted((a, b) => a.index - b.index);
			const says = bytes ? difference(states, there.get(run)) : "The file is missing";
			const newest = states.at(-1);
			if (says !== undefined && newest)
				findings.fault(file, `${says}: leaf ${newest.index} binds ${newest.leaf.name}.`);
			if (states.length > 1) again++;
		}
	}
	if (again > 0)
		findings.notes.push(
			`${counted(again, "run was", "runs were")} bound again after removals, or after a share was run again. Whether anything else was changed by then shows in git.`,
		);
}

function difference(states: readonly BoundFile[], run: RunDigest | undefined): string | undefined {
	const newest = states.at(-1)?.leaf;
	if (!newest) return undefined;
	if (!run) return "It has no line of a run";
	if (run.lines !== newest.size) return `It has ${run.lines} lines of a run that had ${newest.size}`;
	if (run.digest !== newest.digest) return "A line of it is not what it was";
	const isFounded = states.every(({ leaf }, at) => {
		const before = states[at - 1]?.leaf;
		return !before || mayBindAgain(before, leaf);
	});
	return isFounded ? undefined : "A run in it was bound again, and neither a removal nor a missing site says why";
}
