import { isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { type Checkpoint, logSigners, parseCheckpoint } from "#log/checkpoint.ts";
import { decodeStrictly, malformed } from "#log/encoding.ts";
import { type Note, openNote, parseNote } from "#log/note.ts";
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
		if (opened.checkpoint.origin === keys.origin) return { file, text, ...opened };
		const { origin } = opened.checkpoint;
		const todo = `Set LOG_ORIGIN=${origin} if that is this log's name; otherwise restore the file from git.`;
		return { file, says: `It is of the log ${origin}, not of ${keys.origin}.`, todo };
	} catch (error) {
		if (isFailure(error)) return { file, says: asSentence(error), todo: RESTORE };
		throw error;
	}
}

/** @throws Failure for a note that is malformed, wrongly signed, or not signed by the log of its origin */
async function openCheckpoint(text: string, keys: LogKeys): Promise<Omit<SignedCheckpoint, "file" | "text">> {
	const note = parseNote(text);
	const signedBy = await signersOf(text, keys);
	const checkpoint = parseCheckpoint(note.text);
	const ofLog = logSigners({ signedBy }, checkpoint.origin);
	const names = note.signatures.map(nameOf);
	// A damaged vkeys may be all that is wrong: then nothing here is.
	if (ofLog.length === 0 && !keys.damaged)
		throw malformed("checkpoint of this log", `Its signers ${names.join(", ")} are not in log/vkeys.`);
	const unknown = note.signatures.filter((each) => !signedBy.some((key) => nameOf(key) === nameOf(each)));
	const odd = unknown.find(
		({ name, keyId }) => name === keys.origin || keys.known.some((each) => each.keyId === keyId),
	);
	if (odd && !keys.damaged && checkpoint.origin === keys.origin)
		throw malformed("checkpoint of this log", `It bears a signature of ${nameOf(odd)}, which log/vkeys does not list.`);
	const given = keys.given.filter(({ type }) => type === SIGNATURE_TYPES.ed25519);
	return {
		checkpoint,
		signedBy: ofLog,
		trusted: given.length === 0 || ofLog.some((key) => hasKey(given, key)),
		witnesses: witnessesOf(note, signedBy),
		unknownSigners: odd ? [] : unknown.map(nameOf),
	};
}

/** Who of the known has signed; nobody where a damaged `vkeys` leaves that open. */
async function signersOf(text: string, { known, damaged }: LogKeys): Promise<readonly VerifierKey[]> {
	try {
		return (await openNote(text, known)).signedBy;
	} catch (error) {
		if (damaged && isFailure(error) && error.code === "signature-missing") return [];
		throw error;
	}
}

function witnessesOf({ signatures }: Note, signedBy: readonly VerifierKey[]): SignedCheckpoint["witnesses"] {
	const cosigners = signedBy.filter(({ type }) => type === SIGNATURE_TYPES.cosignature);
	return cosigners.flatMap((key) => {
		const line = signatures.find((each) => nameOf(each) === nameOf(key));
		if (!line) return [];
		// A time that no calendar reaches has been signed all the same.
		return [{ name: key.name, at: cosignedAt(line.signature) ?? `${cosignatureTime(line.signature)} s after 1970` }];
	});
}
