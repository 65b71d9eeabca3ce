import { join, relative } from "node:path";
import type { LogFault } from "#core/verification.ts";
import { parseNote } from "#log/note.ts";
import { lastCheckpointPath } from "../seal/last-checkpoint.ts";
import { isSame, type Keyring, nameOf } from "./keyring.ts";
import { type LogListing, readBytes, slashed } from "./log-listing.ts";
import { isHead, readSignedHead, type SignedHead } from "./signed-head.ts";
import { sameDigests } from "./tile-reading.ts";

/** A checkpoint of before that the caller holds, for example from git. */
export interface EarlierCheckpoint {
	/** Relative to the reports directory. */
	readonly file: string;
	readonly bytes: Uint8Array;
}

/** Every checkpoint that is to be compared with the tree. */
export interface PublishedHeads {
	/** The one that the tree is measured by: `checkpoint`, or where that is damaged the largest that is kept; undefined without any. */
	readonly head: SignedHead | undefined;
	/** All others that can be read, ascending by size. */
	readonly others: readonly SignedHead[];
	readonly faults: readonly LogFault[];
	readonly notes: readonly string[];
	/** Bytes that `checkpoints/<size>` lacks though `checkpoint` is sound: a seal was cut off before the last step. */
	readonly unarchived?: { readonly size: number; readonly bytes: Uint8Array };
}

const CHECKPOINT = "log/checkpoint";

export async function readPublishedHeads(
	{ reports, state }: { readonly reports: string; readonly state: string },
	listing: LogListing,
	keyring: Keyring,
	since: EarlierCheckpoint | undefined,
): Promise<PublishedHeads> {
	const faults: LogFault[] = [];
	const read = async (file: string, bytes: Uint8Array | undefined): Promise<SignedHead[]> => {
		const found = bytes && (await readSignedHead(file, bytes, keyring));
		if (found && !isHead(found)) faults.push(found);
		return found && isHead(found) ? [found] : [];
	};
	const bytes = await readBytes(join(reports, CHECKPOINT));
	if (!bytes) faults.push({ file: CHECKPOINT, says: "The file is missing.", todo: "Restore it from git." });
	const [found] = await read(CHECKPOINT, bytes);
	const published = found && withKeysInUse(found, keyring);
	if (found && !published) faults.push(givenUp(found));
	const archived: SignedHead[] = [];
	for (const size of listing.checkpoints) {
		const file = `log/checkpoints/${size}`;
		archived.push(...(await read(file, await readBytes(join(reports, file)))));
	}
	const placed = archived.filter(isPlaced);
	faults.push(...archived.filter((each) => !isPlaced(each)).map(misplaced));
	const path = lastCheckpointPath(state);
	const last = await read(slashed(relative(reports, path)), await readBytes(path));
	const earlier = await read(since?.file ?? "", since?.bytes);
	if (published) faults.push(...checkArchive(published, placed));
	const head = largest(published, placed) ?? last[0];
	return {
		head,
		others: [...placed, ...last, ...earlier].filter((each) => each !== head),
		faults,
		notes: noteStrangers([...(published ? [published] : []), ...placed]),
		...(published && bytes ? unarchived(published, bytes, listing) : {}),
	};
}

function unarchived({ checkpoint: { size } }: SignedHead, bytes: Uint8Array, { checkpoints }: LogListing) {
	return checkpoints.includes(size) ? {} : { unarchived: { size, bytes } };
}

function isPlaced({ file, checkpoint }: SignedHead): boolean {
	return file === `log/checkpoints/${checkpoint.size}`;
}

/** `checkpoint` unless a larger one was published, or it is damaged. */
function largest(published: SignedHead | undefined, archived: readonly SignedHead[]): SignedHead | undefined {
	const newest = archived.at(-1);
	if (!published || !newest) return published ?? newest;
	return newest.checkpoint.size > published.checkpoint.size ? newest : published;
}

/** undefined where only keys that the log has given up have signed it: whoever stole one could have made it. */
function withKeysInUse(head: SignedHead, { retired, damaged }: Keyring): SignedHead | undefined {
	const signedBy = head.signedBy.filter((key) => !retired.some((each) => isSame(each, key)));
	// A damaged vkeys may be all that is wrong.
	return signedBy.length > 0 || damaged ? { ...head, signedBy } : undefined;
}

function givenUp({ signedBy }: SignedHead): LogFault {
	const names = signedBy.map(nameOf).join(", ");
	const says = `Only a key that this log has given up has signed it: ${names}.`;
	return { file: CHECKPOINT, says, todo: "Restore it from git." };
}

function misplaced({ file, checkpoint }: SignedHead): LogFault {
	return { file, says: `It is the checkpoint of ${checkpoint.size} leaves.`, todo: "Restore it from git." };
}

function untrusted(): LogFault {
	return {
		file: CHECKPOINT,
		says: "No key that was given has signed it.",
		todo: "Do not trust this log before its operator has told you another way why its key is a new one.",
	};
}

/** Compares `checkpoint` with the files that are kept of it and of what came later. */
function checkArchive(published: SignedHead, archived: readonly SignedHead[]): LogFault[] {
	const faults = published.trusted ? [] : [untrusted()];
	const { size } = published.checkpoint;
	const newest = archived.at(-1);
	if (newest && newest.checkpoint.size > size)
		faults.push({
			file: CHECKPOINT,
			says: `It commits to ${size} leaves, but ${newest.file} was published later.`,
			todo: "Restore it from git: a log never goes back.",
		});
	const kept = archived.find(({ checkpoint }) => checkpoint.size === size);
	if (kept && sameDigests(kept.checkpoint.root, published.checkpoint.root))
		faults.push(...compareSignatures(published, kept));
	return faults;
}

/** Signatures may be added to `checkpoint` after it was kept; none may go. */
function compareSignatures(published: SignedHead, kept: SignedHead): LogFault[] {
	const linesOf = ({ text }: SignedHead) => parseNote(text).signatures.map((each) => JSON.stringify(each));
	const there = new Set(linesOf(published));
	if (linesOf(kept).every((line) => there.has(line))) return [];
	const known = kept.strangers.length === 0;
	const says = (other: string) => `A signature in it and in ${other} is not the same.`;
	const todo = "Restore it from git.";
	const fault = { file: CHECKPOINT, says: says(kept.file), todo };
	// Where all signers in the kept file are known, that file is sound.
	return known ? [fault] : [fault, { file: kept.file, says: says(CHECKPOINT), todo }];
}

function noteStrangers(heads: readonly SignedHead[]): readonly string[] {
	const names = [...new Set(heads.flatMap(({ strangers }) => strangers))];
	if (names.length === 0) return [];
	return [`Signatures of ${names.join(", ")} were not checked: give the public key with --key.`];
}
