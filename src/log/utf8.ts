/** The text of bytes that are UTF-8; undefined for others. No byte is passed over, a byte order mark included. */
export function decodeStrictly(bytes: Uint8Array): string | undefined {
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return undefined;
		throw error;
	}
}
