import { oncePer } from "#core/once-per.ts";
import type { Wording } from "#core/wording-in.ts";

/**
 * A receipt keeps English sentences. These are the ones that a translated brief shows in its own language, with what
 * may stand in their places: by default a word without spaces, such as a number, an address or a name.
 *
 * - `{list}`: such words, parted by commas and `and`
 * - `{quoted}`: any text, where the sentence has it within quotation marks
 * - `{anything}`: any text, which a translation leaves out
 * - `{title}`: the heading of a check
 * - `{sentence}`: further sentences
 *
 * So no English stands in a translated sentence but what is quoted.
 */
export type SentencePatterns = readonly string[];

const PLACES: Readonly<Record<string, string>> = {
	list: "\\S+(?:, \\S+)*(?: and \\S+(?: more)?)?",
	quoted: '[^"]*',
	anything: ".+?",
	title: '[^"]+',
	sentence: ".+",
};
const TOKEN = "\\S*[^\\s,;.:]";

interface Pattern {
	readonly index: number;
	readonly expression: RegExp;
}

/** With the rest of the text, which begins another sentence. */
const compiled = oncePer((patterns: SentencePatterns): readonly Pattern[] =>
	patterns.map((text, index) => {
		const parts = text.split(/\{(\w+)\}/);
		const source = parts.map((part, at) =>
			at % 2 === 0
				? part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
				: `(?<${part}>${PLACES[part.replace(/\d+$/, "")] ?? TOKEN})`,
		);
		return { index, expression: new RegExp(`^${source.join("")}(?: (?<rest>\\S.*))?$`, "s") };
	}),
);

export interface Translation {
	readonly patterns: SentencePatterns;
	/** In the order of the patterns. */
	readonly texts: readonly string[];
}

type Say = (text: string) => string | undefined;
type Numbers = Pick<Wording, "digitGroups" | "listing" | "more">;

/** Undefined unless each of its sentences has a translation: a text is never translated in part. */
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
			const shown: Say = (name) => shownValue(name, values[name] ?? "", words, { say, titleOf });
			const parts = [filledWith(texts[index] ?? "", shown), rest === "" ? "" : say(rest)];
			if (!parts.includes(undefined)) return parts.filter(Boolean).join(" ");
		}
	}
	return undefined;
}

/** Undefined where one of its places has nothing to stand there. */
function filledWith(template: string, valueIn: Say): string | undefined {
	const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
	const values = new Map(names.map((name) => [name, valueIn(name)]));
	if ([...values.values()].includes(undefined)) return undefined;
	return template.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? "");
}

function shownValue(name: string, value: string, words: Numbers, { say, titleOf }: Record<"say" | "titleOf", Say>) {
	const kind = name.replace(/\d+$/, "");
	if (kind === "sentence") return say(value);
	if (kind === "title") return titleOf(value);
	if (kind === "list") return listIn(value, words);
	return kind === "quoted" ? value : numberIn(value, words);
}

function listIn(list: string, words: Pick<Wording, "listing" | "more">): string {
	const items = list.split(/, | and /);
	const more = / and (\S+) more$/.exec(list)?.[1];
	if (more === undefined) return words.listing(items, items.length);
	return words.listing([...items.slice(0, -1), words.more(more)], items.length);
}

/** `1,234.5` as the language writes it; years and status codes have no digit groups. */
function numberIn(value: string, { digitGroups }: Pick<Wording, "digitGroups">): string {
	return /^(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+)$/.test(value)
		? digitGroups(Number(value.replaceAll(",", "")))
		: value;
}
