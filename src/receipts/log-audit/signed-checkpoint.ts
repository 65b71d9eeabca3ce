import { isFailure } from "#core/failure.ts";
import { logSigners, parseCheckpoint } from "#log/checkpoint.ts";
import { decodeStrictly, malformed } from "#log/encoding.ts";
import { type OpenedNote, openNote, parseNote } from "#log/note.ts";
import { cosignatureTime, cosignedAt, SIGNATURE_TYPES } from "#log/note-key.ts";
import { asSentence, type Findings } from "./findings.ts";
import { hasKey, type LogKeys, nameOf } from "./log-keys.ts";

/** A checkpoint file whose content can be relied upon. Its path is relative to the reports directory. */
export type SignedCheckpoint = Awaited<ReturnType<typeof openCheckpoint>> & {
	readonly file: string;
	readonly text: string;
};

/** Reads a signed checkpoint strictly; undefined, with a fault, for one that is not as this log would have signed it. */
export async function readSignedCheckpoint(
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
