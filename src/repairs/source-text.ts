import { decodeText } from "#evidence/charset.ts";

/** A replacement of a byte range. An insertion has an empty range. */
export interface Edit {
	readonly start: number;
	readonly end: number;
	readonly bytes: Uint8Array;
	/** Id of the check that it repairs. */
	readonly check: string;
	/** See `TextEdit`. */
	readonly part?: number | undefined;
}

/** An edit in characters of the decoded file. */
export interface TextEdit {
	readonly from: number;
	readonly to: number;
	readonly text: string;
	/** Edits of one part only make sense together; without a number, all edits of the file are one part. */
	readonly part?: number | undefined;
}

/** How to write a character that the file's encoding may lack: as an HTML or JSON escape, or not at all. */
export type Escapes = "html" | "json" | "none";

const UTF_16: ReadonlySet<string> = new Set(["utf-16le", "utf-16be"]);
/** ASCII bytes do not always mean ASCII characters in these, so inserted text may be misread. */
const STATEFUL: ReadonlySet<string> = new Set(["iso-2022-jp", "replacement", "x-user-defined"]);
const SINGLE_BYTE = /^(?:ibm866|iso-8859-|koi8-|macintosh$|windows-|x-mac-cyrillic$)/;

/** A decoded file that knows the byte offset of each character. */
export class SourceText {
	readonly bytes: Uint8Array;
	readonly text: string;
	/** Encoding name (WHATWG), lower case. */
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

	/** The most frequent line break of the file. */
	get lineBreak(): string {
		const crlf = this.text.split("\r\n").length - 1;
		const lf = this.text.split("\n").length - 1 - crlf;
		return crlf > lf ? "\r\n" : "\n";
	}

	byteAt(offset: number): number {
		if (UTF_16.has(this.encoding)) return Math.min(this.bytes.length, this.#mark + 2 * offset);
		if (SINGLE_BYTE.test(this.encoding)) return this.#mark + offset;
		if (this.#isWhole) return this.#mark + Buffer.byteLength(this.text.slice(0, offset));
		// Invalid bytes decode to one or more characters: only the decoder knows how many.
		let [low, high] = [this.#mark, this.bytes.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			const read = new TextDecoder(this.encoding).decode(this.bytes.subarray(0, middle), { stream: true });
			if (read.length >= offset) high = middle;
			else low = middle + 1;
		}
		// The decoder reports a truncated character together with the next one.
		return low - ([0, 1, 2, 3].find((back) => this.#partsAt(low - back, offset)) ?? 0);
	}

	#partsAt(at: number, offset: number): boolean {
		const parts = [this.bytes.subarray(this.#mark, at), this.bytes.subarray(at)];
		const [before, behind] = parts.map((part) => new TextDecoder(this.encoding, { ignoreBOM: true }).decode(part));
		return before === this.text.slice(0, offset) && behind === this.text.slice(offset);
	}

	/** Undefined if the encoding lacks a character that cannot be escaped. */
	encode(text: string, escapes: Escapes): Uint8Array | undefined {
		if (this.encoding === "utf-8") return Buffer.from(text);
		if (UTF_16.has(this.encoding)) {
			const bytes = Buffer.from(text, "utf16le");
			return this.encoding === "utf-16be" ? bytes.swap16() : bytes;
		}
		const ascii = inAscii(text, escapes);
		return ascii === undefined ? undefined : Buffer.from(ascii, "latin1");
	}

	/** @throws RangeError if the file's encoding cannot represent the edit */
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
