/** Joiners (U+200C, U+200D) stay after letters but Latin ones, and after emoji. Elsewhere they only hide. */
const HIDDEN =
	/(?<!(?![\p{ASCII}\p{Script=Latin}])[\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}])[\u200C\u200D]|(?![\u200C\u200D])\p{Cf}|\p{Noncharacter_Code_Point}|(?<!\p{Emoji})\uFE0F|\u034F|[\uFE00-\uFE0E]|[\u115F\u1160\u2800\u3164\uFFA0]|[\u{E0100}-\u{E01EF}]/gu;

/** Most texts: words of ASCII, a space between them. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** For one line: well-formed, single spaces, no control, direction or hidden characters, none that XML 1.0 forbids. */
export function plainText(text: string): string {
	if (PLAIN.test(text)) return text;
	return text
		.toWellFormed()
		.replace(HIDDEN, "")
		.replace(/[\p{Cc}\s]+/gu, " ")
		.trim();
}

export const ENTITIES: Readonly<Record<string, string>> = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	'"': "&quot;",
	"'": "&#39;",
};

/** For content and quoted attributes of XML and HTML alike. */
export function escapeMarkup(text: string): string {
	return plainText(text).replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? "");
}

/** CommonMark 2.4 allows it for ASCII punctuation; marks that begin anything, or a link by themselves, need it. */
export function escapeMarkdown(text: string): string {
	return plainText(text).replace(/[!-/:-@[-`{-~]/g, (mark) => (SAFE_MARKS.has(mark) ? mark : `\\${mark}`));
}

/** Without a meaning between the brackets of an alternative text. */
const SAFE_MARKS: ReadonlySet<string> = new Set([",", ".", "-", "(", ")", ":", ";", "'", "%"]);

/** Undefined for anything but http and https, so that no script hides in it. */
export function externalLink(url: string): string | undefined {
	return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : undefined;
}

/** Split at blank lines; backticks mark code. */
export function inlineCode(text: string) {
	return text
		.split(/\n\s*\n/)
		.map((paragraph) =>
			paragraph
				.trim()
				.split(/`([^`]*)`/)
				.map((part, at) => ({ text: part.replace(/\s*\n\s*/g, " "), isCode: at % 2 === 1 }))
				.filter(({ text: part }) => part !== ""),
		)
		.filter((parts) => parts.length > 0);
}

/** Joiners (U+200C, U+200D) stay: Persian, Indic scripts and emoji are written with them. */
const TURNING_OR_HIDDEN =
	/(?<!\p{Emoji})\uFE0F|\u034F|[\uFE00-\uFE0E]|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/gu;

/** A quoted site changes nothing but its own place. */
export function shownText(text: string): string {
	return text.replace(TURNING_OR_HIDDEN, "");
}
