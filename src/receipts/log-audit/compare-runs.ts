import { join } from "node:path";
import { mayBindAgain } from "../seal/bind-runs.ts";
import { nightOf, type RunDigest, runDigests } from "../store/run-digest.ts";
import type { Findings } from "./findings.ts";
import type { BoundFile, LogLeaves } from "./log-leaves.ts";
import { readBytes } from "./log-listing.ts";

/** Compares the runs that leaves bind with the lines that are there, one night's file after the other. */
export async function compareRuns(reports: string, bound: LogLeaves["bound"], findings: Findings): Promise<void> {
	const byNight = Map.groupBy([...bound], ([name]) => nightOf(name) ?? "");
	for (const [night, runs] of byNight) {
		if (night === "") continue;
		const file = `runs/${night}.jsonl`;
		const bytes = await readBytes(join(reports, file));
		const there = new Map(runDigests(night, (bytes ?? Buffer.alloc(0)).toString("utf8")).map((run) => [run.name, run]));
		for (const [name, leaves] of runs) {
			const says = bytes ? difference(leaves, there.get(name)) : "The file is missing";
			const newest = leaves.at(-1);
			if (says !== undefined && newest) findings.fault(file, `${says}: leaf ${newest.index} binds ${name}.`);
		}
	}
}

function difference(bound: readonly BoundFile[], run: RunDigest | undefined): string | undefined {
	const newest = bound.at(-1)?.leaf;
	if (!newest) return undefined;
	if (!run) return "It has no line of a run";
	if (run.lines !== newest.size) return `It has ${run.lines} lines of a run that had ${newest.size}`;
	if (run.digest !== newest.digest) return "A line of it is not what it was";
	const earlier = bound.slice(0, -1).map(({ leaf }) => leaf);
	return mayBindAgain(earlier, run) ? undefined : "A run in it was bound again, and no removal says why";
}
