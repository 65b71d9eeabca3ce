import { decodeText } from "#evidence/charset.ts";

/** What stands between two bytes of a file, and what is to stand there. An insertion has no length. */
export interface Edit {
	readonly start: number;
	readonly end: number;
	readonly bytes: Uint8Array;
	/** Id of the check that it repairs. */
	readonly check: string;
	/** As of the text edit. */
	readonly part?: number | undefined;
}

/** An edit in characters of the decoded file. */
export interface TextEdit {
	readonly from: number;
	readonly to: number;
	readonly text: string;
	/** Edits of one part make no sense without each other; without a number, all edits of the file are one. */
	readonly part?: number | undefined;
}

/** How a character is written that the file's encoding may not have: as HTML or JSON names it, or not at all. */
export type Escapes = "html" | "json" | "none";

const UTF_16: ReadonlySet<string> = new Set(["utf-16le", "utf-16be"]);
/** Not the characters of ASCII wherever its bytes stand: what is put in between may read otherwise. */
const STATEFUL: ReadonlySet<string> = new Set(["iso-2022-jp", "replacement", "x-user-defined"]);
const SINGLE_BYTE = /^(?:ibm866|iso-8859-|koi8-|macintosh$|windows-|x-mac-cyrillic$)/;

/** A file as it is read, that knows which byte each of its characters stands at. */
export class SourceText {
	readonly bytes: Uint8Array;
	readonly text: string;
	/** Name of its encoding (WHATWG), lower case. */
	readonly encoding: string;
	/** Length of the byte order mark. */
	readonly #mark: number;
	readonly #isWhole: boolean;

	constructor(bytes: Uint8Array, contentType: string | undefined) {
		const { text, label } = decodeText(bytes, contentType);
		this.bytes = bytes;
		this.text = text;
		this.encoding = label;
		this.#mark = markOf(bytes, label);
		this.#isWhole = this.#fitsItsBytes();
	}

	get isEditable(): boolean {
		return !STATEFUL.has(this.encoding);
	}

	/** Line break of the file, as most of its lines end. */
	get lineBreak(): string {
		const crlf = this.text.split("\r\n").length - 1;
		const lf = this.text.split("\n").length - 1 - crlf;
		return crlf > lf ? "\r\n" : "\n";
	}

	byteAt(offset: number): number {
		if (UTF_16.has(this.encoding)) return Math.min(this.bytes.length, this.#mark + 2 * offset);
		if (SINGLE_BYTE.test(this.encoding)) return this.#mark + offset;
		if (this.#isWhole) return this.#mark + Buffer.byteLength(this.text.slice(0, offset));
		// Bytes that are no text became one character or several: only the decoder knows how many.
		let [low, high] = [this.#mark, this.bytes.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			const read = new TextDecoder(this.encoding).decode(this.bytes.subarray(0, middle), { stream: true });
			if (read.length >= offset) high = middle;
			else low = middle + 1;
		}
		// The decoder tells of a character that was cut off with the one behind it.
		return low - ([0, 1, 2, 3].find((back) => this.#partsAt(low - back, offset)) ?? 0);
	}

	#partsAt(at: number, offset: number): boolean {
		const parts = [this.bytes.subarray(this.#mark, at), this.bytes.subarray(at)];
		const [before, behind] = parts.map((part) => new TextDecoder(this.encoding, { ignoreBOM: true }).decode(part));
		return before === this.text.slice(0, offset) && behind === this.text.slice(offset);
	}

	/** Undefined where the encoding lacks a character that has no other name. */
	encode(text: string, escapes: Escapes): Uint8Array | undefined {
		if (this.encoding === "utf-8") return Buffer.from(text);
		if (UTF_16.has(this.encoding)) {
			const bytes = Buffer.from(text, "utf16le");
			return this.encoding === "utf-16be" ? bytes.swap16() : bytes;
		}
		const ascii = inAscii(text, escapes);
		return ascii === undefined ? undefined : Buffer.from(ascii, "latin1");
	}

	/** @throws RangeError where the edit cannot be written in the file's encoding */
	toBytes({ from, to, text, part }: TextEdit, check: string, escapes: Escapes): Edit {
		const bytes = this.encode(text, escapes);
		if (!bytes) throw new RangeError(`The encoding ${this.encoding} lacks a character.`);
		return { start: this.byteAt(from), end: this.byteAt(to), bytes, check, part };
	}

	#fitsItsBytes(): boolean {
		if (this.encoding !== "utf-8") return false;
		return Buffer.from(this.text).equals(this.bytes.subarray(this.#mark));
	}
}

function markOf(bytes: Uint8Array, encoding: string): number {
	if (encoding === "utf-8") return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
	if (encoding === "utf-16le") return bytes[0] === 0xff && bytes[1] === 0xfe ? 2 : 0;
	return encoding === "utf-16be" && bytes[0] === 0xfe && bytes[1] === 0xff ? 2 : 0;
}

function inAscii(text: string, escapes: Escapes): string | undefined {
	if (!/[^\0-\x7f]/.test(text)) return text;
	if (escapes === "html") return text.replace(/[^\0-\x7f]/gu, (char) => `&#x${char.codePointAt(0)?.toString(16)};`);
	if (escapes === "none") return undefined;
	return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
