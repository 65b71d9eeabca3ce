import { oncePer } from "#core/once-per.ts";
import type { Wording } from "#core/wording-in.ts";

/**
 * A receipt has English sentences, which a translated brief shows in its language: each has an English pattern and
 * a translation. The name of a placeholder says what it matches; by default a word without spaces, such as a
 * number, an address or a name:
 *
 * - `{quoted}`: any text within quotation marks
 * - `{code}`: any text of the site, shown unchanged; `{excerpt}`: the same up to the end
 * - `{unit}`: unit of size, such as `KiB`
 * - `{at}`: a line, a column, a header; `{path}`: a JSON pointer, which begins with a slash
 * - `{part}`: a word, or text with its own pattern
 * - `{list}`: parts joined by commas and `and`; `{either}`: by `or`
 * - `{anything}`: any text, which translations omit; `{further}`: the rest
 * - `{date}`: a day such as `2026-11-28`, shown in words; `{day}`: one such as `28 November 2026`
 * - `{title}`: the heading of a check
 * - `{sentence}`: further sentences
 *
 * `{count:page|pages}` is a word that agrees with `{count}`, in patterns and translations. So a translated sentence
 * contains no English except quotations.
 */
export type SentencePatterns = readonly string[];

/** A quotation does not end the sentence; an excerpt may be truncated within one. */
const ANY = '(?:[^"]|"[^"]*"|"[^"]*?…)+?';

const PLACES: Readonly<Record<string, string>> = {
	list: ANY,
	either: ANY,
	part: ANY,
	code: ANY,
	excerpt: ".+",
	at: "(?:line \\d+(?:, column \\d+)?|header \\S*[^\\s,;.:])",
	path: "/\\S*[^\\s,;.:]",
	quoted: '[^"]*',
	anything: ".+?",
	further: ".+",
	day: "\\d{1,2} [A-Z][a-z]+ \\d{4}",
	title: '[^"]+',
	sentence: ".+",
};
const TOKEN = "\\S*[^\\s,;.:]";

interface Pattern {
	readonly index: number;
	readonly expression: RegExp;
}

const kindOf = (name: string) => name.replace(/\d+$/, "");
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Patterns also capture the rest of the text, which begins the next sentence. */
const compiled = oncePer((patterns: SentencePatterns): readonly Pattern[] =>
	patterns.map((text, index) => {
		const parts = text.split(/\{(\w+(?::[^{}]*)?)\}/);
		const source = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : placeIn(part)));
		return { index, expression: new RegExp(`^${source.join("")}(?:(?<=[.!?…]"?) (?<rest>\\S.*))?$`, "s") };
	}),
);

function placeIn(place: string): string {
	const [name = "", forms] = splitOnce(place, ":");
	if (forms !== undefined) return `(?:${forms.split("|").map(escaped).join("|")})`;
	return `(?<${name}>${PLACES[kindOf(name)] ?? TOKEN})`;
}

function splitOnce(text: string, sign: string): [string, string?] {
	const at = text.indexOf(sign);
	return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

export interface Translation {
	readonly patterns: SentencePatterns;
	/** In pattern order. */
	readonly texts: readonly string[];
}

type Say = (text: string) => string | undefined;
type Numbers = Pick<
	Wording,
	"digitGroups" | "listing" | "either" | "more" | "pluralOf" | "position" | "quoted" | "spokenDate"
>;
/** Translate whole sentences and headings of checks. */
type Sayings = Readonly<Record<"say" | "titleOf", Say>>;

/** Undefined unless every sentence has a translation: a text is never translated in part. */
export function translated(
	text: string,
	translations: readonly Translation[],
	words: Numbers,
	titleOf: Say = () => undefined,
): string | undefined {
	const say: Say = (part) => translated(part, translations, words, titleOf);
	for (const { patterns, texts } of translations) {
		for (const { index, expression } of compiled(patterns)) {
			const found = expression.exec(text);
			if (!found) continue;
			const { rest = "", ...values } = found.groups ?? {};
			const parts = [filledWith(texts[index] ?? "", values, words, { say, titleOf }), rest === "" ? "" : say(rest)];
			if (!parts.includes(undefined)) return parts.filter(Boolean).join(" ");
		}
	}
	return undefined;
}

const PLACE = /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g;

/** Undefined if a placeholder has no translation. */
function filledWith(
	template: string,
	values: Readonly<Record<string, string>>,
	words: Numbers,
	sayings: Sayings,
): string | undefined {
	const shown = [...template.matchAll(PLACE)].map(([, name = "", one, other]) => {
		const value = values[name] ?? "";
		if (one === undefined || other === undefined) return shownValue(kindOf(name), value, words, sayings);
		return words.pluralOf({ one, other }, Number(value.replaceAll(",", "")));
	});
	if (shown.includes(undefined)) return undefined;
	let at = 0;
	return template.replace(PLACE, () => shown[at++] ?? "");
}

function shownValue(kind: string, value: string, words: Numbers, { say, titleOf }: Sayings): string | undefined {
	if (kind === "sentence") return say(value);
	if (kind === "title") return titleOf(value);
	if (kind === "list" || kind === "either") return listIn(kind, value, words, say);
	if (kind === "part") return partIn(value, words, say);
	if (kind === "at") return words.position(value);
	if (kind === "date") return /^\d{4}-\d{2}-\d{2}$/.test(value) ? words.spokenDate(value) : value;
	if (kind === "day") return words.spokenDate(new Date(`${value} UTC`).toISOString());
	if (kind === "code") return isProse(value) ? undefined : codeIn(value, words);
	if (kind === "unit") return partIn(value, words, say);
	return AS_IT_IS.has(kind) ? value : numberIn(value, words);
}

/** Whether a value contains English prose of ours outside quotations, so that the wrong pattern matched. */
function isProse(text: string): boolean {
	const own = text.replace(/"[^"]*["…]|<[^<>]*>?|\{.*\}/g, "");
	return (own.match(/\b(?:the|with|that|which|of|is|are|its|has|have|from|and)\b/g) ?? []).length > 1;
}

const AS_IT_IS: ReadonlySet<string> = new Set(["quoted", "excerpt"]);

/** `"Allow: /"`, several of them, or `<h1> "Welcome"`: these quotation marks are ours, others belong to the code. */
function codeIn(value: string, { quoted }: Numbers): string {
	const [, tag = "", texts] = /^(<\w+> )?("[^"]+"(?:, "[^"]+")*)$/s.exec(value) ?? [];
	return texts === undefined ? value : tag + texts.replace(/"([^"]+)"/g, (_, text: string) => quoted(text));
}

/** Leaves a word, a quotation or markup of the site untranslated. */
function partIn(part: string, words: Numbers, say: Say): string | undefined {
	const said = say(part);
	if (said !== undefined) return said;
	const quoted = /^(?:"([^"]*)"|“(.*)”)$/s.exec(part);
	if (quoted) return words.quoted(quoted[1] ?? quoted[2] ?? "");
	return /^(?:\S+|<[^<>]*>?)$/.test(part) ? numberIn(part, words) : undefined;
}

/** Ignores separators within quotation marks, brackets and tags. */
const ITEMS = { list: itemsBetween(", | and "), either: itemsBetween(", | or ") };

function itemsBetween(signs: string): RegExp {
	return new RegExp(`((?:"[^"]*"|<[^<>]*>|\\([^()]*\\)|\\{[^{}]*\\}|(?!${signs}).)+)(?:${signs}|$)`, "gs");
}

function listIn(kind: keyof typeof ITEMS, list: string, words: Numbers, say: Say): string | undefined {
	const items = Array.from(list.matchAll(ITEMS[kind]), ([, item = ""]) => item);
	const more = /^(\S+) more$/.exec(items.at(-1) ?? "")?.[1];
	const own = more === undefined ? items : items.slice(0, -1);
	const shown = own.map((item) => partIn(item, words, say));
	if (shown.includes(undefined)) return undefined;
	const all = [...(shown as string[]), ...(more === undefined ? [] : [words.more(more)])];
	return kind === "list" ? words.listing(all, all.length) : words.either(all);
}

/** Localizes `1,234.5` and `51642`; years and status codes have no digit groups. */
function numberIn(value: string, { digitGroups }: Pick<Wording, "digitGroups">): string {
	return /^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|[1-9]\d{4,})$/.test(value)
		? digitGroups(Number(value.replaceAll(",", "")))
		: value;
}
