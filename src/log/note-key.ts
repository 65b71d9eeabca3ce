import { KEY_BYTES, publicKeyOf, signEd25519, verifyEd25519 } from "./ed25519.ts";
import { fromBase64, malformed, toBase64 } from "./encoding.ts";
import { sha256, toHex } from "./sha256.ts";

/** Signature types of C2SP signed-note that we read. */
export const SIGNATURE_TYPES = {
	/** Over the note's text: a log. */
	ed25519: 1,
	/** Over the time and the note's text: a witness. C2SP tlog-cosignature. */
	cosignature: 4,
} as const;
type SignatureType = (typeof SIGNATURE_TYPES)[keyof typeof SIGNATURE_TYPES];

/** Who may have signed a note, and the key to check it. */
export interface VerifierKey {
	readonly name: string;
	/** 8 hex digits: the first four bytes of SHA-256(name ‖ newline ‖ type ‖ public key). */
	readonly keyId: string;
	readonly type: SignatureType;
	readonly publicKey: Uint8Array;
}

/** A log's private key. */
export interface SignerKey extends VerifierKey {
	readonly type: typeof SIGNATURE_TYPES.ed25519;
	readonly seed: Uint8Array;
}

/** `<name>+<key id>+<base64(type ‖ public key)>`, the form in which keys are published ("vkey"). */
export function formatVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
	return `${name}+${keyId}+${toBase64(Uint8Array.from([type, ...publicKey]))}`;
}

/** `<name>+<key id>` of such a text: enough for people to tell keys apart. */
export function shortKeyName(vkey: string): string {
	return vkey.split("+").slice(0, 2).join("+");
}

/** @throws Failure `log-malformed` for text that `formatVerifierKey` would not give, or another key's id */
export async function parseVerifierKey(text: string): Promise<VerifierKey> {
	const { name, keyId, type, key } = splitKey(text, "public key");
	if (keyId !== (await keyIdOf(name, type, key))) throw malformed("public key", "Its id is not that of its bytes.");
	return { name, keyId, type, publicKey: key };
}

/** The private form of Go's note package: `PRIVATE+KEY+<name>+<key id>+<base64(1 ‖ seed)>`. */
const PRIVATE = "PRIVATE+KEY+";

export function formatSignerKey({ name, keyId, type, seed }: SignerKey): string {
	return `${PRIVATE}${name}+${keyId}+${toBase64(Uint8Array.from([type, ...seed]))}`;
}

/** @throws Failure `log-malformed`; its words never hold the key */
export async function parseSignerKey(text: string): Promise<SignerKey> {
	if (!text.startsWith(PRIVATE)) throw malformed("private key", `It does not begin with ${PRIVATE}.`);
	const { name, keyId, type, key: seed } = splitKey(text.slice(PRIVATE.length), "private key");
	if (type !== SIGNATURE_TYPES.ed25519) throw malformed("private key", "A log signs with Ed25519.");
	const signer = await createSignerKey(name, seed);
	if (signer.keyId !== keyId) throw malformed("private key", "Its id is not that of its bytes.");
	return signer;
}

/** The key of a seed of 32 bytes; a random one when none is given. */
export async function createSignerKey(
	name: string,
	seed: Uint8Array = crypto.getRandomValues(new Uint8Array(KEY_BYTES)),
): Promise<SignerKey> {
	if (!isKeyName(name)) throw malformed("key name", `"${name}" is empty or has a space or a plus sign.`);
	const type = SIGNATURE_TYPES.ed25519;
	const publicKey = await publicKeyOf(seed);
	return { name, type, publicKey, seed, keyId: await keyIdOf(name, type, publicKey) };
}

/** Whether the signature is the key's over this note's text. */
export async function verifySignature(key: VerifierKey, text: string, signature: Uint8Array): Promise<boolean> {
	if (key.type === SIGNATURE_TYPES.ed25519) return verifyEd25519(key.publicKey, utf8(text), signature);
	const time = cosignatureTime(signature);
	if (Number.isNaN(time)) return false;
	return verifyEd25519(key.publicKey, cosignedMessage(time, text), signature.subarray(TIME_BYTES));
}

export async function signText(key: SignerKey, text: string): Promise<Uint8Array> {
	return signEd25519(key.seed, utf8(text));
}

/** What a witness signs: when it saw the checkpoint (Unix seconds), and the checkpoint's text. C2SP tlog-cosignature. */
export function cosignedMessage(time: number, text: string): Uint8Array {
	return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/** A cosignature begins with its time, a big-endian uint64. */
const TIME_BYTES = 8;

/** Unix seconds that a cosignature begins with; NaN where there are none, or more than 2^53 - 1. */
export function cosignatureTime(signature: Uint8Array): number {
	if (signature.length < TIME_BYTES) return Number.NaN;
	const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
	return time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : Number.NaN;
}

/** That time as ISO 8601; undefined where there is none, or after the year 9999, which no honest witness has seen. */
export function cosignedAt(signature: Uint8Array): string | undefined {
	const time = cosignatureTime(signature);
	return time < 253_402_300_800 ? new Date(time * 1000).toISOString() : undefined;
}

/** Not empty, no Unicode space, no plus, nothing that a note may not hold. C2SP signed-note, "Format". */
export function isKeyName(name: string): boolean {
	return name !== "" && name.isWellFormed() && !/[\p{White_Space}+]/u.test(name) && !hasControls(name);
}

/** Whether there are ASCII control characters other than newline. C2SP signed-note, "Format". */
export function hasControls(text: string): boolean {
	return /[^\P{Cc}\n\u007f-\u009f]/u.test(text);
}

/** The name ends at the first plus and the id at the second; base64 may have more. */
function splitKey(text: string, what: string) {
	const [, name, keyId, base64] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/su.exec(text) ?? [];
	const bytes = fromBase64(base64 ?? "");
	const type = bytes?.[0];
	if (name === undefined || keyId === undefined || !bytes || !isKeyName(name))
		throw malformed(what, "It is not <name>+<8 hex digits>+<base64>.");
	if (type !== SIGNATURE_TYPES.ed25519 && type !== SIGNATURE_TYPES.cosignature)
		throw malformed(what, "Its type is neither 1 (Ed25519) nor 4 (Ed25519 cosignature).");
	if (bytes.length !== 1 + KEY_BYTES) throw malformed(what, `It has ${bytes.length - 1} bytes, not ${KEY_BYTES}.`);
	return { name, keyId, type, key: bytes.slice(1) };
}

async function keyIdOf(name: string, type: SignatureType, publicKey: Uint8Array): Promise<string> {
	return toHex((await sha256(Uint8Array.from([...utf8(`${name}\n`), type, ...publicKey]))).subarray(0, 4));
}

function utf8(text: string): Uint8Array {
	return new TextEncoder().encode(text);
}
