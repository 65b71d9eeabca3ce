/** Characters; longer paths are refused. */
const PATH_LENGTH = 2_000;
const ELSEWHERE = "https://site.invalid";

/** Such as `/dashboard/?page=2`; undefined for what a browser reads as another site, as relative, or not at all. */
export function localPath(text: string | null | undefined): string | undefined {
	if (!text?.startsWith("/") || text.length > PATH_LENGTH || /[\\\p{Cc}]/u.test(text)) return undefined;
	if (!URL.canParse(text, ELSEWHERE)) return undefined;
	const { origin, pathname, search } = new URL(text, ELSEWHERE);
	// Steps upwards are taken by now, and must not leave a second slash in front.
	return origin === ELSEWHERE && !pathname.startsWith("//") ? pathname + search : undefined;
}
