/**
 * Lengths of a finding's parts, in UTF-16 code units. What a site says of itself goes into findings, so a site could
 * otherwise make a report as long as it likes.
 */
export const SAYS_LENGTH = 600;
export const FIX_LENGTH = 800;
export const EXHIBIT_URL_LENGTH = 300;
export const EXHIBIT_PLACE_LENGTH = 200;
export const EXHIBITS_MAX = 5;

/** A text of at most `length`, with "…" where it was longer; never half of a surrogate pair. */
export function clipped(text: string, length: number): string {
	if (text.length <= length) return text;
	return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
