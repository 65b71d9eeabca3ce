/**
 * Whether a request comes from a page of the site itself, as its browser says: by Origin, which every form that is posted
 * carries, by Sec-Fetch-Site where a browser sends no Origin, or by Referer where it sends neither, as for scripts of a site
 * on plain http (Fetch standard, section 3.2; Fetch Metadata). No page can write these fields.
 * @param origin scheme, host and port of the site
 */
export function isSameOrigin(headers: { get(name: string): string | null }, origin: string): boolean {
	const named = headers.get("origin");
	if (named !== null) return named === origin;
	const site = headers.get("sec-fetch-site");
	return site === null ? (headers.get("referer")?.startsWith(`${origin}/`) ?? false) : site === "same-origin";
}

/**
 * Whether a page was asked for from the site itself, or by a person who typed its address or had it kept: whatever begins
 * with the page begins then by that person's will. Where a browser does not say, it may be a link of another site.
 * @param origin scheme, host and port of the site
 */
export function isOwnVisit(headers: { get(name: string): string | null }, origin: string): boolean {
	return headers.get("sec-fetch-site") === "none" || isSameOrigin(headers, origin);
}
