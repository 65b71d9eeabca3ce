import words from "./placeholder-text.json" with { type: "json" };

/** A title with any other words says something. */
const DEFAULT_TITLES: ReadonlySet<string> = new Set(words.titles.map(fold));
const DEFAULT_DESCRIPTIONS: ReadonlySet<string> = new Set(words.descriptions.map(fold));
const LOREM: ReadonlySet<string> = new Set(words.lorem);

/** Editors number copies of these: `Page 1`, `Untitled 2`, `Untitled-1`. */
const NUMBERED =
	/^(?:untitled|untitled document|untitled page|unbenannt|sans titre|sin titulo|sem titulo|senza titolo|naamloos|new page|document|page|seite|pagina|strona|sayfa|страница) \d{1,3}$/;

/** Enough filler text to exclude real Latin. */
const LOREM_MARK = /\b(?:lorem ipsum|ipsum dolor|dolor sit amet|consectetu\w+ adipis\w+)\b/;
/** An unfilled template expression: `{{ page.title }}`, `%TITLE%`, `[title]`. */
const UNFILLED =
	/^\s*(?:\{\{[^{}]*\}\}|\{%[^{}]*%\}|\$\{[^{}]*\}|<%.*%>|%[\w.-]+%|\[(?:[\w ]*title|[\w ]*description)\])\s*$/i;

/** @param domain its name is a valid title even if it is one of these words: `welcome.example` */
export function isEmptyTitle(title: string, domain: string): boolean {
	if (isFiller(title)) return true;
	const folded = fold(title);
	if (folded.replaceAll(" ", "") === fold(domain.split(".")[0] ?? "").replaceAll(" ", "")) return false;
	return DEFAULT_TITLES.has(folded) || NUMBERED.test(folded);
}

export function isEmptyDescription(description: string): boolean {
	return isFiller(description) || DEFAULT_DESCRIPTIONS.has(fold(description));
}

function isFiller(text: string): boolean {
	if (!/[\p{L}\p{N}]/u.test(text) || UNFILLED.test(text)) return true;
	const folded = fold(text);
	return LOREM_MARK.test(folded) && folded.split(" ").every((word) => LOREM.has(word));
}

function fold(text: string): string {
	return text
		.normalize("NFKD")
		.replace(/\p{Mn}+/gu, "")
		.normalize("NFC")
		.toLowerCase()
		.replaceAll("ł", "l")
		.replaceAll("ı", "i")
		.replaceAll("đ", "d")
		.replaceAll("ø", "o")
		.replace(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
}
