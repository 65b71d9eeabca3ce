import { join, relative } from "node:path";
import type { LogFault } from "#core/verification.ts";
import { sameBytes } from "#log/encoding.ts";
import { lastCheckpointPath } from "../seal/open-log.ts";
import { RESTORE, RESTORE_LOG } from "./log-faults.ts";
import { hasKey, type LogKeys, nameOf } from "./log-keys.ts";
import { type LogListing, readBytes, slashed } from "./log-listing.ts";
import type { AuditOptions } from "./recompute-log.ts";
import type { RecomputedTree } from "./recompute-tree.ts";
import { readSignedCheckpoint, type SignedCheckpoint } from "./signed-checkpoint.ts";

/** Every checkpoint that the tree is compared with. */
export interface PublishedCheckpoints {
	/** `checkpoint`, or where that is damaged the largest that is kept; undefined without any. */
	readonly current: SignedCheckpoint | undefined;
	/** All others that can be read, ascending by size. */
	readonly others: readonly SignedCheckpoint[];
	readonly notes: readonly string[];
	/** Bytes that `checkpoints/<size>` lacks though `checkpoint` is sound: a seal was cut off before the last step. */
	readonly unarchived?: { readonly size: number; readonly bytes: Uint8Array };
}

const CHECKPOINT = "log/checkpoint";

export async function readPublishedCheckpoints(
	{ reports, state, since }: AuditOptions,
	listing: LogListing,
	keys: LogKeys,
	faults: LogFault[],
): Promise<PublishedCheckpoints> {
	const fault = (file: string, says: string, todo = RESTORE) => faults.push({ file, says, todo });
	const read = async (file: string, bytes: Uint8Array | undefined) => {
		const found = bytes && (await readSignedCheckpoint(file, bytes, keys));
		if (found && "says" in found) faults.push(found);
		return found && "checkpoint" in found ? [found] : [];
	};
	const bytes = await readBytes(join(reports, CHECKPOINT));
	if (!bytes) fault(CHECKPOINT, "The file is missing.");
	const published = (await read(CHECKPOINT, bytes)).flatMap((each) => withKeysInUse(each, keys, fault));
	const kept: SignedCheckpoint[] = [];
	for (const size of listing.checkpoints) {
		const file = `log/checkpoints/${size}`;
		const [found] = await read(file, await readBytes(join(reports, file)));
		if (found?.checkpoint.size === size) kept.push(found);
		else if (found) fault(file, `It is the checkpoint of ${found.checkpoint.size} leaves.`);
	}
	const remembered = lastCheckpointPath(state);
	const last = await read(slashed(relative(reports, remembered)), await readBytes(remembered));
	const earlier = await read(since?.file ?? "", since?.bytes);
	for (const each of published) compareWithKept(each, kept, fault);
	const ofLog = [...published, ...kept];
	const [current = last[0]] = ofLog.toSorted((a, b) => b.checkpoint.size - a.checkpoint.size);
	const unknown = [...new Set(ofLog.flatMap(({ unknownSigners }) => unknownSigners))].join(", ");
	const lacking = published.find(({ checkpoint }) => !listing.checkpoints.includes(checkpoint.size));
	return {
		current,
		others: [...kept, ...last, ...earlier].filter((each) => each !== current),
		notes: unknown ? [`Signatures of ${unknown} were not checked: give the public key with --key.`] : [],
		...(lacking && bytes ? { unarchived: { size: lacking.checkpoint.size, bytes } } : {}),
	};
}

type ReportFault = (file: string, says: string, todo?: string) => void;

/** Nothing where only keys that the log has given up have signed it: whoever stole one could have made it. */
function withKeysInUse(found: SignedCheckpoint, { retired, damaged }: LogKeys, fault: ReportFault): SignedCheckpoint[] {
	const signedBy = found.signedBy.filter((key) => !hasKey(retired, key));
	// A damaged vkeys may be all that is wrong.
	if (signedBy.length > 0 || damaged) return [{ ...found, signedBy }];
	const signers = found.signedBy.map(nameOf).join(", ");
	fault(CHECKPOINT, `Only a key that this log has given up has signed it: ${signers}.`);
	return [];
}

/** Compares `checkpoint` with the files that are kept of it and of what came later. */
function compareWithKept(published: SignedCheckpoint, kept: readonly SignedCheckpoint[], fault: ReportFault): void {
	const { size, root } = published.checkpoint;
	const stranger = "Do not trust this log before its operator has told you another way why its key is a new one.";
	if (!published.trusted) fault(CHECKPOINT, "No key that was given has signed it.", stranger);
	const newest = kept.at(-1);
	if (newest && newest.checkpoint.size > size) {
		const says = `It commits to ${size} leaves, but ${newest.file} was published later.`;
		fault(CHECKPOINT, says, "Restore it from git: a log never goes back.");
	}
	const same = kept.find(({ checkpoint }) => checkpoint.size === size && sameBytes(checkpoint.root, root));
	// Signatures may be added to `checkpoint` after it was kept; none may go.
	const lines = new Set(published.text.split("\n"));
	if (!same || same.text.split("\n").every((line) => lines.has(line))) return;
	const says = (other: string) => `A signature in it and in ${other} is not the same.`;
	fault(CHECKPOINT, says(same.file));
	// Where all signers in the kept file are known, that file is sound.
	if (same.unknownSigners.length > 0) fault(same.file, says(CHECKPOINT));
}

/** Compares the other checkpoints with the tree: each is the root of its first leaves, or a fault. */
export async function compareCheckpoints(
	{ file, checkpoint: { size, root } }: SignedCheckpoint,
	others: readonly SignedCheckpoint[],
	{ proven, rootAt }: RecomputedTree,
) {
	const prefixes = new Set<number>();
	const notes: string[] = [];
	const faults: LogFault[] = [];
	for (const other of others) {
		const end = other.checkpoint.size;
		// The signed root speaks for its own size, whatever the files say.
		const isPrefix = end <= size && sameBytes(end === size ? root : await rootAt(end), other.checkpoint.root);
		if (isPrefix && end < size) prefixes.add(end);
		else if (end > size) {
			const says = `It commits to ${size} leaves, but ${other.file} was signed for ${end}: the log went back.`;
			faults.push({ file, says, todo: RESTORE_LOG });
		} else if (!isPrefix && proven) faults.push(otherHistory(file, size, other));
		else if (!isPrefix) notes.push(`${other.file} could not be compared: entries are missing.`);
	}
	return { prefixes: prefixes.size, notes, faults };
}

function otherHistory(file: string, size: number, other: SignedCheckpoint): LogFault {
	const end = other.checkpoint.size;
	const todo = "Do not trust this log before its operator has explained it; restore the folder log/ from git.";
	if (!other.file.startsWith("log/"))
		return { file, says: `Its first ${end} leaves are not those of ${other.file}: the log was rewritten.`, todo };
	const says = `Its root is not that of the first ${end} leaves of the ${size} in the log: two histories were signed.`;
	return { file: other.file, says, todo };
}
