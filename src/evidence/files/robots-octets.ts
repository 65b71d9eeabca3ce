/** Text of a robots.txt line, one character for each byte. */

import { upperCaseEscapes } from "#core/robots-rules.ts";
import { EXCERPT_LENGTH } from "#core/verdict.ts";
import { printable } from "../html/tree/fold-text.ts";

/** `*`, or the leading product token: letters, `_` and `-` (RFC 9309 section 2.2.1), in lower case. */
export function productToken(value: string): string {
	// ASCII white space alone, as in C's isspace: a no-break space after the star belongs to a name that nobody bears.
	if (/^\*(?:[\t-\r ]|$)/.test(value)) return "*";
	return (/^[a-z_-]*/i.exec(value)?.[0] ?? "").toLowerCase();
}

/** Octets beyond ASCII as escapes (RFC 9309 section 2.2.2), escapes in upper case. */
export function toPattern(value: string): string {
	const escaped = value.replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16)}`);
	return upperCaseEscapes(escaped);
}

/** The line as people read it, cut to an excerpt. */
export function shown(raw: string): string {
	return printable(utf8(raw.slice(0, EXCERPT_LENGTH * 4)), EXCERPT_LENGTH);
}

export function utf8(octets: string): string {
	return Buffer.from(octets, "latin1").toString("utf8");
}
