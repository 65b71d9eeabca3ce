import { MAX_FINGERPRINT_WORDS } from "../page-caps.ts";

/** What a character is to the words around it. */
const UNKNOWN = 0;
const PARTS = 1;
const LETTER = 2;
/** A letter of a script that puts no spaces between words: a word of its own. */
const ALONE = 3;
/** Belongs to the letter before it, and begins no word. */
const JOINS = 4;

const LETTERS = /[\p{L}\p{N}\p{M}]/u;
const MARKS = /\p{M}/u;
const NO_SPACES = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
/** Apostrophes, underscore, soft hyphen and joiners: `don’t` is one word. */
const INNER = new Set(["'", "\u2019", "_", "\u00ad", "\u200c", "\u200d"]);

/** Kinds of the characters of the basic plane, filled as they are met; the same for every page. */
const KINDS = new Uint8Array(0x1_0000);

const FNV_OFFSET = 0x811c_9dc5 | 0;
const FNV_PRIME = 0x0100_0193;

/** Counts the words of a text that arrives in pieces, and keeps a hash of each (FNV-1a, lower case) with its marks. */
export class WordCounter {
	count = 0;
	/** Of the first MAX_FINGERPRINT_WORDS words. */
	readonly hashes: number[] = [];
	/** The marks of the piece in which each word ends; as many as hashes. */
	readonly marks: number[] = [];
	#hash = FNV_OFFSET;
	#open = false;
	#alone = false;
	#marks = 0;

	gap(): void {
		if (!this.#open) return;
		this.#open = false;
		this.#alone = false;
		this.count++;
		if (this.hashes.length < MAX_FINGERPRINT_WORDS) {
			this.hashes.push(this.#hash);
			this.marks.push(this.#marks);
		}
		this.#hash = FNV_OFFSET;
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
