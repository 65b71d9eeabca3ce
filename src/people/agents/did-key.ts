import { ECDH } from "node:crypto";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/** More than any key that is read here has. */
const LONGEST = 100;

/** Codes of kinds of keys (multicodec), as they are written before the key. */
const ED25519 = "ed01";
const P256 = "8024";

/**
 * The public key that a text of Multibase and Multicodec holds, as `did:key` writes it: Ed25519 or P-256.
 * @returns a JSON Web Key; undefined where it holds none
 */
export function keyOfMultibase(text: string): Readonly<Record<string, string>> | undefined {
	const hex = text.startsWith("z") && text.length <= LONGEST ? base58(text.slice(1)) : undefined;
	if (hex?.startsWith(ED25519) && hex.length === 68) return { kty: "OKP", crv: "Ed25519", x: base64url(hex.slice(4)) };
	if (hex?.startsWith(P256) && hex.length === 70) return pointOf(hex.slice(4));
	return undefined;
}

/** The key of a DID that is one, and what its only method is called. */
export function keyOfDidKey(did: string): Readonly<Record<string, string>> | undefined {
	const text = /^did:key:(z[1-9A-HJ-NP-Za-km-z]+)$/.exec(did)?.[1];
	const key = text === undefined ? undefined : keyOfMultibase(text);
	return key && { ...key, kid: `${did}#${text}` };
}

/** @param compressed a point of P-256 in hexadecimal: a sign and x */
function pointOf(compressed: string): Readonly<Record<string, string>> | undefined {
	try {
		const point = String(ECDH.convertKey(compressed, "prime256v1", "hex", "hex", "uncompressed"));
		return { kty: "EC", crv: "P-256", x: base64url(point.slice(2, 66)), y: base64url(point.slice(66)) };
	} catch {
		// No point of the curve.
		return undefined;
	}
}

/** Bytes in hexadecimal; a digit 1 in front is a zero byte. */
function base58(text: string): string | undefined {
	let number = 0n;
	for (const digit of text) {
		const value = ALPHABET.indexOf(digit);
		if (value === -1) return undefined;
		number = number * 58n + BigInt(value);
	}
	const hex = number === 0n ? "" : number.toString(16);
	const zeros = /^1*/.exec(text)?.[0].length ?? 0;
	return "00".repeat(zeros) + (hex.length % 2 === 0 ? hex : `0${hex}`);
}

function base64url(hex: string): string {
	return Buffer.from(hex, "hex").toString("base64url");
}
