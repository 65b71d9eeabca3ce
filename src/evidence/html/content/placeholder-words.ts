import type { PlaceholderText } from "../../page-digest.ts";
import phrases from "./placeholder-phrases.json" with { type: "json" };
import { WordCounter } from "./word-counter.ts";

/** The words of a page by their hashes, and where its blocks begin. */
export interface PageWords {
	readonly hashes: readonly number[];
	/** Index of the first word of each block, ascending. */
	readonly blocks: readonly number[];
	/** True for a word of the page's own text that quotes nobody. */
	readonly isOwn: (index: number) => boolean;
}

/** A block of so many words in which so large a share is of the Latin filler. */
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
	/** All of the block. */
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

/** How much of a page's own text stands where text is still to be written. */
export function placeholderWords({ hashes, blocks, isOwn }: PageWords): PlaceholderText {
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
		else if (isMonotone(hashes, start, end) || (length >= REPEATABLE && isRepeated(hashes, start, end, seen)))
			found.repeated += length;
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
	/** Words before it in its block. */
	readonly before: number;
	readonly words: number;
}

function wordsAsked({ before, words }: Prompt, block: number): number {
	return block <= SHORT_BLOCK || (before === 0 && block <= LONG_BLOCK) ? block : words;
}

/** The first request for text in a block. */
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
	let block = end - start;
	for (let index = start; index < end; index++) block = Math.imul(block ^ (hashes[index] as number), 0x0100_0193);
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
