/** Longer paths are not led back to. */
const PATH_LENGTH = 2_000;
const ELSEWHERE = "https://site.invalid";

/**
 * A path below the site's home that a link may lead back to, such as `/dashboard/?page=2`; undefined for a text that a
 * browser would read as another site, as a relative path, or not at all.
 */
export function localPath(text: string | null | undefined): string | undefined {
	if (!text?.startsWith("/") || text.length > PATH_LENGTH || /[\\\p{Cc}]/u.test(text)) return undefined;
	if (!URL.canParse(text, ELSEWHERE)) return undefined;
	const { origin, pathname, search } = new URL(text, ELSEWHERE);
	// Steps upwards are taken by now, and must not leave a second slash in front.
	return origin === ELSEWHERE && !pathname.startsWith("//") ? pathname + search : undefined;
}
