import type { TextLanguage } from "../../page-digest.ts";
import STOP_WORDS from "./stop-words.json" with { type: "json" };
import { WordCounter } from "./word-counter.ts";

/** Letters and words that are looked at: more tell nothing new. */
const LETTERS_MAX = 10_000;
const WORDS_MAX = 4_000;
/** Fewer letters and words than these are no text whose language could be known. */
const LETTERS_MIN = 200;
const WORDS_MIN = 40;
/** Languages that are named. */
const NAMED = 6;
/** Scripts of the languages that most pages are written in; kana are one. */
const SCRIPTS: readonly (readonly [name: string, letters: RegExp])[] = [
	["Latn", /\p{sc=Latin}/u],
	["Cyrl", /\p{sc=Cyrillic}/u],
	["Hani", /\p{sc=Han}/u],
	["Kana", /[\p{sc=Hiragana}\p{sc=Katakana}]/u],
	["Hang", /\p{sc=Hangul}/u],
	["Arab", /\p{sc=Arabic}/u],
	["Hebr", /\p{sc=Hebrew}/u],
	["Grek", /\p{sc=Greek}/u],
	["Thai", /\p{sc=Thai}/u],
	["Deva", /\p{sc=Devanagari}/u],
];
const NONE = SCRIPTS.length + 1;
const OTHER = SCRIPTS.length;
/** Place in SCRIPTS of the characters of the basic plane, plus one, filled as they are met. */
const KNOWN = new Uint8Array(0x1_0000);

/** Counts the letters of a text by their script. */
export class ScriptCounter {
	#letters = 0;
	readonly #counts = new Uint32Array(NONE + 1);

	add(text: string): void {
		if (this.#letters >= LETTERS_MAX) return;
		for (let index = 0; index < text.length && this.#letters < LETTERS_MAX; index++) {
			const code = text.charCodeAt(index);
			const script = placeOf(code);
			if (script === NONE) continue;
			this.#letters++;
			this.#counts[script] = (this.#counts[script] ?? 0) + 1;
		}
	}

	/**
	 * @param counted the words of the page
	 * @param aside mark of those that are not looked at
	 */
	languageOf({ hashes, marks }: Pick<WordCounter, "hashes" | "marks">, aside: number): TextLanguage | undefined {
		if (this.#letters < LETTERS_MIN) return undefined;
		const names = [...SCRIPTS.map(([name]) => name), "other"];
		const scripts = names.flatMap((name, index) => {
			const share = rounded((this.#counts[index] ?? 0) / this.#letters);
			return share > 0 ? [[name, share] as const] : [];
		});
		return {
			letters: this.#letters,
			scripts: Object.fromEntries(scripts.toSorted((a, b) => b[1] - a[1])),
			...languagesOf(hashes, marks, aside),
		};
	}
}

function placeOf(code: number): number {
	const known = KNOWN[code] ?? 0;
	if (known > 0) return known - 1;
	const script = scriptOf(code);
	KNOWN[code] = script + 1;
	return script;
}

function scriptOf(code: number): number {
	const char = String.fromCharCode(code);
	if (!/\p{L}/u.test(char)) return NONE;
	const found = SCRIPTS.findIndex(([, letters]) => letters.test(char));
	return found < 0 ? OTHER : found;
}

/** Share of the words that only texts of one language, or one group of closely related ones, are full of. */
function languagesOf(
	hashes: readonly number[],
	marks: readonly number[],
	aside: number,
): Pick<TextLanguage, "words" | "languages"> {
	const distinct = distinctive();
	const counts = new Map<string, number>();
	let words = 0;
	for (let index = 0; index < hashes.length && words < WORDS_MAX; index++) {
		if (((marks[index] ?? 0) & aside) !== 0) continue;
		words++;
		const language = distinct.get(hashes[index] ?? 0);
		if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
	}
	if (words < WORDS_MIN) return { words, languages: {} };
	const shares = [...counts].map(([language, count]) => [language, rounded(count / words)] as const);
	const named = shares.toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, NAMED);
	return { words, languages: Object.fromEntries(named) };
}

let known: ReadonlyMap<number, string> | undefined;

/** Hash of a stop word → its language; words of several languages tell none of them. */
function distinctive(): ReadonlyMap<number, string> {
	if (known) return known;
	const languages = new Map<number, string>();
	const shared = new Set<number>();
	for (const [language, words] of Object.entries(STOP_WORDS)) {
		for (const hash of hashesOf(words)) {
			const other = languages.get(hash);
			if (other !== undefined && other !== language) shared.add(hash);
			languages.set(hash, language);
		}
	}
	for (const hash of shared) languages.delete(hash);
	known = languages;
	return known;
}

function hashesOf(words: string): readonly number[] {
	const counter = new WordCounter();
	counter.add(words);
	counter.gap();
	return counter.hashes;
}

function rounded(share: number): number {
	return Math.round(share * 1000) / 1000;
}
