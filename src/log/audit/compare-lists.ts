import { join } from "node:path";
import { counted } from "#core/wording.ts";
import { parseRunName, type RunDigest, runDigests } from "#receipts/store/run-digest.ts";
import { coveredBy } from "../domain-index/index-files.ts";
import { POLICY_NAME } from "../seal/bind-policy.ts";
import { mayBindAgain } from "../seal/bind-runs.ts";
import { parseLeafList } from "../seal/leaf-list.ts";
import { readGrowingList, SIGNED } from "./bound-bytes.ts";
import { type Findings, reasonOf } from "./findings.ts";
import type { BoundFile, LogLeaves } from "./log-leaves.ts";
import { readBytes } from "./log-listing.ts";
import type { AuditOptions } from "./recompute-log.ts";

/** Which absent receipts the log accounts for. */
export interface ListedLeaves {
	isLive(leaf: number): boolean;
	/** The leaf that first bound the list with this one on it; undefined for one that is not listed as withdrawn. */
	withdrawnBy(leaf: number): number | undefined;
}

/** Lists that only grow: every leaf of one binds what it was then, with which it must still begin. */
const GROWING = ["withdrawn", "live", "keys"];
const KNOWN = [...GROWING, POLICY_NAME];

/**
 * Compares the files that leaves bind with what they are, and reads which leaves they list.
 */
export async function compareLists(
	{ reports, isOutside = false }: Pick<AuditOptions, "reports" | "isOutside">,
	leaves: LogLeaves,
	findings: Findings,
): Promise<ListedLeaves> {
	const directory = join(reports, "log");
	for (const [name, bound] of leaves.bound) {
		const [first] = bound;
		if (KNOWN.includes(name) || parseRunName(name) || coveredBy(name) !== undefined || !first) continue;
		const says = `Leaf ${first.index} binds it, and this version of the program does not know how.`;
		findings.fault(`log/${name}`, says, "Use a newer version.");
	}
	const read = async (name: string) => readLeafList(directory, name, leaves, findings);
	const [withdrawn, live] = [await read("withdrawn"), await read("live")];
	if (!isOutside) await compareRuns(reports, leaves.bound, findings);
	return {
		isLive: (leaf) => live.has(leaf),
		withdrawnBy: (leaf) => withdrawn.get(leaf),
	};
}

/** The leaves that a list names, as far as the log binds it, each with the leaf that first bound it so. */
async function readLeafList(
	directory: string,
	name: string,
	leaves: LogLeaves,
	findings: Findings,
): Promise<ReadonlyMap<number, number>> {
	const whole = await readGrowingList(directory, name, leaves, findings);
	try {
		const listed = parseLeafList(new TextDecoder("utf-8", { fatal: false }).decode(whole));
		const audits = new Set([...leaves.audits.values()].map(({ index }) => index));
		const odd = leaves.isComplete() ? listed.find((leaf) => !audits.has(leaf)) : undefined;
		if (odd !== undefined) findings.fault(`log/${name}`, `It lists leaf ${odd}, which is no audit.`, SIGNED);
		return whoBound(listed, leaves.bound.get(name) ?? []);
	} catch (error) {
		findings.fault(`log/${name}`, reasonOf(error), SIGNED);
		return new Map();
	}
}

/** Lines are as long as their numbers, so that the place of each is known. */
function whoBound(listed: readonly number[], bound: readonly BoundFile[]): ReadonlyMap<number, number> {
	const found = new Map<number, number>();
	let [end, at] = [0, 0];
	for (const leaf of listed) {
		end += `${leaf}\n`.length;
		while ((bound[at]?.leaf.size ?? end) < end) at++;
		found.set(leaf, bound[at]?.index ?? 0);
	}
	return found;
}

/** Compares the runs that leaves bind with the lines that are there, one night's file after the other. */
async function compareRuns(reports: string, bound: LogLeaves["bound"], findings: Findings): Promise<void> {
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
