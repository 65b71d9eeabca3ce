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
