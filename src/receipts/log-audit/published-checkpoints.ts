import { join, relative } from "node:path";
import type { LogFault } from "#core/verification.ts";
import { sameBytes } from "#log/encoding.ts";
import type { Hash } from "#log/merkle-tree.ts";
import { parseNote } from "#log/note.ts";
import { lastCheckpointPath } from "../seal/open-log.ts";
import { RESTORE, RESTORE_LOG } from "./log-faults.ts";
import { hasKey, type LogKeys, nameOf } from "./log-keys.ts";
import { type LogListing, readBytes, slashed } from "./log-listing.ts";
import type { AuditOptions } from "./recompute-log.ts";
import { readSignedCheckpoint, type SignedCheckpoint } from "./signed-checkpoint.ts";

/** Every checkpoint that the tree is compared with. */
export interface PublishedCheckpoints {
	/** `checkpoint`, or where that is damaged the largest that is kept; undefined without any. */
	readonly current: SignedCheckpoint | undefined;
	/** All others that can be read, ascending by size. */
	readonly others: readonly SignedCheckpoint[];
	readonly faults: readonly LogFault[];
	readonly notes: readonly string[];
	/** Bytes that `checkpoints/<size>` lacks though `checkpoint` is sound: a seal was cut off before the last step. */
	readonly unarchived?: { readonly size: number; readonly bytes: Uint8Array };
}

const CHECKPOINT = "log/checkpoint";

export async function readPublishedCheckpoints(
	{ reports, state, since }: AuditOptions,
	listing: LogListing,
	keys: LogKeys,
): Promise<PublishedCheckpoints> {
	const faults: LogFault[] = [];
	const read = async (file: string, bytes: Uint8Array | undefined): Promise<SignedCheckpoint[]> => {
		const found = bytes ? await readSignedCheckpoint(file, bytes, keys) : [];
		if ("says" in found) faults.push(found);
		return "checkpoint" in found ? [found] : [];
	};
	const bytes = await readBytes(join(reports, CHECKPOINT));
	if (!bytes) faults.push({ file: CHECKPOINT, says: "The file is missing.", todo: RESTORE });
	const published = (await read(CHECKPOINT, bytes)).flatMap((each) => withKeysInUse(each, keys, faults));
	const kept: SignedCheckpoint[] = [];
	for (const size of listing.checkpoints) {
		const file = `log/checkpoints/${size}`;
		const [found] = await read(file, await readBytes(join(reports, file)));
		if (found?.checkpoint.size === size) kept.push(found);
		else if (found)
			faults.push({ file, says: `It is the checkpoint of ${found.checkpoint.size} leaves.`, todo: RESTORE });
	}
	const remembered = lastCheckpointPath(state);
	const last = await read(slashed(relative(reports, remembered)), await readBytes(remembered));
	const earlier = await read(since?.file ?? "", since?.bytes);
	for (const each of published) faults.push(...compareWithKept(each, kept));
	const ofLog = [...published, ...kept];
	const [current = last[0]] = ofLog.toSorted((a, b) => b.checkpoint.size - a.checkpoint.size);
	const unknown = [...new Set(ofLog.flatMap(({ unknownSigners }) => unknownSigners))].join(", ");
	const lacking = published.find(({ checkpoint }) => !listing.checkpoints.includes(checkpoint.size));
	return {
		current,
		others: [...kept, ...last, ...earlier].filter((each) => each !== current),
		faults,
		notes: unknown ? [`Signatures of ${unknown} were not checked: give the public key with --key.`] : [],
		...(lacking && bytes ? { unarchived: { size: lacking.checkpoint.size, bytes } } : {}),
	};
}

/** Nothing where only keys that the log has given up have signed it: whoever stole one could have made it. */
function withKeysInUse(found: SignedCheckpoint, keys: LogKeys, faults: LogFault[]): SignedCheckpoint[] {
	const signedBy = found.signedBy.filter((key) => !hasKey(keys.retired, key));
	// A damaged vkeys may be all that is wrong.
	if (signedBy.length > 0 || keys.damaged) return [{ ...found, signedBy }];
	const says = `Only a key that this log has given up has signed it: ${found.signedBy.map(nameOf).join(", ")}.`;
	faults.push({ file: CHECKPOINT, says, todo: RESTORE });
	return [];
}

/** Compares `checkpoint` with the files that are kept of it and of what came later. */
function compareWithKept(published: SignedCheckpoint, kept: readonly SignedCheckpoint[]): LogFault[] {
	const faults: LogFault[] = [];
	const { size, root } = published.checkpoint;
	if (!published.trusted)
		faults.push({
			file: CHECKPOINT,
			says: "No key that was given has signed it.",
			todo: "Do not trust this log before its operator has told you another way why its key is a new one.",
		});
	const newest = kept.at(-1);
	if (newest && newest.checkpoint.size > size)
		faults.push({
			file: CHECKPOINT,
			says: `It commits to ${size} leaves, but ${newest.file} was published later.`,
			todo: "Restore it from git: a log never goes back.",
		});
	const same = kept.find(({ checkpoint }) => checkpoint.size === size);
	if (!same || !sameBytes(same.checkpoint.root, root)) return faults;
	// Signatures may be added to `checkpoint` after it was kept; none may go.
	const linesOf = ({ text }: SignedCheckpoint) => parseNote(text).signatures.map((each) => JSON.stringify(each));
	const there = new Set(linesOf(published));
	if (linesOf(same).every((line) => there.has(line))) return faults;
	const says = (other: string) => `A signature in it and in ${other} is not the same.`;
	faults.push({ file: CHECKPOINT, says: says(same.file), todo: RESTORE });
	// Where all signers in the kept file are known, that file is sound.
	if (same.unknownSigners.length > 0) faults.push({ file: same.file, says: says(CHECKPOINT), todo: RESTORE });
	return faults;
}

/**
 * Compares the other checkpoints with the tree: each is the root of its first leaves, or a fault.
 * @param rootAt root of the first so many leaves; undefined where the files of the log leave it open
 * @param proven whether the tree has the signed root; otherwise unlike roots say nothing about the checkpoint
 */
export async function compareCheckpoints(
	{ file, checkpoint: { size, root } }: SignedCheckpoint,
	others: readonly SignedCheckpoint[],
	rootAt: (size: number) => Promise<Hash | undefined>,
	proven: boolean,
) {
	const prefixes = new Set<number>();
	const notes: string[] = [];
	const faults: LogFault[] = [];
	for (const other of others) {
		const end = other.checkpoint.size;
		if (end > size) {
			const says = `It commits to ${size} leaves, but ${other.file} was signed for ${end}: the log went back.`;
			faults.push({ file, says, todo: RESTORE_LOG });
			continue;
		}
		// The signed root speaks for its own size, whatever the files say.
		const expected = end === size ? root : await rootAt(end);
		if (!expected) notes.push(`${other.file} could not be compared: entries are missing.`);
		else if (sameBytes(expected, other.checkpoint.root)) prefixes.add(end);
		else if (proven) faults.push(otherHistory(file, size, other));
	}
	prefixes.delete(size);
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
