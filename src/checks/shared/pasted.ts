import { attributeText } from "./attribute-text.ts";

/** A longer value is told in words. */
const LONGEST = 200;

/**
 * A value inside a line of HTML that people paste: on one line, escaped, and whole, since half an address or title would
 * be pasted, too. Null where it is too long for a line.
 */
export function pasted(value: string): string | null {
	const line = value
		.toWellFormed()
		.replace(/[\p{Cc}\s]+/gu, " ")
		.trim();
	return line.length > LONGEST ? null : attributeText(line);
}
