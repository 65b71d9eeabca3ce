/** MinHash (Broder 1997): equal positions estimate shared shingles, with a standard error of 4 % at 128 positions. */

export const FINGERPRINT_LENGTH = 128;

const TOP_BIT = 0x8000_0000 | 0;

const SHINGLE = 5;

/** Words in a fingerprint: a book of 150 pages. */
const MAX_FINGERPRINT_WORDS = 50_000;

/** With an odd factor, `multiply · x + add` modulo 2³² is bijective: each position has its own order of shingles. */
const MULTIPLY = new Int32Array(FINGERPRINT_LENGTH);
const ADD = new Int32Array(FINGERPRINT_LENGTH);
for (let place = 0; place < FINGERPRINT_LENGTH; place++) {
	MULTIPLY[place] = mix(place * 2 + 1) | 1;
	ADD[place] = mix(place * 2 + 2);
}

/** @param words hashes, in order @returns unsigned 32-bit numbers; empty for fewer than 5 words */
export function fingerprintOf(words: readonly number[]): readonly number[] {
	if (words.length < SHINGLE) return [];
	const shingles = shinglesOf(words);
	const fingerprint: number[] = [];
	for (let place = 0; place < FINGERPRINT_LENGTH; place += 4) fingerprint.push(...leastAtFour(shingles, place));
	return fingerprint;
}

/** Four positions at once; `Math.min` over values out of a list takes four times as long. */
function leastAtFour(shingles: Int32Array, place: number): readonly number[] {
	const a = MULTIPLY[place] as number;
	const b = MULTIPLY[place + 1] as number;
	const c = MULTIPLY[place + 2] as number;
	const d = MULTIPLY[place + 3] as number;
	// Signed comparison is several times faster; flipping the top bit gives unsigned order.
	const addA = (ADD[place] as number) ^ TOP_BIT;
	const addB = (ADD[place + 1] as number) ^ TOP_BIT;
	const addC = (ADD[place + 2] as number) ^ TOP_BIT;
	const addD = (ADD[place + 3] as number) ^ TOP_BIT;
	let leastA = 0x7fff_ffff;
	let leastB = leastA;
	let leastC = leastA;
	let leastD = leastA;
	for (let index = 0; index < shingles.length; index++) {
		const shingle = shingles[index] as number;
		const hashA = (Math.imul(a, shingle) + addA) | 0;
		const hashB = (Math.imul(b, shingle) + addB) | 0;
		const hashC = (Math.imul(c, shingle) + addC) | 0;
		const hashD = (Math.imul(d, shingle) + addD) | 0;
		if (hashA < leastA) leastA = hashA;
		if (hashB < leastB) leastB = hashB;
		if (hashC < leastC) leastC = hashC;
		if (hashD < leastD) leastD = hashD;
	}
	return [leastA, leastB, leastC, leastD].map((least) => (least ^ TOP_BIT) >>> 0);
}

/** Share of the fingerprinted text, 0 to 1, that another text contains. 1 for an empty fingerprint. */
export function shareHeld(fingerprint: readonly number[], words: readonly number[]): number {
	if (fingerprint.length === 0) return 1;
	const shingles = new Set(shinglesOf(words));
	const held = fingerprint.filter((value, place) => shingles.has(shingleBehind(value, place)));
	return held.length / fingerprint.length;
}

function shinglesOf(words: readonly number[]): Int32Array {
	const shingles = new Int32Array(Math.max(0, words.length - SHINGLE + 1));
	for (let start = 0; start < shingles.length; start++) {
		let hash = 0;
		for (let index = start; index < start + SHINGLE; index++) hash = mix(hash ^ (words[index] as number));
		shingles[start] = hash;
	}
	return shingles;
}

function shingleBehind(value: number, place: number): number {
	return Math.imul(inverse(MULTIPLY[place] as number), (value - (ADD[place] as number)) | 0) | 0;
}

/** Modulo 2³², by Newton's method: each iteration doubles the correct bits. */
function inverse(odd: number): number {
	let result = odd;
	for (let round = 0; round < 5; round++) result = Math.imul(result, 2 - Math.imul(odd, result));
	return result;
}

/** Finalizer of MurmurHash3, 32 bits. */
function mix(value: number): number {
	let hash = value | 0;
	hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
	return hash ^ (hash >>> 16);
}

const UNKNOWN = 0;
const PARTS = 1;
const LETTER = 2;
/** Scripts without spaces: each letter is a word. */
const ALONE = 3;
const JOINS = 4;

const LETTERS = /[\p{L}\p{N}\p{M}]/u;
const MARKS = /\p{M}/u;
const NO_SPACES = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** `don’t` is one word. */
const INNER = new Set(["'", "\u2019", "_", "\u00ad", "\u200c", "\u200d"]);

/** For the basic plane, filled on demand. */
const KINDS = new Uint8Array(0x1_0000);

const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;
const FNV_OFFSET = 0x811c_9dc5 | 0;
const FNV_PRIME = 0x0100_0193;

/** Mark of a word that consists of digits, in addition to the caller's marks. */
export const NUMBER = 1 << 15;

/** Accepts text in chunks; keeps an FNV-1a hash of each lower-case word with its marks. */
export class WordCounter {
	count = 0;
	readonly hashes: number[] = [];
	readonly marks: number[] = [];
	#hash = FNV_OFFSET;
	#open = false;
	#alone = false;
	#isNumber = true;
	#marks = 0;

	gap(): void {
		if (!this.#open) return;
		this.#open = false;
		this.#alone = false;
		this.count++;
		if (this.hashes.length < MAX_FINGERPRINT_WORDS) {
			this.hashes.push(this.#hash);
			this.marks.push(this.#isNumber ? this.#marks | NUMBER : this.#marks);
		}
		this.#hash = FNV_OFFSET;
		this.#isNumber = true;
	}

	add(text: string, marks = 0): void {
		const lower = text.toLowerCase();
		for (let index = 0; index < lower.length; index++) {
			const unit = lower.charCodeAt(index);
			const pair = unit >= 0xd800 && unit <= 0xdbff && index + 1 < lower.length;
			const code = pair ? (lower.codePointAt(index) ?? unit) : unit;
			if (pair) index++;
			this.#take(code, marks);
		}
	}

	#take(code: number, marks: number): void {
		const kind = kindOf(code);
		if (kind === PARTS) {
			this.gap();
			return;
		}
		if (kind === JOINS && !this.#open) return;
		if (kind === ALONE || (kind === LETTER && this.#alone)) this.gap();
		this.#open = true;
		this.#marks = marks;
		this.#isNumber &&= code >= DIGIT_ZERO && code <= DIGIT_NINE;
		if (kind === ALONE) this.#alone = true;
		if (kind !== JOINS || this.#alone) this.#hash = Math.imul(this.#hash ^ code, FNV_PRIME);
	}
}

function kindOf(code: number): number {
	if (code >= 0x1_0000) return classify(code);
	const known = KINDS[code] as number;
	if (known !== UNKNOWN) return known;
	const kind = classify(code);
	KINDS[code] = kind;
	return kind;
}

function classify(code: number): number {
	const char = String.fromCodePoint(code);
	if (INNER.has(char) || MARKS.test(char)) return JOINS;
	if (!LETTERS.test(char)) return PARTS;
	return NO_SPACES.test(char) && !/\p{N}/u.test(char) ? ALONE : LETTER;
}
