import type { PlaceholderText } from "../../page-digest.ts";
import { NUMBER, WordCounter } from "../../words.ts";
import phrases from "./placeholder-phrases.json" with { type: "json" };

/** Stands for any number when counting distinct words. */
const SOME_NUMBER = 0;

interface PageWords {
	readonly hashes: readonly number[];
	readonly marks: readonly number[];
	readonly blocks: readonly number[];
	/** By word: 1 where it belongs to the page's own text. */
	readonly content: Uint8Array;
	readonly isQuoted: (index: number) => boolean;
	readonly hasSpaces: boolean;
}

export interface SaidWords {
	readonly placeholder: PlaceholderText;
	/** Indexes of words in the page's own text that are not repetitions. */
	readonly own: readonly number[];
}

const FILLER_WORDS = 3;
const FILLER_SHARE = 0.7;
/** Required share in a block that begins with the first filler word, as headings cut the text short. */
const CUT_SHARE = 0.5;
/** Words. A longer block counts as a prompt only if it begins with one and is at most LONG_BLOCK. */
const SHORT_BLOCK = 40;
const LONG_BLOCK = 120;
/** Words. Shorter blocks, such as "Read more", repeat on every page. */
const REPEATABLE = 6;
/** A monotonous block has at most MONOTONE × √length distinct words; shorter ones than MONOTONE_WORDS do not count. */
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

export function readWords(words: PageWords): SaidWords {
	const { hashes, content, isQuoted, hasSpaces } = words;
	const blocks = blocksOf(words);
	const again = saidAgain(words, blocks);
	const own = [...hashes.keys()].filter((index) => again[index] === 0 && content[index] === 1);
	if (hasSpaces) markLitanies(own, words, again);
	const found = { words: 0, filler: 0, prompts: 0, repeated: 0 };
	for (const [start, end] of blocks) {
		if (isQuoted(start)) continue;
		const length = end - start;
		const prompt = promptIn(hashes, start, end);
		const filler = isFiller(hashes, start, end);
		if (!filler && prompt === undefined && again[start] === LITANY_MARK) continue;
		found.words += length;
		if (filler) found.filler += length;
		else if (prompt !== undefined) found.prompts += wordsAsked(prompt, length);
		else if (again[start] === 1) found.repeated += length;
	}
	return { placeholder: found, own: own.filter((index) => again[index] === 0) };
}

type WordBlock = readonly [start: number, end: number];

function blocksOf({ hashes, blocks, content }: PageWords): readonly WordBlock[] {
	const found: WordBlock[] = [];
	for (const [order, start] of blocks.entries()) {
		const end = Math.min(blocks[order + 1] ?? hashes.length, hashes.length);
		if (end > start && content[start] === 1) found.push([start, end]);
	}
	return found;
}

/** From this many equal blocks on, the first one counts as repeated too. */
const FLOOD = 10;

/** By word: 1 in monotonous blocks and in those that repeat an earlier one. */
function saidAgain(words: PageWords, blocks: readonly WordBlock[]): Uint8Array {
	const seen = new Map<number, { readonly start: number; readonly end: number; times: number }>();
	const again = new Uint8Array(words.hashes.length);
	for (const [start, end] of blocks) {
		const said = saidIn(words, start, end);
		const first = said === undefined ? undefined : seen.get(said);
		if (first && ++first.times === FLOOD) again.fill(1, first.start, first.end);
		if (first || isMonotone(words.hashes, start, end)) again.fill(1, start, end);
		else if (said !== undefined) seen.set(said, { start, end, times: 1 });
	}
	return again;
}

/** Words per window; fewer are inconclusive. */
const PASSAGE = 180;
/** Prose has at least LITANY × √length distinct words per window; lists of keywords have fewer. */
const LITANY = 2;
const LITANY_MARK = 2;
const FEW_WORDS = LITANY * Math.sqrt(PASSAGE);

/** Fast path: any litany contains one of these pieces in full, so most pages need no closer look. */
function mayHoldPassage(said: readonly number[]): boolean {
	const length = PASSAGE / 2;
	for (let from = 0; from + length <= said.length; from += length) {
		if (new Set(said.slice(from, from + length)).size < FEW_WORDS) return true;
	}
	return false;
}

/** Marks windows with few distinct words; all numbers count as one word. */
function markLitanies(own: readonly number[], { hashes, marks }: PageWords, again: Uint8Array): void {
	const said = own.map((index) => (((marks[index] ?? 0) & NUMBER) === 0 ? (hashes[index] ?? 0) : SOME_NUMBER));
	if (!mayHoldPassage(said)) return;
	const window = new DistinctWords();
	let marked = 0;
	for (const [at, word] of said.entries()) {
		window.add(word);
		window.drop(said[at - PASSAGE]);
		if (at + 1 < PASSAGE || window.size >= FEW_WORDS) continue;
		for (marked = Math.max(marked, at + 1 - PASSAGE); marked <= at; marked++) again[own[marked] ?? 0] = LITANY_MARK;
	}
}

class DistinctWords {
	readonly #times = new Map<number, number>();

	get size(): number {
		return this.#times.size;
	}

	add(word: number): void {
		this.#times.set(word, (this.#times.get(word) ?? 0) + 1);
	}

	drop(word: number | undefined): void {
		if (word === undefined) return;
		const left = (this.#times.get(word) ?? 0) - 1;
		if (left > 0) this.#times.set(word, left);
		else this.#times.delete(word);
	}
}

function isFiller(hashes: readonly number[], start: number, end: number): boolean {
	const begins = hashes[start] === FIRST;
	if (!begins && end - start < FILLER_WORDS) return false;
	if (!someIn(CERTAIN, hashes, start, end)) return false;
	let filler = 0;
	for (let index = start; index < end; index++) if (FILLER.has(hashes[index] as number)) filler++;
	return filler >= (begins ? CUT_SHARE : FILLER_SHARE) * (end - start);
}

function someIn(known: ReadonlySet<number>, hashes: readonly number[], start: number, end: number): boolean {
	for (let index = start; index < end; index++) if (known.has(hashes[index] as number)) return true;
	return false;
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
	const most = MONOTONE * Math.sqrt(end - start);
	if (end - start < MONOTONE_WORDS) return false;
	const distinct = new Set<number>();
	for (let index = start; index < end && distinct.size <= most; index++) distinct.add(hashes[index] as number);
	return distinct.size <= most;
}

/** A hash that ignores numbers; undefined for short blocks, which every page repeats. */
function saidIn({ hashes, marks }: PageWords, start: number, end: number): number | undefined {
	let block = 0;
	let words = 0;
	for (let index = start; index < end; index++) {
		if (((marks[index] ?? 0) & NUMBER) !== 0) continue;
		block = Math.imul(block ^ (hashes[index] as number), 0x0100_0193);
		words++;
	}
	return words < REPEATABLE ? undefined : Math.imul(block ^ words, 0x0100_0193);
}

function wordsOf(text: string): readonly number[] {
	const counter = new WordCounter();
	counter.add(text);
	counter.gap();
	return counter.hashes;
}

/** Pairs of letters inside words: how many it takes to tell a language from random letters, and how many we read. */
const PAIRS_MIN = 800;
const PAIRS_MAX = 10_000;
/** Pearson's X² per degree of freedom: near 1 for independent letters, at least 2.2 in 682 real pages. */
const RANDOM = 1.3;
/** Syllabic and Han scripts have more letters than so few pairs can tell. */
const ALPHABET = 60;
/** Times that a letter must occur in its position, for the test to be valid. */
const COMMON = 5;
const LETTER = /[\p{L}\p{M}]/u;
/** Whether a character of the basic plane is a letter; filled on demand. */
const KNOWN = new Uint8Array(0x1_0000);
const [IS_LETTER, IS_NONE] = [1, 2];

/** Step in pairs between windows, if the first pass found a suspicious one. */
const STEP = 50;
/** A partly random window may be below this; real pages are not. */
const SUSPICIOUS = 2.2;

/** Detects random letters: in any language, a letter depends on the one before it. */
export class LetterPairs {
	/** Two UTF-16 code units of 16 bits each. */
	readonly #pairs: number[] = [];
	/** Pieces of text, by index of their first word and of their first pair. */
	readonly #pieces: { readonly from: number; readonly at: number }[] = [];

	add(text: string, from: number): void {
		const pairs = this.#pairs;
		if (pairs.length >= PAIRS_MAX) return;
		this.#pieces.push({ from, at: pairs.length });
		const lower = text.slice(0, PAIRS_MAX).toLowerCase();
		let before = 0;
		for (let at = 0; at < lower.length; at++) {
			const letter = letterAt(lower, at);
			if (before !== 0 && letter !== 0) pairs.push((before << 16) | letter);
			before = letter;
		}
	}

	/** Ranges of words in pieces mostly covered by random windows; read it after adding all text. */
	get random(): readonly { readonly from: number; readonly to: number }[] {
		const random = this.#randomPairs();
		if (random === undefined) return [];
		return this.#pieces.flatMap(({ from, at }, order) => {
			const { from: to = Infinity, at: end = random.length } = this.#pieces[order + 1] ?? {};
			const found = random.subarray(at, end).reduce((sum, each) => sum + each, 0);
			return found * 2 > end - at ? [{ from, to }] : [];
		});
	}

	/** By pair, 1 in random windows; undefined if there are none. */
	#randomPairs(): Uint8Array | undefined {
		const pairs = this.#pairs;
		const valueAt = (at: number) => dependenceIn(pairs.slice(at, at + PAIRS_MIN));
		if (!startsOf(pairs.length, PAIRS_MIN).some((at) => valueAt(at) < SUSPICIOUS)) return undefined;
		const random = new Uint8Array(pairs.length);
		for (const at of startsOf(pairs.length, STEP)) if (valueAt(at) < RANDOM) random.fill(1, at, at + PAIRS_MIN);
		return random;
	}
}

/** Starts of windows; the last window ends with the text. */
function startsOf(length: number, step: number): readonly number[] {
	const last = length - PAIRS_MIN;
	return last < 0 ? [] : [...Array.from({ length: Math.ceil(last / step) }, (_, order) => order * step), last];
}

/** The UTF-16 code unit if it belongs to a letter, else 0. */
function letterAt(text: string, at: number): number {
	const unit = text.charCodeAt(at);
	if (unit >= 0xd800 && unit <= 0xdfff) {
		const point = text.codePointAt(unit < 0xdc00 ? at : at - 1) ?? 0;
		return LETTER.test(String.fromCodePoint(point)) ? unit : 0;
	}
	const known = KNOWN[unit] || (LETTER.test(text.charAt(at)) ? IS_LETTER : IS_NONE);
	KNOWN[unit] = known;
	return known === IS_LETTER ? unit : 0;
}

/** Frequency of letters in one position of the pairs; reused, because it is as large as the basic plane. */
class LetterCounts {
	readonly #times = new Uint16Array(0x1_0000);
	readonly #orders = new Uint16Array(0x1_0000);
	/** Letters seen, in order, so that a reset clears only these. */
	readonly #met: number[] = [];
	readonly #shift: number;

	constructor(shift: number) {
		this.#shift = shift;
	}

	get size(): number {
		return this.#met.length;
	}

	count(pairs: readonly number[]): void {
		for (const letter of this.#met) this.#times[letter] = 0;
		this.#met.length = 0;
		for (const pair of pairs) {
			const letter = (pair >>> this.#shift) & 0xffff;
			const before = this.#times[letter] as number;
			if (before === 0) this.#orders[letter] = this.#met.push(letter) - 1;
			this.#times[letter] = before + 1;
		}
	}

	of(pair: number): number {
		return this.#times[(pair >>> this.#shift) & 0xffff] as number;
	}

	/** Index of a letter in order of appearance. */
	orderOf(pair: number): number {
		return this.#orders[(pair >>> this.#shift) & 0xffff] as number;
	}
}

const FIRST_LETTERS = new LetterCounts(16);
const SECOND_LETTERS = new LetterCounts(0);
const PAIR_TIMES = new Uint16Array(ALPHABET * ALPHABET);

/** Pearson's X² per degree of freedom; infinite if there are too many letters to tell. */
function dependenceIn(all: readonly number[]): number {
	const [first, second] = [FIRST_LETTERS, SECOND_LETTERS];
	for (const letters of [first, second]) letters.count(all);
	if (Math.max(first.size, second.size) > ALPHABET) return Infinity;
	// Ignore rare letters, such as those of a word in another script.
	const common = all.filter((pair) => first.of(pair) >= COMMON && second.of(pair) >= COMMON);
	if (common.length < all.length / 2) return Infinity;
	if (common.length < all.length) for (const letters of [first, second]) letters.count(common);
	PAIR_TIMES.fill(0);
	const places = common.map((pair) => first.orderOf(pair) * ALPHABET + second.orderOf(pair));
	for (const place of places) PAIR_TIMES[place] = (PAIR_TIMES[place] as number) + 1;
	let sum = -1;
	for (const [index, place] of places.entries()) {
		const times = PAIR_TIMES[place] as number;
		if (times === 0) continue;
		PAIR_TIMES[place] = 0;
		const pair = common[index] as number;
		sum += times ** 2 / (first.of(pair) * second.of(pair));
	}
	return (common.length * sum) / ((first.size - 1) * (second.size - 1));
}
