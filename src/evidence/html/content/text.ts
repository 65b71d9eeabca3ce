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
import { LetterPairs, readWords, type SaidWords } from "./own-words.ts";
import STOP_WORDS from "./stop-words.json" with { type: "json" };

const IN_MAIN = 1;
const IN_ARTICLE = 2;
const IN_CONTENT = 4;
/** A telephone number or a price alone is not text. */
const LETTER = /\p{L}/u;
const ASIDE = 8;
const QUOTED = 16;
const IN_CONSENT = 32;
const IN_FRAME = 64;
const QUOTES: ReadonlySet<string> = new Set("pre code samp kbd q blockquote".split(" "));
/** Words of the page's own text in which distinct words are counted. */
const SAMPLE = 2_000;
const FRAME: ReadonlySet<string> = new Set(["banner", "navigation", "search", "complementary", "contentinfo"]);
const CODE: ReadonlySet<string> = new Set(["code", "kbd", "pre", "samp", "var"]);
/** Google supports data-nosnippet only on these (Robots meta tag, data-nosnippet). */
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
	readonly #consent: Uint8Array;
	readonly #blocks: number[] = [0];
	#read: SaidWords | undefined;
	#quotes = 0;
	readonly #heedsSnippets: boolean;
	#snippet: { readonly entry: PageElementEntry; readonly main: number } | undefined;
	#noSnippetMain = 0;
	#noSnippetAll = 0;

	constructor(page: Page, heedsSnippets: boolean) {
		this.#mainText = page.mainText;
		this.#consent = page.consent;
		this.#heedsSnippets = heedsSnippets;
	}

	get mainLength(): number {
		return this.#hasMain ? this.#inMain.length : this.#inArticle.length;
	}

	/** Characters of the main part (else of all text) that the page excludes from snippets. */
	get noSnippet(): number {
		return this.mainLength > 0 ? this.#noSnippetMain : this.#noSnippetAll;
	}

	get words(): number {
		this.#words.gap();
		return this.#words.count;
	}

	/** Hashes of the main part, else of the first article, else of all text. */
	get mainWords(): readonly number[] {
		this.#words.gap();
		const { hashes, marks } = this.#words;
		const mark = this.#hasMain ? IN_MAIN : IN_ARTICLE;
		if (this.mainLength === 0) return hashes;
		return hashes.filter((_, index) => ((marks[index] ?? 0) & mark) !== 0);
	}

	get contentWords(): Required<Pick<TextFacts, "contentWords" | "contentUniqueWords" | "idleWords">> {
		const { own } = this.#said;
		const { hashes, marks } = this.#words;
		const inContent = countOf(marks, (mark) => (mark & IN_CONTENT) !== 0);
		return {
			contentWords: own.length,
			contentUniqueWords: new Set(own.slice(0, SAMPLE).map((index) => hashes[index])).size,
			idleWords: inContent - own.length + (this.consent?.words ?? 0),
		};
	}

	get language(): TextLanguage | undefined {
		this.#words.gap();
		return this.#scripts.languageOf(this.#words, ASIDE | IN_CONSENT);
	}

	get placeholder(): PlaceholderText {
		return this.#said.placeholder;
	}

	get #said(): SaidWords {
		if (this.#read) return this.#read;
		this.#words.gap();
		const { hashes, marks } = this.#words;
		const content = new Uint8Array(marks.length);
		for (const [index, mark] of marks.entries()) if ((mark & IN_CONTENT) !== 0) content[index] = 1;
		for (const { from, to } of this.#pairs.random) content.fill(0, from, to);
		const isQuoted = (index: number) => ((marks[index] ?? 0) & QUOTED) !== 0;
		const { hasSpaces } = this.#scripts;
		this.#read = readWords({ hashes, marks, blocks: this.#blocks, content, isQuoted, hasSpaces });
		return this.#read;
	}

	get consent(): ConsentText | undefined {
		this.#words.gap();
		const { marks } = this.#words;
		const words = countOf(marks, (mark) => (mark & IN_CONSENT) !== 0);
		if (words === 0) return undefined;
		return { words, beside: countOf(marks, (mark) => (mark & (IN_CONSENT | IN_FRAME)) === 0) };
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
		const beside = this.#besideAt(text);
		if ((beside & IN_FRAME) !== 0) this.inFrame.add(folded);
		if (!this.#aside && (beside & IN_CONSENT) === 0) this.#scripts.add(folded);
		const content = isContent && LETTER.test(folded) ? IN_CONTENT : 0;
		this.#words.add(folded, this.#place | content | (context.main ? IN_MAIN : 0) | beside);
		this.#noteOffset(text);
	}

	#besideAt({ context, parent }: PageTextEntry): number {
		const inFrame = this.#frame.length > 0 && !context.main ? IN_FRAME : 0;
		const asksConsent = parent !== null && this.#consent[parent.index] === 1;
		return inFrame | (asksConsent ? IN_CONSENT : 0);
	}

	get #place(): number {
		return (this.#insideArticle ? IN_ARTICLE : 0) | (this.#aside ? ASIDE : 0) | (this.#quotes > 0 ? QUOTED : 0);
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
		this.#words.gap();
		if (this.#words.count > (this.#blocks.at(-1) ?? 0)) this.#blocks.push(this.#words.count);
	}
}

function countOf(marks: readonly number[], counts: (mark: number) => boolean): number {
	let count = 0;
	for (const mark of marks) if (counts(mark)) count++;
	return count;
}

function languageOf({ element }: PageElementEntry): string | undefined {
	return attribute(element, "lang")?.trim().toLowerCase().split(/[-_]/, 1)[0];
}

function isFrame(entry: PageElementEntry): boolean {
	const role = landmarkRole(entry);
	return role !== null && FRAME.has(role) && isLandmark(role, "", entry);
}

/** Maximum letters and words to read: more add nothing. */
const LETTERS_MAX = 10_000;
const WORDS_MAX = 4_000;
/** Fewer letters and words do not reveal a language. */
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
const UNSPACED: ReadonlySet<string> = new Set(["Hani", "Kana", "Thai"]);
/** 1-based index in SCRIPTS for characters of the basic plane, filled on demand. */
const KNOWN = new Uint8Array(0x1_0000);

class ScriptCounter {
	#letters = 0;
	readonly #counts = new Uint32Array(NONE + 1);

	/** Whether nearly all letters belong to scripts with spaces, so that words are not single characters. */
	get hasSpaces(): boolean {
		const unspaced = SCRIPTS.flatMap(([name], index) => (UNSPACED.has(name) ? (this.#counts[index] ?? 0) : []));
		const others = unspaced.reduce((sum, count) => sum + count, this.#counts[OTHER] ?? 0);
		return others * 5 < this.#letters;
	}

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

	/** @param aside marks of words to ignore */
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

/** Hash of a stop word → its language; without words shared by several languages. */
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
