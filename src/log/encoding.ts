import { Failure } from "#core/failure.ts";

/** Standard base64 with padding (RFC 4648 section 4). */
export function toBase64(bytes: Uint8Array): string {
	return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}

/** The bytes of a base64 text; undefined unless the text is exactly what `toBase64` gives for them. */
export function fromBase64(text: string): Uint8Array | undefined {
	if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
	const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
	return toBase64(bytes) === text ? bytes : undefined;
}

/** The text of bytes that are UTF-8; undefined for others. No byte is passed over, a byte order mark included. */
export function decodeStrictly(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return undefined;
		throw error;
	}
}

/** The failure of every parser here: `what` is the kind of file, `why` what it must not be. */
export function malformed(what: string, why: string): Failure {
	return new Failure("log-malformed", { what: `This is no ${what}.`, why });
}

/** A whole number in decimal without leading zeroes, at most 2^53 - 1; undefined for any other text. */
export function parseDecimal(text: string): number | undefined {
	if (!/^(0|[1-9]\d{0,15})$/.test(text)) return undefined;
	const number = Number(text);
	return Number.isSafeInteger(number) ? number : undefined;
}

/** Whether two byte strings are the same. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
	return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
