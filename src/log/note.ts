import { Failure } from "#core/failure.ts";
import { fromBase64, malformed, toBase64 } from "./encoding.ts";
import { hasControls, isKeyName, type SignerKey, signText, type VerifierKey, verifySignature } from "./note-key.ts";
import { toHex } from "./sha256.ts";

/** One signature line of a note: `— <name> base64(key id ‖ signature)`. */
export interface NoteSignature {
	readonly name: string;
	/** 8 hex digits. */
	readonly keyId: string;
	readonly signature: Uint8Array;
}

/** A signed note (C2SP signed-note v1): a text that ends in a newline, and who signed it. */
export interface Note {
	readonly text: string;
	readonly signatures: readonly NoteSignature[];
}

/** No honest note has more; the limit keeps a hostile one from costing time. */
const MOST_SIGNATURES = 100;
const DASH = "\u2014 ";

export function formatNote({ text, signatures }: Note): string {
	const lines = signatures.map(({ name, keyId, signature }) => {
		const id = keyId.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
		return `${DASH}${name} ${toBase64(Uint8Array.from([...id, ...signature]))}\n`;
	});
	return `${text}\n${lines.join("")}`;
}

/** @throws Failure `log-malformed` for text that `formatNote` would not give */
export function parseNote(note: string): Note {
	const end = note.lastIndexOf("\n\n");
	if (end < 0) throw malformed("signed note", "It has no empty line between text and signatures.");
	const text = note.slice(0, end + 1);
	if (!note.isWellFormed() || hasControls(note)) throw malformed("signed note", "It has control characters.");
	const lines = note.slice(end + 2).split("\n");
	if (lines.pop() !== "" || lines.length === 0) throw malformed("signed note", "It does not end in a signature line.");
	if (lines.length > MOST_SIGNATURES) throw malformed("signed note", `It has more than ${MOST_SIGNATURES} signatures.`);
	return { text, signatures: lines.map(parseSignature) };
}

function parseSignature(line: string): NoteSignature {
	const [name, base64, ...more] = line.startsWith(DASH) ? line.slice(DASH.length).split(" ") : [];
	const bytes = fromBase64(base64 ?? "");
	if (name === undefined || !isKeyName(name) || more.length > 0 || !bytes || bytes.length < 5)
		throw malformed("signed note", "A signature line is not a dash, a name and base64.");
	return { name, keyId: toHex(bytes.subarray(0, 4)), signature: bytes.slice(4) };
}

/** Whether a text can be signed: it ends in a newline, and is Unicode without other control characters. */
export function isNoteText(text: string): boolean {
	return text.endsWith("\n") && text.isWellFormed() && !hasControls(text);
}

/** @throws RangeError for a text that no note can hold, or without keys */
export async function signNote(text: string, keys: readonly SignerKey[]): Promise<string> {
	if (!isNoteText(text) || keys.length === 0) throw new RangeError("A note is lines of text and at least one key.");
	const sign = async (key: SignerKey) => ({ name: key.name, keyId: key.keyId, signature: await signText(key, text) });
	return formatNote({ text, signatures: await Promise.all(keys.map(sign)) });
}

/** A note of which at least one signature has been checked. */
export interface OpenedNote extends Note {
	readonly signedBy: readonly VerifierKey[];
}

/**
 * Checks every signature of a note by a key that the reader trusts. Unknown signers are passed over, as the standard asks.
 * @throws Failure `log-malformed`; `signature-invalid` when a trusted key's signature is wrong; `signature-missing` when none is there
 */
export async function openNote(note: string, keys: readonly VerifierKey[]): Promise<OpenedNote> {
	const parsed = parseNote(note);
	const signedBy: VerifierKey[] = [];
	for (const { name, keyId, signature } of parsed.signatures) {
		const key = keys.find((each) => each.name === name && each.keyId === keyId);
		if (!key) continue;
		if (!(await verifySignature(key, parsed.text, signature)))
			throw new Failure("signature-invalid", {
				what: `The signature of ${name}+${keyId} is wrong.`,
				why: "The text is not the one that was signed.",
			});
		if (!signedBy.includes(key)) signedBy.push(key);
	}
	if (signedBy.length > 0) return { ...parsed, signedBy };
	const signers = parsed.signatures.map(({ name, keyId }) => `${name}+${keyId}`).join(", ");
	throw new Failure("signature-missing", {
		what: "No key that is trusted here has signed this.",
		why: `It is signed by ${signers}.`,
	});
}
