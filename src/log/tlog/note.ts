import { fromBase64, sha256, toBase64, toHex, webCrypto } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { malformed, parseDecimal } from "./canonical.ts";
import { HASH_BYTES, type TreeHead } from "./merkle.ts";

/** Length of an Ed25519 public key or private seed; a signature has twice as many. RFC 8032 section 5.1. */
const KEY_BYTES = 32;

/** PKCS #8 header of an Ed25519 private key; the seed follows. RFC 8410 section 7. */
const PKCS8 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/**
 * RFC 8032 section 5.1.7 without the cofactor. Rejects points of small order, as the Web Crypto standard requires:
 * browsers differ, and a signature must not be valid for one reader and invalid for another.
 * @throws Failure `ed25519-missing` in a browser without Ed25519
 */
export async function verifyEd25519(
	publicKey: Uint8Array,
	message: Uint8Array,
	signature: Uint8Array,
): Promise<boolean> {
	if (signature.length !== 2 * KEY_BYTES) return false;
	if (hasSmallOrder(publicKey) || hasSmallOrder(signature.subarray(0, KEY_BYTES))) return false;
	const key = await importKey("raw", publicKey, "verify");
	return webCrypto().verify("Ed25519", key, new Uint8Array(signature), new Uint8Array(message));
}

/** Returns 64 bytes, the same for the same message: Ed25519 is deterministic. */
export async function signEd25519(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
	const key = await importKey("pkcs8", Uint8Array.from([...PKCS8, ...seed]), "sign");
	return new Uint8Array(await webCrypto().sign("Ed25519", key, new Uint8Array(message)));
}

export async function publicKeyOf(seed: Uint8Array): Promise<Uint8Array> {
	const key = await importKey("pkcs8", Uint8Array.from([...PKCS8, ...seed]), "sign");
	const { x } = await webCrypto().exportKey("jwk", key);
	const base64 = (x ?? "").replaceAll("-", "+").replaceAll("_", "/");
	return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

async function importKey(format: "raw" | "pkcs8", bytes: Uint8Array, use: "sign" | "verify"): Promise<CryptoKey> {
	try {
		return await webCrypto().importKey(format, new Uint8Array(bytes), "Ed25519", use === "sign", [use]);
	} catch (error) {
		if (!(error instanceof DOMException && error.name === "NotSupportedError")) throw error;
		throw new Failure("ed25519-missing", {
			what: "This browser cannot check Ed25519 signatures.",
			todo: "Use a newer browser, or the command line.",
		});
	}
}

const inner = (byte: string) => byte.repeat(30);

/**
 * The y of every point of edwards25519 of an order that divides 8, little-endian: 0, 1, -1, the two of order 8; 0 and 1
 * also as p and p + 1. The list of C2SP/CCTV, ed25519/README.md.
 */
const SMALL_ORDER_Y: ReadonlySet<string> = new Set([
	`00${inner("00")}00`,
	`01${inner("00")}00`,
	`ec${inner("ff")}7f`,
	`ed${inner("ff")}7f`,
	`ee${inner("ff")}7f`,
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/** A key or R of small order verifies messages that were never signed. */
export function hasSmallOrder(point: Uint8Array): boolean {
	// The highest bit is the sign of x; the list holds both.
	return SMALL_ORDER_Y.has(toHex(point.map((byte, at) => (at === 31 ? byte & 0x7f : byte))));
}

/** C2SP signed-note. */
export const SIGNATURE_TYPES = {
	/** A log's signature, over the note's text. */
	ed25519: 1,
	/** A witness's signature, over the time and the note's text. C2SP tlog-cosignature. */
	cosignature: 4,
} as const;
type SignatureType = (typeof SIGNATURE_TYPES)[keyof typeof SIGNATURE_TYPES];

export interface VerifierKey {
	readonly name: string;
	/** 8 hex digits: the first four bytes of SHA-256(name ‖ newline ‖ type ‖ public key). */
	readonly keyId: string;
	readonly type: SignatureType;
	readonly publicKey: Uint8Array;
}

export interface SignerKey extends VerifierKey {
	readonly type: typeof SIGNATURE_TYPES.ed25519;
	readonly seed: Uint8Array;
}

/** `<name>+<key id>+<base64(type ‖ public key)>`, the published form ("vkey"). */
export function formatVerifierKey({ name, keyId, type, publicKey }: VerifierKey): string {
	return `${name}+${keyId}+${toBase64(Uint8Array.from([type, ...publicKey]))}`;
}

/** `<name>+<key id>`, for messages. */
export function shortKeyName(vkey: string): string {
	return vkey.split("+").slice(0, 2).join("+");
}

/** @throws Failure `log-malformed` for text that `formatVerifierKey` would not give, or another key's id */
export async function parseVerifierKey(text: string): Promise<VerifierKey> {
	const { name, keyId, type, key } = splitKey(text, "public key");
	if (keyId !== (await keyIdOf(name, type, key))) throw malformed("public key", "Its id is not that of its bytes.");
	return { name, keyId, type, publicKey: key };
}

type Signer = Pick<VerifierKey, "name" | "keyId">;

/** Compares name and key id, which is all that a signature says about its key. */
export function hasSigner(signers: readonly Signer[], { name, keyId }: Signer): boolean {
	return signers.some((each) => each.name === name && each.keyId === keyId);
}

/** Compares whole keys, because 32-bit ids can be forged. */
export function hasKey(keys: readonly VerifierKey[], key: VerifierKey): boolean {
	return keys.some((each) => formatVerifierKey(each) === formatVerifierKey(key));
}

/** The private form of Go's note package: `PRIVATE+KEY+<name>+<key id>+<base64(1 ‖ seed)>`. */
const PRIVATE = "PRIVATE+KEY+";

export function formatSignerKey({ name, keyId, type, seed }: SignerKey): string {
	return `${PRIVATE}${name}+${keyId}+${toBase64(Uint8Array.from([type, ...seed]))}`;
}

/** @throws Failure `log-malformed`; its message never contains the key */
export async function parseSignerKey(text: string): Promise<SignerKey> {
	if (!text.startsWith(PRIVATE)) throw malformed("private key", `It does not begin with ${PRIVATE}.`);
	const { name, keyId, type, key: seed } = splitKey(text.slice(PRIVATE.length), "private key");
	if (type !== SIGNATURE_TYPES.ed25519) throw malformed("private key", "A log signs with Ed25519.");
	const signer = await createSignerKey(name, seed);
	if (signer.keyId !== keyId) throw malformed("private key", "Its id is not that of its bytes.");
	return signer;
}

/** @param seed 32 bytes; random by default */
export async function createSignerKey(
	name: string,
	seed: Uint8Array = crypto.getRandomValues(new Uint8Array(KEY_BYTES)),
): Promise<SignerKey> {
	if (!isKeyName(name)) throw malformed("key name", `"${name}" is empty or has a space or a plus sign.`);
	const type = SIGNATURE_TYPES.ed25519;
	const publicKey = await publicKeyOf(seed);
	return { name, type, publicKey, seed, keyId: await keyIdOf(name, type, publicKey) };
}

export async function verifySignature(key: VerifierKey, text: string, signature: Uint8Array): Promise<boolean> {
	if (key.type === SIGNATURE_TYPES.ed25519) return verifyEd25519(key.publicKey, utf8(text), signature);
	const time = cosignatureTime(signature);
	if (Number.isNaN(time)) return false;
	return verifyEd25519(key.publicKey, cosignedMessage(time, text), signature.subarray(TIME_BYTES));
}

async function signText(key: SignerKey, text: string): Promise<Uint8Array> {
	return signEd25519(key.seed, utf8(text));
}

/** @param time Unix seconds at which the witness saw the checkpoint. C2SP tlog-cosignature. */
function cosignedMessage(time: number, text: string): Uint8Array {
	return utf8(`cosignature/v1\ntime ${time}\n${text}`);
}

/** A cosignature begins with a big-endian uint64 timestamp. */
const TIME_BYTES = 8;

/** Unix seconds; NaN if missing or above 2^53 - 1. */
export function cosignatureTime(signature: Uint8Array): number {
	if (signature.length < TIME_BYTES) return Number.NaN;
	const time = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
	return time <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(time) : Number.NaN;
}

/** ISO 8601; undefined without a time or after the year 9999. */
export function cosignedAt(signature: Uint8Array): string | undefined {
	const time = cosignatureTime(signature);
	return time < 253_402_300_800 ? new Date(time * 1000).toISOString() : undefined;
}

/** Not empty, no Unicode space, no plus, no control characters. C2SP signed-note, "Format". */
export function isKeyName(name: string): boolean {
	return name !== "" && name.isWellFormed() && !/[\p{White_Space}+]/u.test(name) && !hasControls(name);
}

/** ASCII control characters other than newline. C2SP signed-note, "Format". */
export function hasControls(text: string): boolean {
	return /[^\P{Cc}\n\u007f-\u009f]/u.test(text);
}

/** The name ends at the first plus and the id at the second; base64 may contain more. */
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

/** A line `— <name> base64(key id ‖ signature)`. */
export interface NoteSignature {
	readonly name: string;
	/** 8 hex digits. */
	readonly keyId: string;
	readonly signature: Uint8Array;
}

/** C2SP signed-note v1. The text ends in a newline. */
export interface Note {
	readonly text: string;
	readonly signatures: readonly NoteSignature[];
}

/** Bounds the time that a hostile note can cost. */
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

function isNoteText(text: string): boolean {
	return text.endsWith("\n") && text.isWellFormed() && !hasControls(text);
}

/** @throws RangeError for text that is not allowed in a note, or without keys */
export async function signNote(text: string, keys: readonly SignerKey[]): Promise<string> {
	if (!isNoteText(text) || keys.length === 0) throw new RangeError("A note is lines of text and at least one key.");
	const sign = async (key: SignerKey) => ({ name: key.name, keyId: key.keyId, signature: await signText(key, text) });
	return formatNote({ text, signatures: await Promise.all(keys.map(sign)) });
}

export interface OpenedNote extends Note {
	readonly signedBy: readonly VerifierKey[];
}

/**
 * Skips unknown signers, as the standard requires.
 * @throws Failure `log-malformed`; `signature-invalid` if one by a given key is wrong; `signature-missing` without any
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

/** C2SP tlog-checkpoint. */
export interface Checkpoint extends TreeHead {
	/** The log's unique name, by convention its address without the scheme. */
	readonly origin: string;
}

/** @throws RangeError for values that `parseCheckpoint` would reject */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
	const sound = isOrigin(origin) && Number.isSafeInteger(size) && size >= 0 && root.length === HASH_BYTES;
	if (!sound) throw new RangeError(`There is no checkpoint of ${size} leaves for "${origin}".`);
	return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** @throws Failure `log-malformed` for text that `formatCheckpoint` would not give, extension lines included */
export function parseCheckpoint(text: string): Checkpoint {
	const [origin, sizeLine, rootLine, end, ...more] = text.split("\n");
	if (origin === undefined || end !== "" || more.length > 0) throw malformed("checkpoint", "It is not three lines.");
	if (!isOrigin(origin)) throw malformed("checkpoint", "Its first line does not name a log.");
	const size = parseDecimal(sizeLine ?? "");
	if (size === undefined) throw malformed("checkpoint", "Its second line is not a number of leaves.");
	const root = fromBase64(rootLine ?? "");
	if (root?.length !== HASH_BYTES) throw malformed("checkpoint", "Its third line is not a hash of 32 bytes.");
	return { origin, size, root };
}

function isOrigin(origin: string): boolean {
	return origin !== "" && isNoteText(`${origin}\n`) && !origin.includes("\n");
}

/** Excludes witnesses, which sign for many logs and so do not speak for one. */
export function logSigners({ signedBy }: Pick<OpenedNote, "signedBy">, origin: string): VerifierKey[] {
	return signedBy.filter(({ type, name }) => type === SIGNATURE_TYPES.ed25519 && name === origin);
}

/** Witnesses among the signers, and the time each saw the checkpoint (ISO 8601). */
export function witnessTimes({ signedBy, signatures }: OpenedNote): { readonly name: string; readonly at: string }[] {
	return signedBy.flatMap((key) => {
		const line = signatures.find((each) => hasSigner([key], each));
		if (key.type !== SIGNATURE_TYPES.cosignature || !line) return [];
		// The time may exceed the range of ISO 8601.
		return { name: key.name, at: cosignedAt(line.signature) ?? `${cosignatureTime(line.signature)} s after 1970` };
	});
}

/** Sample logs are under `.invalid`, which nobody can own (RFC 6761). Their key is public, so anyone can sign. */
export function isSampleOrigin(origin: string): boolean {
	const [host = ""] = origin.toLowerCase().split(/[/:]/);
	return /(^|\.)invalid\.?$/.test(host);
}
