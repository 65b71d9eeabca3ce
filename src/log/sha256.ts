import { Failure } from "#core/failure.ts";

/** Undefined in a browser. Web Crypto hands each piece to a thread, which takes Node ten times as long as hashing it. */
const node = (globalThis as { readonly process?: NodeJS.Process }).process?.getBuiltinModule?.("node:crypto");

/** SHA-256 of bytes, 32 bytes; in readers' browsers as in Node. */
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

/**
 * Web Crypto, which browsers withhold from pages that did not come over https.
 * @throws Failure `ed25519-missing` there
 */
export function webCrypto(): SubtleCrypto {
	const { subtle } = globalThis.crypto as { readonly subtle?: SubtleCrypto };
	if (subtle) return subtle;
	throw new Failure("ed25519-missing", {
		what: "This browser offers no cryptography on this page.",
		why: "The page did not come over https.",
		todo: "Open it with https, or use the command line.",
	});
}
