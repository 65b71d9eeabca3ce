import { webCrypto } from "./web-crypto.ts";

/** SHA-256 of bytes, 32 bytes. Web Crypto, so that readers' browsers run the same code. */
export async function sha256(data: Uint8Array): Promise<Uint8Array> {
	return new Uint8Array(await webCrypto().digest("SHA-256", new Uint8Array(data)));
}

/** SHA-256 of bytes or of a text's UTF-8 form, lower-case hex. */
export async function sha256Hex(data: Uint8Array | string): Promise<string> {
	return toHex(await sha256(typeof data === "string" ? new TextEncoder().encode(data) : data));
}

export function toHex(bytes: Uint8Array): string {
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
