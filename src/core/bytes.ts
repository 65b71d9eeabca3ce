import { Failure } from "./failure.ts";

/** Undefined in browsers. Web Crypto uses a thread per chunk, which takes Node 10 times as long as the hashing. */
const node = (globalThis as { readonly process?: NodeJS.Process }).process?.getBuiltinModule?.("node:crypto");

export async function sha256(data: Uint8Array): Promise<Uint8Array> {
	if (node) return new Uint8Array(node.hash("sha256", data, "buffer"));
	return new Uint8Array(await webCrypto().digest("SHA-256", new Uint8Array(data)));
}

/** SHA-256 of bytes or of a text's UTF-8 form, lower-case hex. */
export async function sha256Hex(data: Uint8Array | string): Promise<string> {
	return toHex(await sha256(typeof data === "string" ? new TextEncoder().encode(data) : data));
}

export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @throws Failure `ed25519-missing` in browsers, which hide it from pages without https */
export function webCrypto(): SubtleCrypto {
	const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
	if (subtle) return subtle;
	throw new Failure("ed25519-missing", {
		what: "This browser offers no cryptography on this page.",
		why: "The page did not come over https.",
		todo: "Open it with https, or use the command line.",
	});
}

/** Standard base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** Decodes base64; undefined unless it is exactly the output of `toBase64`. */
export function fromBase64(text: string): Uint8Array | undefined {
	if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
	const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
	return toBase64(bytes) === text ? bytes : undefined;
}

/** Decodes UTF-8; undefined if invalid. Keeps every byte, including a byte order mark. */
export function decodeStrictly(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return undefined;
		throw error;
	}
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
