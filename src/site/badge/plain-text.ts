/**
 * Text from elsewhere, made fit for one line of anything: well-formed Unicode, single spaces, no control, direction or
 * invisible characters and none that XML 1.0 has no place for.
 */
export function plainText(text: string): string {
	return text
		.toWellFormed()
		.replace(/[\p{Cf}\p{Noncharacter_Code_Point}]/gu, "")
		.replace(/[\p{Cc}\s]+/gu, " ")
		.trim();
}

const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** Escaped for content and quoted attributes of XML and HTML alike. */
export function escapeMarkup(text: string): string {
	return plainText(text).replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? "");
}
