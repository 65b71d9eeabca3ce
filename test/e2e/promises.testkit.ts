/** URLs in a server's documents, with their stated types; never shipped. */

export interface PromisedAddress {
	readonly url: string;
	/** Media type, where one stands beside the address. */
	readonly type?: string;
	/** SHA-256 in hexadecimal, where one stands beside it. */
	readonly digest?: string;
}

/** URLs below one of these homes, anywhere in JSON or text. */
export function promisesOf(document: unknown, homes: readonly string[]): readonly PromisedAddress[] {
	const isOurs = (url: string) => homes.some((home) => url === home || url.startsWith(`${home}/`));
	if (typeof document === "string") {
		const urls = document.match(/https?:\/\/[^\s<>"'`|)\]}…]+/g) ?? [];
		return urls.map((url) => ({ url: url.replace(/[.,:;]+$/, "") })).filter(({ url }) => isOurs(url));
	}
	if (typeof document !== "object" || document === null) return [];
	return Object.entries(document).flatMap(([name, value]) => {
		if (typeof value !== "string" || !isOurs(value)) return promisesOf(value, homes);
		// An anchor is only the context of a link and need not exist.
		if (name === "anchor") return [];
		const { type, digest } = document as Readonly<Record<string, unknown>>;
		const isTyped = typeof type === "string" && type.includes("/");
		return {
			url: value,
			...(isTyped && { type }),
			...(typeof digest === "string" && { digest: digest.replace("sha256:", "") }),
		} as PromisedAddress;
	});
}
