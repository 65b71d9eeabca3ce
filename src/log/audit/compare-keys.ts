import { join } from "node:path";
import { formatVerifierKey, shortKeyName, type VerifierKey } from "#log/tlog/note.ts";
import { type KeyState, readKeyList } from "../seal/key-list.ts";
import { readGrowingList, SIGNED } from "./bound-bytes.ts";
import { type Findings, RESTORE_LOG, reasonOf } from "./findings.ts";
import type { LogKeys } from "./log-keys.ts";
import type { LogLeaves } from "./log-leaves.ts";
import { readBytes } from "./log-listing.ts";
import type { PublishedCheckpoints, SignedCheckpoint } from "./published-checkpoints.ts";

/**
 * Compares the key files with what leaves say of them, where the log's keys were ever changed: whoever can write the folder
 * could add a key of his own to them.
 * @param directory of the log
 */
export async function compareKeys(
	directory: string,
	leaves: LogLeaves,
	keys: LogKeys,
	{ current, others }: Pick<PublishedCheckpoints, "others"> & { readonly current: SignedCheckpoint },
	findings: Findings,
): Promise<void> {
	const newest = leaves.bound.get("keys")?.at(-1);
	if (!newest) return compareUnbound(directory, keys, [current, ...others], findings);
	const whole = await readGrowingList(directory, "keys", leaves, findings);
	if (whole.length < newest.leaf.size) return;
	try {
		const state = readKeyList(new TextDecoder().decode(whole));
		// Damage of these files has been named already.
		if (!keys.damaged) compareKeyFiles(state, keys, await readUnbound(directory, whole.length), findings);
		const isVouched = current.signedBy.some((key) => state.inUse.includes(formatVerifierKey(key)));
		if (current.signedBy.length > 0 && !isVouched)
			findings.fault(current.file, `No key that leaf ${newest.index} binds as one in use has signed it.`, STRANGER);
	} catch (error) {
		findings.fault("log/keys", reasonOf(error), SIGNED);
	}
}

const STRANGER = "Do not trust this log before its operator has explained it; restore the folder log/ from git.";

/** Where no leaf binds keys, each has signed a checkpoint: a seal signs with all that are in use. */
async function compareUnbound(
	directory: string,
	{ inUse, retired, damaged }: LogKeys,
	checkpoints: readonly SignedCheckpoint[],
	findings: Findings,
): Promise<void> {
	// Of a checkpoint that is damaged nobody knows who has signed it.
	if (damaged || findings.faults.some(({ file }) => file.startsWith("log/checkpoint"))) return;
	const signers = new Set(checkpoints.flatMap(({ signers }) => textsOf(signers)));
	const unbound = await readUnbound(directory, 0);
	for (const [file, keys] of [
		["log/vkeys", inUse],
		["log/retired-vkeys", retired],
	] as const)
		for (const key of textsOf(keys).filter((each) => !signers.has(each)))
			if (file === "log/vkeys" && unbound.includes(`use ${key}\n`)) findings.notes.push(cutOff(key));
			else findings.fault(file, `It lists ${shortKeyName(key)}, which has signed no checkpoint of this log.`, STRANGER);
}

/** What a seal that was cut off has written behind the bound part. */
async function readUnbound(directory: string, from: number): Promise<string> {
	return ((await readBytes(join(directory, "keys"))) ?? Buffer.alloc(0)).subarray(from).toString("utf8");
}

function cutOff(key: string): string {
	return `A seal that changed the keys was cut off: ${shortKeyName(key)} does not count. The next one completes it.`;
}

function compareKeyFiles(state: KeyState, { inUse, retired }: LogKeys, unbound: string, findings: Findings): void {
	const [vkeys, retiredVkeys] = ["log/vkeys", "log/retired-vkeys"];
	const [listed, gone] = [textsOf(inUse), textsOf(retired)];
	for (const key of state.inUse.filter((each) => !listed.includes(each)))
		findings.fault(vkeys, `It does not list ${shortKeyName(key)}, which the log binds as a key in use.`, RESTORE_LOG);
	for (const key of listed.filter((each) => !state.inUse.includes(each) && !gone.includes(each)))
		if (state.retired.includes(key) || unbound.includes(`use ${key}\n`)) findings.notes.push(cutOff(key));
		else findings.fault(vkeys, `It lists ${shortKeyName(key)}, which no leaf of the log binds.`, STRANGER);
	for (const key of state.retired.filter((each) => !gone.includes(each) && !listed.includes(each)))
		findings.fault(retiredVkeys, `It does not list ${shortKeyName(key)}, which the log has given up.`, RESTORE_LOG);
	for (const key of gone.filter((each) => !state.retired.includes(each)))
		findings.fault(retiredVkeys, `It lists ${shortKeyName(key)}, which the log has not given up.`, RESTORE_LOG);
	const order = listed.filter((key) => state.inUse.includes(key));
	if (order.length === state.inUse.length && order.join() !== state.inUse.join())
		findings.fault(vkeys, "Its keys do not stand in the order in which the log binds them.", RESTORE_LOG);
}

function textsOf(keys: readonly VerifierKey[]): string[] {
	return keys.map(formatVerifierKey);
}
