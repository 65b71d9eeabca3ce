import type { ConsentText, PlaceholderText, TextFacts, TextLanguage } from "../../page-digest.ts";
import { fingerprintOf, WordCounter } from "../../words.ts";
import { isLandmark, landmarkRole } from "../controls/controls.ts";
import type { Page } from "../page.ts";
import { TEXT_START_LENGTH } from "../page-caps.ts";
import { attribute, hasAttribute } from "../tree/attributes.ts";
import { FoldedText } from "../tree/fold-text.ts";
import { type PageElementEntry, type PageTextEntry, visit } from "../tree/page-entries.ts";
import { offsetOf } from "../tree/page-tree.ts";
import { hiddenLength } from "./hidden-text.ts";
import type { MainText } from "./main-text.ts";
import phrases from "./placeholder-phrases.json" with { type: "json" };
import { findConsentDialogs, speaksOfConsent } from "./sections.ts";
import STOP_WORDS from "./stop-words.json" with { type: "json" };

const IN_MAIN = 1;
const IN_ARTICLE = 2;
const IN_CONTENT = 4;
/** A telephone number or a price alone says nothing. */
const LETTER = /\p{L}/u;
const ASIDE = 8;
const QUOTED = 16;
const IN_CONSENT = 32;
const IN_FRAME = 64;
/** Characters of dialogs that show what they ask for. */
const CONSENT_LENGTH = 3_000;
const QUOTES: ReadonlySet<string> = new Set("pre code samp kbd q blockquote".split(" "));
/** Words of the page's own text of which the distinct ones are counted. */
const SAMPLE = 2_000;
const FRAME: ReadonlySet<string> = new Set(["banner", "navigation", "search", "complementary", "contentinfo"]);
const CODE: ReadonlySet<string> = new Set(["code", "kbd", "pre", "samp", "var"]);
/** Google heeds data-nosnippet on these alone (Robots meta tag, data-nosnippet). */
const HEEDED: ReadonlySet<string> = new Set(["span", "div", "section"]);

export function collectText(page: Page): TextFacts {
	const parts = visit(page.steps, new TextParts(page, /data-nosnippet/i.test(page.source.text)));
	const { visible } = page;
	const { language, consent } = parts;
	return {
		visible: visible.length,
		main: parts.mainLength,
		frame: parts.inFrame.length,
		content: parts.inContent.length,
		...parts.contentWords,
		contentStart: parts.inContent.start,
		placeholder: parts.placeholder,
		...(consent ? { consent } : {}),
		start: visible.start,
		words: parts.words,
		mainOffset: parts.mainOffset,
		noSnippet: parts.noSnippet,
		hidden: hiddenLength(page),
		fingerprint: fingerprintOf(parts.mainWords),
		...(language ? { language } : {}),
	};
}

class TextParts {
	readonly inFrame = new FoldedText(0);
	readonly inContent = new FoldedText(TEXT_START_LENGTH);
	readonly #mainText: MainText;
	readonly #inMain = new FoldedText(0);
	readonly #inArticle = new FoldedText(0);
	readonly #words = new WordCounter();
	readonly #offsets: { page?: number; main?: number; article?: number } = {};
	#hasMain = false;
	#article: PageElementEntry | undefined;
	#insideArticle = false;
	readonly #scripts = new ScriptCounter();
	readonly #pairs = new LetterPairs();
	#pageLanguage = "";
	#aside: PageElementEntry | undefined;
	readonly #frame: PageElementEntry[] = [];
	readonly #dialogs: ReadonlySet<PageElementEntry>;
	readonly #inConsent = new FoldedText(CONSENT_LENGTH);
	#dialog: PageElementEntry | undefined;
	readonly #blocks: number[] = [0];
	#quotes = 0;
	readonly #heedsSnippets: boolean;
	#snippet: { readonly entry: PageElementEntry; readonly main: number } | undefined;
	#noSnippetMain = 0;
	#noSnippetAll = 0;

	constructor(page: Page, heedsSnippets: boolean) {
		this.#mainText = page.mainText;
		this.#dialogs = findConsentDialogs(page);
		this.#heedsSnippets = heedsSnippets;
	}

	get mainLength(): number {
		return this.#hasMain ? this.#inMain.length : this.#inArticle.length;
	}

	/** Characters of the main part, or of all text where there is no main part, that the page keeps out of snippets. */
	get noSnippet(): number {
		return this.mainLength > 0 ? this.#noSnippetMain : this.#noSnippetAll;
	}

	get words(): number {
		this.#words.gap();
		return this.#words.count;
	}

	/** Hashes; of the first article where there is no main part, or else of all. */
	get mainWords(): readonly number[] {
		this.#words.gap();
		const { hashes, marks } = this.#words;
		const mark = this.#hasMain ? IN_MAIN : IN_ARTICLE;
		if (this.mainLength === 0) return hashes;
		return hashes.filter((_, index) => ((marks[index] ?? 0) & mark) !== 0);
	}

	get contentWords(): Required<Pick<TextFacts, "contentWords" | "contentUniqueWords">> {
		this.#words.gap();
		const { hashes, marks } = this.#words;
		const sample = new Set<number>();
		let count = 0;
		for (let index = 0; index < marks.length; index++) {
			if (((marks[index] ?? 0) & IN_CONTENT) === 0 || this.#pairs.areRandom(index)) continue;
			if (count++ < SAMPLE) sample.add(hashes[index] ?? 0);
		}
		return { contentWords: count, contentUniqueWords: sample.size };
	}

	get language(): TextLanguage | undefined {
		this.#words.gap();
		return this.#scripts.languageOf(this.#words, ASIDE);
	}

	get placeholder(): PlaceholderText {
		this.#words.gap();
		const { hashes, marks } = this.#words;
		const isOwn = (index: number) =>
			((marks[index] ?? 0) & (IN_CONTENT | QUOTED)) === IN_CONTENT && !this.#pairs.areRandom(index);
		return placeholderWords({ hashes, blocks: this.#blocks, isOwn });
	}

	get consent(): ConsentText | undefined {
		if (!speaksOfConsent(this.#inConsent.start)) return undefined;
		this.#words.gap();
		const { marks } = this.#words;
		const words = marks.filter((mark) => (mark & IN_CONSENT) !== 0).length;
		return { words, beside: marks.filter((mark) => (mark & (IN_CONSENT | IN_FRAME)) === 0).length };
	}

	get mainOffset(): number {
		const { page = 0, main, article } = this.#offsets;
		return (this.#hasMain ? main : article) ?? page;
	}

	start(entry: PageElementEntry): void {
		const { element, context, outer } = entry;
		if (context.main && !outer.main) this.#hasMain = true;
		if (!this.#article && (entry.explicitRole ?? element.tagName) === "article") {
			this.#article = entry;
			this.#insideArticle = true;
		}
		if (isFrame(entry)) this.#frame.push(entry);
		if (this.#dialogs.has(entry)) this.#dialog ??= entry;
		if (element.tagName === "html") this.#pageLanguage = languageOf(entry) ?? "";
		else if (!this.#aside && this.#isAside(entry)) this.#aside = entry;
		if (QUOTES.has(element.tagName)) this.#quotes++;
		this.#edge(entry);
		if (!this.#heedsSnippets || this.#snippet || !HEEDED.has(element.tagName)) return;
		if (hasAttribute(element, "data-nosnippet")) this.#snippet = { entry, main: this.mainLength };
	}

	end(entry: PageElementEntry): void {
		if (entry === this.#article) this.#insideArticle = false;
		if (entry === this.#frame.at(-1)) this.#frame.pop();
		if (entry === this.#dialog) this.#dialog = undefined;
		if (entry === this.#aside) this.#aside = undefined;
		if (QUOTES.has(entry.element.tagName)) this.#quotes--;
		this.#edge(entry);
		if (entry !== this.#snippet?.entry) return;
		this.#noSnippetMain += this.mainLength - this.#snippet.main;
		this.#noSnippetAll += entry.textEnd - entry.textStart;
		this.#snippet = undefined;
	}

	text(text: PageTextEntry): void {
		const { context, folded, parent } = text;
		if (context.notRendered || context.notText) return;
		const isContent = this.#mainText.holds(parent);
		if (isContent) this.inContent.add(folded);
		if (isContent && this.#quotes === 0) this.#pairs.add(folded, this.#words.count);
		if (context.main) this.#inMain.add(folded);
		if (this.#insideArticle) this.#inArticle.add(folded);
		const inFrame = this.#frame.length > 0 && !context.main;
		if (inFrame) this.inFrame.add(folded);
		if (this.#dialog) this.#inConsent.add(folded);
		if (!this.#aside) this.#scripts.add(folded);
		const content = isContent && LETTER.test(folded) ? IN_CONTENT : 0;
		this.#words.add(folded, this.#place | content | (context.main ? IN_MAIN : 0) | (inFrame ? IN_FRAME : 0));
		this.#noteOffset(text);
	}

	get #place(): number {
		const part = (this.#insideArticle ? IN_ARTICLE : 0) | (this.#dialog ? IN_CONSENT : 0);
		return part | (this.#aside ? ASIDE : 0) | (this.#quotes > 0 ? QUOTED : 0);
	}

	#isAside(entry: PageElementEntry): boolean {
		if (CODE.has(entry.element.tagName)) return true;
		const language = languageOf(entry);
		return language !== undefined && language !== this.#pageLanguage;
	}

	#noteOffset({ node, folded, context }: PageTextEntry): void {
		const offsets = this.#offsets;
		const known = offsets.page !== undefined && (!context.main || offsets.main !== undefined);
		if ((known && (!this.#insideArticle || offsets.article !== undefined)) || folded.trim() === "") return;
		const at = (offsetOf(node) ?? 0) + (node.value.length - node.value.trimStart().length);
		offsets.page ??= at;
		if (context.main) offsets.main ??= at;
		if (this.#insideArticle) offsets.article ??= at;
	}

	#edge({ context, separatesWords }: PageElementEntry): void {
		if (context.notRendered || !separatesWords) return;
		this.#inMain.gap();
		this.#inArticle.gap();
		this.inFrame.gap();
		this.inContent.gap();
		this.#inConsent.gap();
		this.#words.gap();
		if (this.#words.count > (this.#blocks.at(-1) ?? 0)) this.#blocks.push(this.#words.count);
	}
}

function languageOf({ element }: PageElementEntry): string | undefined {
	return attribute(element, "lang")?.trim().toLowerCase().split(/[-_]/, 1)[0];
}

function isFrame(entry: PageElementEntry): boolean {
	const role = landmarkRole(entry);
	return role !== null && FRAME.has(role) && isLandmark(role, "", entry);
}

interface PageWords {
	readonly hashes: readonly number[];
	readonly blocks: readonly number[];
	/** A word of the page's own text, outside quotations. */
	readonly isOwn: (index: number) => boolean;
}

const FILLER_WORDS = 3;
const FILLER_SHARE = 0.7;
/** A shorter one that begins with its first word, as it is cut to fit a heading. */
const CUT_SHARE = 0.5;
/** A longer block is a request only where it begins with one, and none is longer than the second. */
const SHORT_BLOCK = 40;
const LONG_BLOCK = 120;
/** Shorter blocks, such as "Read more", are on every page many times. */
const REPEATABLE = 6;
/** A block that says one word or sentence over and over has no more than this times the root of its length in words. */
const MONOTONE_WORDS = 20;
const MONOTONE = 0.8;

interface Phrase {
	readonly words: readonly number[];
	readonly whole: boolean;
}

const FILLER = new Set(wordsOf(phrases.filler));
const CERTAIN = new Set(wordsOf(phrases.certain));
const [FIRST] = wordsOf("lorem");
const PHRASES = Map.groupBy(
	[
		...phrases.prompts.map((text): Phrase => ({ words: wordsOf(text), whole: false })),
		...phrases.whole.map((text): Phrase => ({ words: wordsOf(text), whole: true })),
	],
	({ words }) => words[0],
);

function placeholderWords({ hashes, blocks, isOwn }: PageWords): PlaceholderText {
	const seen = new Set<number>();
	const found = { words: 0, filler: 0, prompts: 0, repeated: 0 };
	for (const [order, start] of blocks.entries()) {
		const end = Math.min(blocks[order + 1] ?? hashes.length, hashes.length);
		const length = end - start;
		if (length <= 0 || !isOwn(start)) continue;
		found.words += length;
		const prompt = promptIn(hashes, start, end);
		if (isFiller(hashes, start, end)) found.filler += length;
		else if (prompt !== undefined) found.prompts += wordsAsked(prompt, length);
		else if (isMonotone(hashes, start, end) || isRepeated(hashes, start, end, seen)) found.repeated += length;
	}
	return found;
}

function isFiller(hashes: readonly number[], start: number, end: number): boolean {
	const begins = hashes[start] === FIRST;
	if (!begins && end - start < FILLER_WORDS) return false;
	let filler = 0;
	let certain = 0;
	for (let index = start; index < end; index++) {
		const hash = hashes[index] as number;
		if (FILLER.has(hash)) filler++;
		if (CERTAIN.has(hash)) certain++;
	}
	return certain > 0 && filler >= (begins ? CUT_SHARE : FILLER_SHARE) * (end - start);
}

interface Prompt {
	readonly before: number;
	readonly words: number;
}

function wordsAsked({ before, words }: Prompt, block: number): number {
	return block <= SHORT_BLOCK || (before === 0 && block <= LONG_BLOCK) ? block : words;
}

function promptIn(hashes: readonly number[], start: number, end: number): Prompt | undefined {
	for (let index = start; index < end; index++) {
		const here = PHRASES.get(hashes[index] as number)?.find(({ words, whole }) => {
			const fits = whole ? index === start && words.length === end - start : index + words.length <= end;
			return fits && words.every((word, offset) => hashes[index + offset] === word);
		});
		if (here) return { before: index - start, words: here.words.length };
	}
	return undefined;
}

function isMonotone(hashes: readonly number[], start: number, end: number): boolean {
	const length = end - start;
	return length >= MONOTONE_WORDS && new Set(hashes.slice(start, end)).size <= MONOTONE * Math.sqrt(length);
}

function isRepeated(hashes: readonly number[], start: number, end: number, seen: Set<number>): boolean {
	const said = hashes.slice(start, end).filter((hash) => !NUMBERS.has(hash));
	if (said.length < REPEATABLE) return false;
	let block = said.length;
	for (const hash of said) block = Math.imul(block ^ hash, 0x0100_0193);
	if (seen.has(block)) return true;
	seen.add(block);
	return false;
}

function wordsOf(text: string): readonly number[] {
	const counter = new WordCounter();
	counter.add(text);
	counter.gap();
	return counter.hashes;
}

/** What is said once more with another number is said once more. */
const NUMBERS: ReadonlySet<number> = new Set(wordsOf(Array.from({ length: 5_000 }, (_, number) => number).join(" ")));

/** Pairs of letters inside words that tell a language from letters drawn at random, and that are read of a page. */
const PAIRS_MIN = 800;
const PAIRS_MAX = 10_000;
/** Pearson's X² per degree of freedom: near 1 where each letter is drawn by itself, 2.2 and more in 682 real pages. */
const RANDOM = 1.3;
/** Scripts of syllables and of Han have more letters than so few pairs can tell. */
const ALPHABET = 60;
/** Times that a letter stands in such a place, for the test to hold. */
const COMMON = 5;
const PAIRED = /[\p{L}\p{M}]{2,}/gu;

interface PairWindow {
	/** Place of its first word among the page's. */
	readonly from: number;
	/** UTF-16 code units of two letters, 16 bits each. */
	readonly pairs: number[];
}

/** In any language a letter depends on the one before it. */
class LetterPairs {
	readonly #windows: PairWindow[] = [];
	#read = 0;
	#random: readonly { readonly from: number; readonly to: number }[] | undefined;

	add(text: string, from: number): void {
		if (this.#read >= PAIRS_MAX) return;
		const last = this.#windows.at(-1);
		const isFull = !last || last.pairs.length >= PAIRS_MIN;
		const window = isFull ? { from, pairs: [] as number[] } : last;
		if (isFull) this.#windows.push(window);
		for (const [word] of text.slice(0, PAIRS_MAX).toLowerCase().matchAll(PAIRED)) {
			for (let at = 1; at < word.length; at++) window.pairs.push((word.charCodeAt(at - 1) << 16) | word.charCodeAt(at));
			this.#read += word.length - 1;
		}
	}

	/** Whether the words around this place are random letters; asked when all are added. */
	areRandom(index: number): boolean {
		this.#random ??= this.#judge();
		return this.#random.some(({ from, to }) => index >= from && index < to);
	}

	#judge() {
		const windows = [...this.#windows];
		const rest = windows.at(-1);
		const before = windows.at(-2);
		if (rest && before && rest.pairs.length < PAIRS_MIN) {
			windows.splice(-2, 2, { from: before.from, pairs: [...before.pairs, ...rest.pairs] });
		}
		const ranges = windows.map(({ from, pairs }, order) => ({ from, to: windows[order + 1]?.from ?? Infinity, pairs }));
		return ranges.filter(({ pairs }) => pairs.length >= PAIRS_MIN && isIndependent(pairs));
	}
}

function isIndependent(all: readonly number[]): boolean {
	const counts = new Map<number, number>();
	for (const pair of all) counts.set(pair, (counts.get(pair) ?? 0) + 1);
	const [often, oftenSecond] = lettersOf(counts);
	// A word of another script is no sign of a language.
	for (const pair of counts.keys()) {
		const isCommon = (often.get(pair >>> 16) ?? 0) >= COMMON && (oftenSecond.get(pair & 0xffff) ?? 0) >= COMMON;
		if (!isCommon) counts.delete(pair);
	}
	const length = [...counts.values()].reduce((sum, times) => sum + times, 0);
	if (length < all.length / 2 || Math.max(often.size, oftenSecond.size) > ALPHABET) return false;
	const [first, second] = lettersOf(counts);
	let sum = -1;
	for (const [pair, times] of counts) {
		sum += times ** 2 / ((first.get(pair >>> 16) ?? 1) * (second.get(pair & 0xffff) ?? 1));
	}
	return length * sum < RANDOM * (first.size - 1) * (second.size - 1);
}

/** How often each letter begins a pair, and ends one. */
function lettersOf(pairs: ReadonlyMap<number, number>) {
	const [first, second] = [new Map<number, number>(), new Map<number, number>()];
	for (const [pair, times] of pairs) {
		first.set(pair >>> 16, (first.get(pair >>> 16) ?? 0) + times);
		second.set(pair & 0xffff, (second.get(pair & 0xffff) ?? 0) + times);
	}
	return [first, second] as const;
}

/** Letters and words that are read: more add nothing new. */
const LETTERS_MAX = 10_000;
const WORDS_MAX = 4_000;
/** Fewer letters and words do not show a language. */
const LETTERS_MIN = 200;
const WORDS_MIN = 40;
const NAMED = 6;
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

class ScriptCounter {
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

	/** @param aside mark of the words that do not count */
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

/** Hash of a stop word → its language; words that several languages share are left out. */
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
