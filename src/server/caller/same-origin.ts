/**
 * Whether a request comes from a page of the site itself, as its browser says: by Origin, which every form that is posted
 * carries, or by Sec-Fetch-Site where a browser sends no Origin (Fetch standard, section 3.2; Fetch Metadata). No page
 * can write either field.
 * @param origin scheme, host and port of the site
 */
export function isSameOrigin(headers: { get(name: string): string | null }, origin: string): boolean {
	const named = headers.get("origin");
	return named === null ? headers.get("sec-fetch-site") === "same-origin" : named === origin;
}
