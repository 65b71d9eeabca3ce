import { isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { type Checkpoint, logSigners, parseCheckpoint } from "#log/checkpoint.ts";
import { decodeStrictly, malformed } from "#log/encoding.ts";
import { type OpenedNote, openNote, parseNote } from "#log/note.ts";
import { cosignatureTime, cosignedAt, SIGNATURE_TYPES, type VerifierKey } from "#log/note-key.ts";
import { asSentence, RESTORE } from "./log-faults.ts";
import { hasKey, type LogKeys, nameOf } from "./log-keys.ts";

/** A checkpoint file whose content can be relied upon. */
export interface SignedCheckpoint {
	/** Relative to the reports directory. */
	readonly file: string;
	readonly text: string;
	readonly checkpoint: Checkpoint;
	/** The log's keys whose signatures are right; none where `vkeys` is damaged, which is a fault of that file. */
	readonly signedBy: readonly VerifierKey[];
	/** Whether a log's key that the reader gave has signed it, or none was given. */
	readonly trusted: boolean;
	readonly witnesses: readonly { readonly name: string; readonly at: string }[];
	/** Names of signers whose key is not known here. */
	readonly unknownSigners: readonly string[];
}

/** Reads a signed checkpoint strictly; the fault of one that is not as this log would have signed it. */
export async function readSignedCheckpoint(
	file: string,
	bytes: Uint8Array,
	keys: LogKeys,
): Promise<SignedCheckpoint | LogFault> {
	const text = decodeStrictly(bytes);
	if (text === undefined) return { file, says: "It is not UTF-8 text.", todo: RESTORE };
	try {
		const opened = await openCheckpoint(text, keys);
		const { origin } = opened.checkpoint;
		if (origin === keys.origin) return { file, text, ...opened };
		const todo = `Set LOG_ORIGIN=${origin} if that is this log's name; otherwise restore the file from git.`;
		return { file, says: `It is of the log ${origin}, not of ${keys.origin}.`, todo };
	} catch (error) {
		if (isFailure(error)) return { file, says: asSentence(error), todo: RESTORE };
		throw error;
	}
}

/** @throws Failure for a note that is malformed, wrongly signed, or not signed by the log of its origin */
async function openCheckpoint(text: string, { origin, known, given, damaged }: LogKeys) {
	const note = await openWith(text, known, damaged);
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
		signedBy,
		trusted: trusted.length === 0 || signedBy.some((key) => hasKey(trusted, key)),
		witnesses: witnessesOf(note),
		unknownSigners: odd ? [] : unknown.map(nameOf),
	};
}

/** A note and who of the known has signed it; nobody where a damaged `vkeys` leaves that open. */
async function openWith(text: string, known: readonly VerifierKey[], damaged: boolean): Promise<OpenedNote> {
	try {
		return await openNote(text, known);
	} catch (error) {
		if (damaged && isFailure(error) && error.code === "signature-missing") return { ...parseNote(text), signedBy: [] };
		throw error;
	}
}

function witnessesOf({ signatures, signedBy }: OpenedNote): SignedCheckpoint["witnesses"] {
	const cosigners = signedBy.filter(({ type }) => type === SIGNATURE_TYPES.cosignature);
	return cosigners.flatMap((key) => {
		const line = signatures.find((each) => nameOf(each) === nameOf(key));
		// A time that no calendar reaches has been signed all the same.
		const at = line && (cosignedAt(line.signature) ?? `${cosignatureTime(line.signature)} s after 1970`);
		return at === undefined ? [] : [{ name: key.name, at }];
	});
}
