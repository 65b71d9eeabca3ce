import { alternatives } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { TextLanguage } from "#evidence/page-digest.ts";
import data from "./text-language.json" with { type: "json" };

const NAMES: Readonly<Record<string, readonly string[]>> = data.names;
const KNOWN: ReadonlySet<string> = new Set(Object.keys(NAMES).flatMap((group) => group.split(" ")));
const SCRIPT_NAMES: Readonly<Record<string, string>> = data.scripts;
const WRITTEN_IN: Readonly<Record<string, string>> = data.writtenIn;
/** Scripts that a tag may name itself (`sr-Latn`), by what they consist of. */
const SUBTAGS: Readonly<Record<string, string>> = { hans: "Hani", hant: "Hani", jpan: "Hani Kana", kore: "Hang Hani" };

/** Less text than this proves nothing. */
const LETTERS_MIN = 500;
const WORDS_MIN = 100;
/** A language's own words: their share in a text of it is mostly 6 to 20 %. */
const SURE_SHARE = 0.045;
const SURE_WORDS = 15;
/** Times as many words of the text's own language as of any other one. */
const MARGIN = 3;
/** Times as many as of the language that the page states: below that, a part of the page is in it. */
const STATED_MARGIN = 20;

/** Scripts without spaces or without alphabets, and what one of their characters says in letters. */
const DENSE =
	/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/gu;
const LETTERS_OF_DENSE = 2.5;

/** No more letters than a title or a "Loading…" has. */
export const NEXT_TO_NOTHING = 80;

/** How long the main part is, in letters: as dense as the kept beginning of the text. */
export function mainLettersOf({ digest: { text } }: Page): number {
	const dense = text.start.match(DENSE)?.length ?? 0;
	return text.main * (1 + (dense / Math.max(1, text.start.length)) * (LETTERS_OF_DENSE - 1));
}

/** How long the visible text is, in letters, without words that say nothing. The kept beginning is all of a short text. */
export function lettersOf({ digest: { text } }: Page): number {
	const dense = text.start.match(DENSE)?.length ?? 0;
	const idle = (text.idleWords ?? 0) / Math.max(1, text.words);
	return (text.visible + dense * (LETTERS_OF_DENSE - 1)) * (1 - idle);
}

/** The language of a text; undefined unless it is certain. `tag` is undefined for a group of related languages. */
export function sureLanguage(
	seen: TextLanguage | undefined,
): { readonly group: string; readonly name: string; readonly tag: string | undefined } | undefined {
	if (!seen || seen.words < WORDS_MIN) return undefined;
	const [best, second] = Object.entries(seen.languages);
	const names = NAMES[best?.[0] ?? ""];
	if (!best || !names) return undefined;
	const [group, share] = best;
	if (share < SURE_SHARE || share * seen.words < SURE_WORDS || share < MARGIN * (second?.[1] ?? 0)) return undefined;
	return { group, name: alternatives(names), tag: group.includes(" ") ? undefined : group };
}

/** Words that follow "is written in", where the tag is certainly wrong; else undefined. */
export function writtenOtherwise(tag: string, seen: TextLanguage | undefined): string | undefined {
	if (!seen) return undefined;
	const [language = ""] = tag.toLowerCase().split("-");
	return otherScript(tag.toLowerCase(), seen) ?? otherLanguage(language, seen);
}

/** So many letters of the stated script are a sentence or two; the Latin rest may be names, as in a list of commands. */
const OWN_LETTERS = 60;

function otherScript(tag: string, seen: TextLanguage): string | undefined {
	const { letters, scripts } = seen;
	const expected = scriptsOf(tag);
	const [top] = Object.entries(scripts);
	if (letters < LETTERS_MIN || !expected || !top) return undefined;
	const [script, share] = top;
	const own = expected.reduce((sum, each) => sum + (scripts[each] ?? 0), 0);
	// Latin names and brands stand in the texts of all scripts.
	const [most, least] = expected.includes("Latn") ? [0.1, 0.85] : [0.02, 0.9];
	const isSure = script !== "Latn" || own * letters < OWN_LETTERS || sureLanguage(seen) !== undefined;
	if (isSure && own <= most && share >= least && SCRIPT_NAMES[script]) return `${SCRIPT_NAMES[script]} script`;
	const kana = scripts.Kana ?? 0;
	if (tag.startsWith("zh") && kana >= 0.2) return "Japanese";
	// No Japanese sentence does without hiragana.
	return tag.startsWith("ja") && own >= 0.8 && kana < 0.005 ? "Chinese" : undefined;
}

function scriptsOf(tag: string): readonly string[] | undefined {
	const [language = "", ...others] = tag.split("-");
	const subtag = others.find((each) => /^[a-z]{4}$/.test(each));
	if (subtag) {
		const name = `${subtag.charAt(0).toUpperCase()}${subtag.slice(1)}`;
		return SUBTAGS[subtag]?.split(" ") ?? (name in SCRIPT_NAMES ? [name] : undefined);
	}
	const found = Object.entries(WRITTEN_IN).find(([, languages]) => languages.split(" ").includes(language));
	return found?.[0].split(" ");
}

function otherLanguage(language: string, seen: TextLanguage): string | undefined {
	const sure = sureLanguage(seen);
	if (!sure || !KNOWN.has(language) || sure.group.split(" ").includes(language)) return undefined;
	const stated = Object.entries(seen.languages).find(([group]) => group.split(" ").includes(language))?.[1] ?? 0;
	return (seen.languages[sure.group] ?? 0) >= STATED_MARGIN * stated ? sure.name : undefined;
}
