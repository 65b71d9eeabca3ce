/** Keeps joiners (U+200C, U+200D) after emoji and non-Latin letters. Elsewhere they are only invisible. */
const HIDDEN =
	/(?<!(?![\p{ASCII}\p{Script=Latin}])[\p{L}\p{M}\p{Emoji_Modifier}\p{Extended_Pictographic}])[\u200C\u200D]|(?![\u200C\u200D])\p{Cf}|\p{Noncharacter_Code_Point}|(?<!\p{Emoji})\uFE0F|\u034F|[\uFE00-\uFE0E]|[\u115F\u1160\u2800\u3164\uFFA0]|[\u{E0100}-\u{E01EF}]/gu;

/** Fast path for most texts: ASCII words with single spaces. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** One line: well-formed, single spaces, no control, bidi or invisible characters, none that XML 1.0 forbids. */
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

/** For content and quoted attributes of XML and HTML. */
export function escapeMarkup(text: string): string {
	return plainText(text).replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? "");
}

/** Undefined for anything but http and https, such as `javascript:`. */
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

/** Keeps joiners (U+200C, U+200D), which Persian, Indic scripts and emoji need. */
const TURNING_OR_HIDDEN =
	/(?<!\p{Emoji})\uFE0F|\u034F|[\uFE00-\uFE0E]|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\u{E0000}-\u{E0FFF}]/gu;

/** Strips characters with which a quoted site could affect the text around it. */
export function shownText(text: string): string {
	return text.replace(TURNING_OR_HIDDEN, "");
}

/** Syntax within a word of CommonMark, its GitHub and GitLab extensions, autolinks and references. */
const MEANING =
	/[\\`*[\]<>|~#@$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=[#\w])|:\/\/|www\.|:[a-z+-][\w+-]*:|\bGH-\d|\b[\da-f]{7,40}\b/iu;

/** Beginnings of a line that make it a list, an underline or a rule. */
const LINE_START = /^(?:\d{1,9}(?=[.)](?:\s|$))|[-+=]+(?=\s|$))/;

/** Quotations, tags (also truncated ones) and short elements with their content count as one word. */
const WORD =
	/(?:“[^“”]*”|„[^„“]*“|«[^«»]*»|<([a-z][\w-]*)\b[^<>]*>(?:(?!<\1\b).){0,2000}?<\/\1>|"[^"]*"|<[^<>]*>|<[a-z][^<>…]{0,300}…(?=\s|$)|\S)+/gu;

/** For a line or part of one: puts words that Markdown would interpret into code spans. */
export function markdownText(text: string): string {
	return markdownLine(markdownWords(plainText(text)));
}

/** @param markdown one line */
export function markdownLine(markdown: string): string {
	return markdown.replace(LINE_START, markdownCode);
}

/** Within a line; keeps spaces. */
export function markdownWords(text: string): string {
	return text.replace(WORD, (word) => (MEANING.test(word) ? wordInCode(word) : word));
}

/** Leaves punctuation of our sentence outside the code span. */
function wordInCode(word: string): string {
	const [, before = "", core = "", after = ""] =
		/^([“„«("]*)(.*?(?:&#?\w+;)?)((?:(?<=>)-\p{L}+)?[”“»)".,;:]*)$/su.exec(word) ?? [];
	return `${before}${markdownCode(core)}${after}`;
}

/** CommonMark 6.1: uses a fence longer than any run inside, and pads with a space beside a backtick. */
export function markdownCode(text: string): string {
	const line = plainText(text) || " ";
	const fence = "`".repeat(longestRun(line) + 1);
	const space = /^`|`$/.test(line) ? " " : "";
	return `${fence}${space}${line}${space}${fence}`;
}

/** A bar ends a cell even in code spans. After a backslash renderers differ, so it is replaced. */
export function markdownCell(markdown: string): string {
	return markdown.replace(/(\\?)\|/g, (_, slash: string) => (slash === "" ? "\\|" : `${slash}¦`));
}

/** Uses a fence that the text cannot end. */
export function markdownBlock(text: string): string {
	const fence = "`".repeat(Math.max(2, longestRun(text)) + 1);
	return `${fence}text\n${text}\n${fence}`;
}

function longestRun(text: string): number {
	return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}

/** The only text that `html` does not escape again. */
export class Markup {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

/** Undefined and false render nothing; lists are concatenated. */
export type Part = Markup | string | number | false | undefined | readonly Part[];

/** Escapes every value for content and quoted attributes. */
export function html(template: TemplateStringsArray, ...values: readonly Part[]): Markup {
	return filled(template, values, escapeMarkup);
}

/** Keeps all characters of values, for content and double-quoted attributes. */
export function seenHtml(template: TemplateStringsArray, ...values: readonly Part[]): Markup {
	return filled(template, values, escapeSeen);
}

type Escape = (text: string) => string;

function filled(template: TemplateStringsArray, values: readonly Part[], escaped: Escape): Markup {
	let text = "";
	for (const [index, literal] of template.entries()) text += literal + written(values[index], escaped);
	return new Markup(text);
}

function written(part: Part, escaped: Escape): string {
	if (part === undefined || part === false) return "";
	if (part instanceof Markup) return part.text;
	if (typeof part === "string") return escaped(part);
	if (typeof part === "number") return String(part);
	return part.map((each) => written(each, escaped)).join("");
}

function escapeSeen(text: string): string {
	return text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? "");
}
