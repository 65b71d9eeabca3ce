/** SHA-256 of bytes or of a text's UTF-8 form, lower-case hex. Web Crypto, so that readers' browsers run the same code. */
export async function sha256Hex(data: Uint8Array | string): Promise<string> {
	const bytes = typeof data === "string" ? new TextEncoder().encode(data) : Uint8Array.from(data);
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
