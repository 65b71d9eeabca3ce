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
