import { join, relative } from "node:path";
import { sameBytes } from "#log/encoding.ts";
import { lastCheckpointPath } from "../seal/open-log.ts";
import { type Findings, RESTORE_LOG } from "./findings.ts";
import { hasKey, type LogKeys, nameOf } from "./log-keys.ts";
import { type LogListing, readBytes, slashed } from "./log-listing.ts";
import type { AuditOptions } from "./recompute-log.ts";
import type { RecomputedTree } from "./recompute-tree.ts";
import { readSignedCheckpoint, type SignedCheckpoint } from "./signed-checkpoint.ts";

export type PublishedCheckpoints = Awaited<ReturnType<typeof readPublishedCheckpoints>>;

const CHECKPOINT = "log/checkpoint";

/** Reads every checkpoint that the tree is compared with. */
export async function readPublishedCheckpoints(
	{ reports, state, since }: AuditOptions,
	listing: LogListing,
	keys: LogKeys,
	findings: Findings,
) {
	const read = async (file: string, bytes: Uint8Array | undefined) =>
		bytes && (await readSignedCheckpoint(file, bytes, keys, findings));
	const bytes = await readBytes(join(reports, CHECKPOINT));
	if (!bytes) findings.fault(CHECKPOINT, "The file is missing.");
	const published = withKeysInUse(await read(CHECKPOINT, bytes), keys, findings);
	const kept: SignedCheckpoint[] = [];
	for (const size of listing.checkpoints) {
		const file = `log/checkpoints/${size}`;
		const found = await read(file, await readBytes(join(reports, file)));
		if (found?.checkpoint.size === size) kept.push(found);
		else if (found) findings.fault(file, `It is the checkpoint of ${found.checkpoint.size} leaves.`);
	}
	const remembered = lastCheckpointPath(state);
	const last = await read(slashed(relative(reports, remembered)), await readBytes(remembered));
	const earlier = since && (await read(since.file, since.bytes));
	if (published) compareWithKept(published, kept, findings);
	const ofLog = [published, ...kept].filter((each) => each !== undefined);
	const unknown = [...new Set(ofLog.flatMap(({ unknownSigners }) => unknownSigners))].join(", ");
	if (unknown) findings.notes.push(`Signatures of ${unknown} were not checked: give the public key with --key.`);
	const [current = last] = ofLog.toSorted((a, b) => b.checkpoint.size - a.checkpoint.size);
	const isArchived = !published || listing.checkpoints.includes(published.checkpoint.size);
	return {
		/** `checkpoint`, or where that is damaged the largest that is kept; undefined without any. */
		current,
		/** All others that can be read. */
		others: [...kept, last, earlier].filter((each) => each !== undefined && each !== current) as SignedCheckpoint[],
		/** What `checkpoints/` lacks though `checkpoint` is sound: a seal was cut off before the last step. */
		unarchived: !isArchived && bytes ? { path: `checkpoints/${published.checkpoint.size}`, data: bytes } : undefined,
	};
}

/** Nothing where only keys that the log has given up have signed it: whoever stole one could have made it. */
function withKeysInUse(found: SignedCheckpoint | undefined, { retired, damaged }: LogKeys, findings: Findings) {
	const signedBy = found?.signedBy.filter((key) => !hasKey(retired, key)) ?? [];
	// A damaged vkeys may be all that is wrong.
	if (!found || signedBy.length > 0 || damaged) return found && { ...found, signedBy };
	const signers = found.signedBy.map(nameOf).join(", ");
	return findings.fault(CHECKPOINT, `Only a key that this log has given up has signed it: ${signers}.`);
}

/** Compares `checkpoint` with the files that are kept of it and of what came later. */
function compareWithKept(published: SignedCheckpoint, kept: readonly SignedCheckpoint[], findings: Findings): void {
	const { size, root } = published.checkpoint;
	const stranger = "Do not trust this log before its operator has told you another way why its key is a new one.";
	if (!published.trusted) findings.fault(CHECKPOINT, "No key that was given has signed it.", stranger);
	const newest = kept.at(-1);
	if (newest && newest.checkpoint.size > size) {
		const says = `It commits to ${size} leaves, but ${newest.file} was published later.`;
		findings.fault(CHECKPOINT, says, "Restore it from git: a log never goes back.");
	}
	const same = kept.find(({ checkpoint }) => checkpoint.size === size && sameBytes(checkpoint.root, root));
	// Signatures may be added to `checkpoint` after it was kept; none may go.
	const lines = new Set(published.text.split("\n"));
	if (!same || same.text.split("\n").every((line) => lines.has(line))) return;
	const says = (other: string) => `A signature in it and in ${other} is not the same.`;
	findings.fault(CHECKPOINT, says(same.file));
	// Where all signers in the kept file are known, that file is sound.
	if (same.unknownSigners.length > 0) findings.fault(same.file, says(CHECKPOINT));
}

/**
 * Compares the other checkpoints with the tree: each has the root of its first leaves, or it is a fault.
 * @returns how many are prefixes of the current one
 */
export async function compareCheckpoints(
	{ file, checkpoint: { size, root } }: SignedCheckpoint,
	others: readonly SignedCheckpoint[],
	{ proven, rootAt }: RecomputedTree,
	findings: Findings,
): Promise<number> {
	const prefixes = new Set<number>();
	const todo = "Do not trust this log before its operator has explained it; restore the folder log/ from git.";
	for (const other of others) {
		const { size: end, root: otherRoot } = other.checkpoint;
		if (end > size) {
			const says = `It commits to ${size} leaves, but ${other.file} was signed for ${end}: the log went back.`;
			findings.fault(file, says, RESTORE_LOG);
			// The signed root speaks for its own size, whatever the files say.
		} else if (sameBytes(end === size ? root : await rootAt(end), otherRoot)) prefixes.add(end);
		else if (!proven) findings.notes.push(`${other.file} could not be compared: entries are missing.`);
		else if (other.file.startsWith("log/")) {
			const says = `Its root is not that of the first ${end} leaves of the ${size} in the log: two histories were signed.`;
			findings.fault(other.file, says, todo);
		} else findings.fault(file, `Its first ${end} leaves are not those of ${other.file}: the log was rewritten.`, todo);
	}
	prefixes.delete(size);
	return prefixes.size;
}
