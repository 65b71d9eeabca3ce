import { isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import { type Checkpoint, logSigners, parseCheckpoint } from "#log/checkpoint.ts";
import { decodeStrictly, malformed } from "#log/encoding.ts";
import { type NoteSignature, openNote, parseNote } from "#log/note.ts";
import { cosignatureTime, cosignedAt, SIGNATURE_TYPES, type VerifierKey } from "#log/note-key.ts";
import { isSame, type Keyring, nameOf } from "./keyring.ts";
import { toldBy } from "./words.ts";

/** A checkpoint's file whose content can be relied upon. */
export interface SignedHead {
	/** Relative to the reports directory. */
	readonly file: string;
	readonly text: string;
	readonly checkpoint: Checkpoint;
	/** The log's keys whose signatures are right; none where `vkeys` is damaged, which is told as its fault. */
	readonly signedBy: readonly VerifierKey[];
	/** Whether a log's key that the reader gave has signed it, or none was given. */
	readonly trusted: boolean;
	readonly witnesses: readonly { readonly name: string; readonly at: string }[];
	/** Names of signers whose key is not known here. */
	readonly strangers: readonly string[];
}

const RESTORE = "Restore it from git.";

/** Reads a signed checkpoint strictly; what is not as this log would have signed it is a fault. */
export async function readSignedHead(
	file: string,
	bytes: Uint8Array,
	keyring: Keyring,
): Promise<SignedHead | LogFault> {
	const text = decodeStrictly(bytes);
	if (text === undefined) return { file, says: "It is not UTF-8 text.", todo: RESTORE };
	try {
		return await openHead(file, text, keyring);
	} catch (error) {
		if (isFailure(error)) return { file, says: toldBy(error), todo: RESTORE };
		throw error;
	}
}

export function isHead(read: SignedHead | LogFault): read is SignedHead {
	return "checkpoint" in read;
}

async function openHead(file: string, text: string, keyring: Keyring): Promise<SignedHead | LogFault> {
	const note = parseNote(text);
	const signedBy = await signersOf(text, keyring);
	const checkpoint = parseCheckpoint(note.text);
	const ofLog = logSigners({ signedBy }, checkpoint.origin);
	// A damaged vkeys may be all that is wrong: then nothing here is.
	if (ofLog.length === 0 && !keyring.damaged) throw unsigned(note.signatures);
	if (checkpoint.origin !== keyring.origin) return otherLog(file, checkpoint.origin, keyring.origin);
	const unknown = note.signatures.filter((each) => !signedBy.some((key) => isBy(each, key)));
	const odd = unknown.find(
		({ name, keyId }) => name === keyring.origin || keyring.known.some((k) => k.keyId === keyId),
	);
	if (odd && !keyring.damaged)
		throw malformed("checkpoint of this log", `It bears a signature of ${nameOf(odd)}, which log/vkeys does not list.`);
	const given = keyring.given.filter(({ type }) => type === SIGNATURE_TYPES.ed25519);
	return {
		file,
		text,
		checkpoint,
		signedBy: ofLog,
		trusted: given.length === 0 || ofLog.some((key) => given.some((each) => isSame(each, key))),
		witnesses: witnessesOf(note.signatures, signedBy),
		strangers: odd ? [] : unknown.map(nameOf),
	};
}

/** Who of the known has signed; nobody where that cannot be told since `vkeys` is damaged. */
async function signersOf(text: string, { known, damaged }: Keyring): Promise<readonly VerifierKey[]> {
	try {
		return (await openNote(text, known)).signedBy;
	} catch (error) {
		if (damaged && isFailure(error) && error.code === "signature-missing") return [];
		throw error;
	}
}

function witnessesOf(signatures: readonly NoteSignature[], signedBy: readonly VerifierKey[]) {
	return signedBy
		.filter(({ type }) => type === SIGNATURE_TYPES.cosignature)
		.flatMap((key) => {
			const line = signatures.find((each) => isBy(each, key));
			if (!line) return [];
			// A time that no calendar reaches has been signed all the same.
			return [{ name: key.name, at: cosignedAt(line.signature) ?? `${cosignatureTime(line.signature)} s after 1970` }];
		});
}

function isBy(signature: NoteSignature, key: VerifierKey): boolean {
	return signature.name === key.name && signature.keyId === key.keyId;
}

function unsigned(signatures: readonly NoteSignature[]) {
	return malformed("checkpoint of this log", `Its signers ${signatures.map(nameOf).join(", ")} are not in log/vkeys.`);
}

function otherLog(file: string, origin: string, expected: string): LogFault {
	return {
		file,
		says: `It is of the log ${origin}, not of ${expected}.`,
		todo: `Set LOG_ORIGIN=${origin} if that is this log's name; otherwise restore the file from git.`,
	};
}
