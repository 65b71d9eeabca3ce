/** Addresses of a site, compared as people mean them. */

/** Host without `www.`; "" for what is no address. */
export function hostOf(address: string, base: string): string {
	return URL.canParse(address, base) ? new URL(address, base).hostname.replace(/^www\./, "") : "";
}

/** True for the root of the host on which `base` lies, www or not, with or without an index file. */
export function isOwnRoot(address: string, base: string): boolean {
	return hostOf(address, base) === hostOf(base, base) && segmentsOf(address, base).length === 0;
}

/** True for two addresses of one page: scheme, www, trailing slash, index file and fragment make no difference. */
export function isSamePage(address: string, other: string, base: string): boolean {
	if (!URL.canParse(address, base) || !URL.canParse(other, base)) return false;
	const query = (each: string) => new URL(each, base).search;
	const path = (each: string) => segmentsOf(each, base).join("/");
	const host = (each: string) => hostOf(each, base);
	return host(address) === host(other) && path(address) === path(other) && query(address) === query(other);
}

/** Path segments that tell pages apart: no index file at the end. */
export function segmentsOf(address: string, base: string): readonly string[] {
	if (!URL.canParse(address, base)) return [];
	const segments = new URL(address, base).pathname.split("/").filter((segment) => segment !== "");
	return /^(?:index|default|home)\.[a-z]{3,5}$/i.test(segments.at(-1) ?? "") ? segments.slice(0, -1) : segments;
}
