import { offsetOf, type PageText } from "./page-tree.ts";

/** White space, length and stray code units of text from foreign pages. */

/** HTML's and Unicode's spaces. Zero-width characters are none: they join what they stand between. */
const SPACES = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g;

/** Control characters and the marks that reorder or hide text where it is shown. */
const UNPRINTABLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu;

/** Every run of white space becomes one space; the ends keep theirs. */
export function fold(text: string): string {
	return text.replace(SPACES, " ");
}

/** At most `max` UTF-16 code units, never half of a surrogate pair. */
export function cut(text: string, max: number): string {
	if (text.length <= max) return text;
	const last = text.charCodeAt(max - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** One line of well-formed text without white space at its ends, at most `max` long. */
export function tidy(text: string, max: number): string {
	// A page can put a megabyte into one attribute; only what can be kept is folded.
	const start = cut(text.trimStart(), max * 4);
	return cut(fold(start.toWellFormed()).trim(), max).trimEnd();
}

/** The same without characters that cannot be printed, for excerpts. */
export function printable(text: string, max: number): string {
	return tidy(fold(text).replace(UNPRINTABLE, ""), max);
}

const LINE_END = /\r\n?|\n/g;

/** Lines end with LF, CR or both. One at a time: a list of a file's ten million empty lines takes 360 MB. */
export function* linesOf(text: string): Generator<string, void> {
	let begin = 0;
	const ends = new RegExp(LINE_END);
	for (let end = ends.exec(text); end; end = ends.exec(text)) {
		yield text.slice(begin, end.index);
		begin = ends.lastIndex;
	}
	yield text.slice(begin);
}

/** Counts and begins a text that arrives in folded pieces, as if it were one string folded and trimmed. */
export class FoldedText {
	/** Characters so far. */
	length = 0;
	/** The first characters, at most the `keep` given. */
	start = "";
	readonly #keep: number;
	#gap = false;

	constructor(keep: number) {
		this.#keep = keep;
	}

	/** A boundary between blocks: reads as one space when text follows. */
	gap(): void {
		this.#gap = true;
	}

	/** `piece` has passed `fold`. */
	add(piece: string): void {
		const words = piece.trim();
		if (piece.startsWith(" ")) this.#gap = true;
		if (words === "") return;
		const joined = this.#gap && this.length > 0 ? ` ${words}` : words;
		this.length += joined.length;
		if (this.start.length < this.#keep) this.start += cut(joined, this.#keep - this.start.length);
		this.#gap = piece.endsWith(" ");
	}
}

/** The first characters of a block of text, as written; folded where somebody reads the block. */
export class BlockText {
	text = "";
	readonly #keep: number;
	#at: number | undefined;

	constructor(keep: number) {
		this.#keep = keep;
	}

	add(node: PageText): void {
		if (this.text.length >= this.#keep) return;
		const { value } = node;
		const piece = value.length > this.#keep ? value.trimStart().slice(0, this.#keep) : value;
		if (this.text === "" && piece.trim() === "") return;
		this.#at ??= offsetOf(node);
		this.text += piece;
	}

	/** The text and where it begins; the next block begins without any. */
	take(): { readonly text: string; readonly at: number } {
		const { text } = this;
		const at = this.#at ?? 0;
		this.text = "";
		this.#at = undefined;
		return { text, at };
	}
}
