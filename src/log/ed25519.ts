import { Failure } from "#core/failure.ts";
import { toHex, webCrypto } from "./sha256.ts";

/** Length of an Ed25519 public key and of a private seed; a signature has twice as many bytes. RFC 8032 section 5.1. */
export const KEY_BYTES = 32;

/** PKCS #8 header of an Ed25519 private key whose seed follows. RFC 8410 section 7. */
const PKCS8 = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/**
 * Whether the signature is that of the key over the message. Points of small order, which no honest signer has, are
 * refused here: the standard asks that of Web Crypto, but browsers disagree, and a signature must not be right for one
 * reader and wrong for another. All else is RFC 8032 section 5.1.7 without the cofactor.
 * @throws Failure `ed25519-missing` in a browser that has no Ed25519
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

/** A signature of 64 bytes. Ed25519 is deterministic: one message, one signature. */
export async function signEd25519(seed: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
	const key = await importKey("pkcs8", Uint8Array.from([...PKCS8, ...seed]), "sign");
	return new Uint8Array(await webCrypto().sign("Ed25519", key, new Uint8Array(message)));
}

/** The public key of a private seed, 32 bytes. */
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
 * The y of every point of edwards25519 whose order divides 8, little-endian: 0, 1, -1 and the two of order 8; 0 and 1
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

/** Whether an encoded point, 32 bytes, is one of the few that verify much that nobody signed. */
export function hasSmallOrder(point: Uint8Array): boolean {
	// The highest bit is the sign of x, of which both belong to the list.
	return SMALL_ORDER_Y.has(toHex(point.map((byte, at) => (at === 31 ? byte & 0x7f : byte))));
}
