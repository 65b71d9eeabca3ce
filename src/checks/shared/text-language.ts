import { alternatives } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { TextLanguage } from "#evidence/page-digest.ts";
import data from "./text-language.json" with { type: "json" };

const NAMES: Readonly<Record<string, readonly string[]>> = data.names;
const KNOWN: ReadonlySet<string> = new Set(Object.keys(NAMES).flatMap((group) => group.split(" ")));
const SCRIPT_NAMES: Readonly<Record<string, string>> = data.scripts;
const WRITTEN_IN: Readonly<Record<string, string>> = data.writtenIn;
/** Script subtags (`sr-Latn`) and the scripts that they consist of. */
const SUBTAGS: Readonly<Record<string, string>> = { hans: "Hani", hant: "Hani", jpan: "Hani Kana", kore: "Hang Hani" };

/** Letters; less text proves nothing. */
const LETTERS_MIN = 500;
const WORDS_MIN = 100;
/** Share of a language's own words, mostly 6 to 20 % of a text. */
const SURE_SHARE = 0.045;
const SURE_WORDS = 15;
/** Ratio of the text's own words to those of any other language. */
const MARGIN = 3;
/** Ratio to the words of the declared language: below it, a part of the page is in that language. */
const STATED_MARGIN = 20;

/** Dense scripts, and the number of Latin letters that one character is worth. */
const DENSE =
	/[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/gu;
const LETTERS_OF_DENSE = 2.5;

/** Letters in a title or a "Loading…". */
export const NEXT_TO_NOTHING = 80;

/** Length of the main part in letters, as dense as the start of the text that we keep. */
export function mainLettersOf({ digest: { text } }: Page): number {
	const dense = text.start.match(DENSE)?.length ?? 0;
	return text.main * (1 + (dense / Math.max(1, text.start.length)) * (LETTERS_OF_DENSE - 1));
}

/** Length of the visible text in letters, without idle words. Of a short text, the start that we keep is everything. */
export function lettersOf({ digest: { text } }: Page): number {
	const dense = text.start.match(DENSE)?.length ?? 0;
	const idle = (text.idleWords ?? 0) / Math.max(1, text.words);
	return (text.visible + dense * (LETTERS_OF_DENSE - 1)) * (1 - idle);
}

/** The language of a text; undefined if uncertain. `tag` is undefined for a group of related languages. */
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

/** Completes "is written in" if the tag is certainly wrong; else undefined. */
export function writtenOtherwise(tag: string, seen: TextLanguage | undefined): string | undefined {
	if (!seen) return undefined;
	const [language = ""] = tag.toLowerCase().split("-");
	return otherScript(tag.toLowerCase(), seen) ?? otherLanguage(language, seen);
}

/** This many letters of the declared script are a sentence or two; Latin may be names, as in a list of commands. */
const OWN_LETTERS = 60;

function otherScript(tag: string, seen: TextLanguage): string | undefined {
	const { letters, scripts } = seen;
	const expected = scriptsOf(tag);
	const [top] = Object.entries(scripts);
	if (letters < LETTERS_MIN || !expected || !top) return undefined;
	const [script, share] = top;
	const own = expected.reduce((sum, each) => sum + (scripts[each] ?? 0), 0);
	// Texts in all scripts contain Latin names and brands.
	const [most, least] = expected.includes("Latn") ? [0.1, 0.85] : [0.02, 0.9];
	const isSure = script !== "Latn" || own * letters < OWN_LETTERS || sureLanguage(seen) !== undefined;
	if (isSure && own <= most && share >= least && SCRIPT_NAMES[script]) return `${SCRIPT_NAMES[script]} script`;
	const kana = scripts.Kana ?? 0;
	if (tag.startsWith("zh") && kana >= 0.2) return "Japanese";
	// Every Japanese sentence contains hiragana.
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
