import { EXCERPT_LENGTH, type Exhibit } from "#core/verdict.ts";
import { clipped } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { Located } from "#evidence/page-digest.ts";

/** Every place: a finding shows the first few, a list of faults all. */
export function exhibitsOf(page: Page, places: readonly Located[]): readonly Exhibit[] {
	return places.map(({ at, excerpt }) => ({ url: page.url, at, excerpt: clip(excerpt) }));
}

/** A response header, or one line of it; `name` in lower case. */
export function headerExhibit(page: Page, name: string, value = page.response.headers[name]): readonly Exhibit[] {
	return value === undefined ? [] : [{ url: page.url, at: `header ${name}`, excerpt: clip(value) }];
}

/** Foreign text on one line, without control characters, cut. */
export function clip(text: string, length: number = EXCERPT_LENGTH): string {
	const line = text
		.toWellFormed()
		.replace(/[\p{Cc}\s]+/gu, " ")
		.trim();
	return clipped(line, length);
}

/** Follows the fix of the first of several. */
export function andMore(found: number): string {
	return found > 1 ? ` Do the same for ${found - 1} more.` : "";
}

/** Escapes a value for double quotes in HTML (section 13.1.2.3): `&` and `"`. */
export function attributeText(value: string): string {
	return value.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

/** A longer value is described in words. */
const LONGEST = 200;

/** Escaped, complete and on one line, because people would paste half a value too. Null if too long. */
export function pasted(value: string): string | null {
	const line = value
		.toWellFormed()
		.replace(/[\p{Cc}\s]+/gu, " ")
		.trim();
	return line.length > LONGEST ? null : attributeText(line);
}
