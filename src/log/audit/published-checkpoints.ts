import { join, relative } from "node:path";
import { decodeStrictly, sameBytes } from "#core/bytes.ts";
import { isFailure } from "#core/failure.ts";
import { malformed } from "#log/tlog/canonical.ts";
import { logSigners, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { cosignatureTime, cosignedAt, type OpenedNote, openNote, parseNote, SIGNATURE_TYPES } from "#log/tlog/note.ts";
import { lastCheckpointPath } from "../seal/open-log.ts";
import { asSentence, type Findings, RESTORE_LOG } from "./findings.ts";
import { hasKey, type LogKeys, nameOf } from "./log-keys.ts";
import { type LogListing, readBytes, slashed } from "./log-listing.ts";
import type { AuditOptions } from "./recompute-log.ts";
import type { RecomputedTree } from "./recompute-tree.ts";

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
	const stranger =
		"Do not trust this log before its operator has confirmed to you another way why its key is a new one.";
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

/** A checkpoint file whose content can be relied upon. Its path is relative to the reports directory. */
export type SignedCheckpoint = Awaited<ReturnType<typeof openCheckpoint>> & {
	readonly file: string;
	readonly text: string;
};

/** Reads a signed checkpoint strictly; undefined, with a fault, for one that is not as this log would have signed it. */
async function readSignedCheckpoint(
	file: string,
	bytes: Uint8Array,
	keys: LogKeys,
	findings: Findings,
): Promise<SignedCheckpoint | undefined> {
	const text = decodeStrictly(bytes);
	if (text === undefined) return findings.fault(file, "It is not UTF-8 text.");
	try {
		const opened = await openCheckpoint(text, keys);
		const { origin } = opened.checkpoint;
		if (origin === keys.origin) return { file, text, ...opened };
		const todo = `Set LOG_ORIGIN=${origin} if that is this log's name; otherwise restore the file from git.`;
		return findings.fault(file, `It is of the log ${origin}, not of ${keys.origin}.`, todo);
	} catch (error) {
		return findings.fault(file, asSentence(error));
	}
}

/** @throws Failure for a note that is malformed, wrongly signed, or not signed by the log of its origin */
async function openCheckpoint(text: string, { origin, known, given, damaged }: LogKeys) {
	const note = await openNote(text, known).catch((error): OpenedNote => {
		if (damaged && isFailure(error) && error.code === "signature-missing") return { ...parseNote(text), signedBy: [] };
		throw error;
	});
	const checkpoint = parseCheckpoint(note.text);
	const signedBy = logSigners(note, checkpoint.origin);
	const refuse = (why: string) => malformed("checkpoint of this log", why);
	// A damaged vkeys may be all that is wrong: then nothing here is.
	if (signedBy.length === 0 && !damaged)
		throw refuse(`Its signers ${note.signatures.map(nameOf).join(", ")} are not in log/vkeys.`);
	const unknown = note.signatures.filter((each) => !note.signedBy.some((key) => nameOf(key) === nameOf(each)));
	const odd = unknown.find(({ name, keyId }) => name === origin || known.some((each) => each.keyId === keyId));
	if (odd && !damaged && checkpoint.origin === origin)
		throw refuse(`It bears a signature of ${nameOf(odd)}, which log/vkeys does not list.`);
	const trusted = given.filter(({ type }) => type === SIGNATURE_TYPES.ed25519);
	return {
		checkpoint,
		/** The log's keys whose signatures are right; none where `vkeys` is damaged, which is a fault of that file. */
		signedBy,
		/** The same, also those that were given up since. */
		signers: signedBy,
		/** Whether a log's key that the reader gave has signed it, or none was given. */
		trusted: trusted.length === 0 || signedBy.some((key) => hasKey(trusted, key)),
		witnesses: witnessesOf(note),
		/** Names of signers whose key is not known here. */
		unknownSigners: odd ? [] : unknown.map(nameOf),
	};
}

function witnessesOf({ signatures, signedBy }: OpenedNote) {
	const cosigners = signedBy.filter(({ type }) => type === SIGNATURE_TYPES.cosignature);
	return cosigners.flatMap((key) => {
		const line = signatures.find((each) => nameOf(each) === nameOf(key));
		// A time that no calendar reaches has been signed all the same.
		const at = line && (cosignedAt(line.signature) ?? `${cosignatureTime(line.signature)} s after 1970`);
		return at === undefined ? [] : [{ name: key.name, at }];
	});
}
