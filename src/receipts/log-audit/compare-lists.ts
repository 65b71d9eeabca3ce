import { join } from "node:path";
import { INDEX_NAME } from "../domain-index/index-files.ts";
import { POLICY_NAME } from "../seal/bind-policy.ts";
import { parseLeafList } from "../seal/leaf-list.ts";
import { logPaths } from "../seal/log-files.ts";
import { hasEmptyList, isUnlisted, parseUnlisted } from "../seal/unlisted-leaves.ts";
import { readIfThere } from "../store/if-there.ts";
import { parseRunName } from "../store/run-digest.ts";
import { readGrowingList, SIGNED } from "./bound-bytes.ts";
import { compareRuns } from "./compare-runs.ts";
import { type Findings, reasonOf } from "./findings.ts";
import type { BoundFile, LogLeaves } from "./log-leaves.ts";
import type { AuditOptions } from "./recompute-log.ts";

/** Which absent receipts the log accounts for. */
export interface ListedLeaves {
	/** A log that binds no file: one notice may excuse any loss, until the next seal takes over what is absent now. */
	readonly isOfFormBefore: boolean;
	isLive(leaf: number): boolean;
	/** The leaf that first bound the list with this one on it; undefined for one that is not listed as withdrawn. */
	withdrawnBy(leaf: number): number | undefined;
}

/** Lists that only grow: every leaf of one binds what it was then, with which it must still begin. */
const GROWING = ["withdrawn", "live", "takeover", "keys"];
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
	if (leaves.bound.size === 0 && !(await hasEmptyList(directory))) return listedBefore(directory, findings);
	for (const [name, bound] of leaves.bound) {
		const [first] = bound;
		if (KNOWN.includes(name) || parseRunName(name) || INDEX_NAME.test(name) || !first) continue;
		const says = `Leaf ${first.index} binds it, and this version of the program does not know how.`;
		findings.fault(`log/${name}`, says, "Use a newer version.");
	}
	const read = async (name: string) => readLeafList(directory, name, leaves, findings);
	const [withdrawn, live] = [await read("withdrawn"), await read("live")];
	await checkTakeover(directory, leaves, findings);
	if (!isOutside) await compareRuns(reports, leaves.bound, findings);
	return {
		isOfFormBefore: false,
		isLive: (leaf) => live.has(leaf),
		withdrawnBy: (leaf) => withdrawn.get(leaf),
	};
}

async function listedBefore(directory: string, findings: Findings): Promise<ListedLeaves> {
	const form = { isOfFormBefore: true, withdrawnBy: () => undefined };
	try {
		const ranges = parseUnlisted((await readIfThere(logPaths(directory).unlisted)) ?? "");
		return { ...form, isLive: (leaf) => isUnlisted(ranges, leaf) };
	} catch (error) {
		findings.fault("log/unlisted", reasonOf(error));
		// A list that cannot be read excuses nothing.
		return { ...form, isLive: () => false };
	}
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

/** What a log of the form before excused is listed since; how much that was stays to be seen. */
async function checkTakeover(directory: string, { bound }: LogLeaves, findings: Findings): Promise<void> {
	const [first, second] = bound.get("takeover") ?? [];
	if (!first) return;
	const whole = new TextDecoder().decode(await readGrowingList(directory, "takeover", { bound }, findings));
	const earlier = [...bound.values()].flat().find(({ index }) => index < first.index);
	if (second || earlier)
		findings.fault("log/takeover", "A log is taken over once, before it binds anything else.", SIGNED);
	const [, live, withdrawn] = /^live (\d+)\nwithdrawn (\d+)\n$/.exec(whole) ?? [];
	if (live !== undefined && withdrawn !== undefined)
		findings.notes.push(
			`Leaf ${first.index} took over what the log excused in its form before: ${live} lines of log/live, ${withdrawn} of log/withdrawn. That these were withdrawn is nowhere proved.`,
		);
}
