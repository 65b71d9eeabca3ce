/** Excludes zero-width characters, which join their neighbours. */
const BUT_BLANK = "\\t-\\r\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
/** All runs except a single blank, which is most of a text's spaces. */
const SPACES = new RegExp(`[${BUT_BLANK}][ ${BUT_BLANK}]*| [ ${BUT_BLANK}]+`, "g");

const UNPRINTABLE = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]+/gu;

export function fold(text: string): string {
	return text.replace(SPACES, " ");
}

const DIACRITICS = /[\u0300-\u036f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Normalizes for comparison: lower case, no diacritics or directional marks, ASCII digits. */
export function plain(text: string): string {
	if (/^[ -~]*$/.test(text)) return text.toLowerCase();
	return withAsciiDigits(text.normalize("NFKD").replace(DIACRITICS, "").normalize("NFC").toLowerCase());
}

/** Faster than testing for each Unicode digit; skips quotation marks, Han and Hangul. */
const MAY_HOLD_DIGITS = /[\u0660-\u1dff\ua620-\uabff\ud800-\ud83b\ud83e\uff10-\uff19]/;

export function withAsciiDigits(text: string): string {
	if (!MAY_HOLD_DIGITS.test(text)) return text;
	return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
		const code = digit.codePointAt(0) ?? 0;
		// Unicode puts the ten digits of a script at the start or the end of a row of 16.
		return String((/\p{Nd}/u.test(String.fromCodePoint(code & ~15)) ? code : code - 6) & 15);
	});
}

/** At most `max` UTF-16 code units; never splits a surrogate pair. */
export function cut(text: string, max: number): string {
	if (text.length <= max) return text;
	const last = text.charCodeAt(max - 1);
	return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

export function tidy(text: string, max: number): string {
	// An attribute may have a megabyte; fold only what can be kept.
	const start = cut(text.trimStart(), max * 4);
	return cut(fold(start.toWellFormed()).trim(), max).trimEnd();
}

export function printable(text: string, max: number): string {
	return tidy(fold(text).replace(UNPRINTABLE, ""), max);
}

const LINE_END = /\r\n?|\n/g;

/** Lines end with LF, CR or both. A generator, because a list of 10 million empty lines takes 360 MB. */
export function* linesOf(text: string): Generator<string, void> {
	let begin = 0;
	const ends = new RegExp(LINE_END);
	for (let end = ends.exec(text); end; end = ends.exec(text)) {
		yield text.slice(begin, end.index);
		begin = ends.lastIndex;
	}
	yield text.slice(begin);
}

export class FoldedText {
	length = 0;
	start = "";
	readonly #keep: number;
	#gap = false;

	constructor(keep: number) {
		this.#keep = keep;
	}

	gap(): void {
		this.#gap = true;
	}

	/** `piece` must be folded. */
	add(piece: string): void {
		const words = piece.trim();
		if (piece.startsWith(" ")) this.#gap = true;
		if (words === "") return;
		const space = this.#gap && this.length > 0 ? " " : "";
		this.length += space.length + words.length;
		if (this.start.length < this.#keep) this.start += cut(space + words, this.#keep - this.start.length);
		this.#gap = piece.endsWith(" ");
	}
}

/** Characters that can carry a hidden message (Unicode Technical Report 36; tag characters as used to hide prompts). */

interface InvisibleRun {
	readonly text: string;
	readonly index: number;
}

const ANY = /[\ufe00-\ufe0f\u200b-\u200d\u2060-\u2064\ufeff\udb40]/;

/** The first branch skips regional flags, which also use tag characters (UTS 51, section C.1). */
const TAGS = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|(?<run>[\u{e0000}-\u{e007f}]+)/gu;

/** A single variation selector styles the character before it; each of several in a row can encode a byte. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;

/** Honest text has single joiners and zero-width spaces; eight can encode a byte. */
const ZERO_WIDTH = /[\u200b-\u200d\u2060-\u2064\ufeff]{8,}/g;

export function findInvisible(text: string): InvisibleRun[] {
	if (!ANY.test(text)) return [];
	return [
		...Array.from(text.matchAll(TAGS)).flatMap(({ groups, index }) =>
			groups?.run ? [{ text: decodeTags(groups.run), index }] : [],
		),
		...Array.from(text.matchAll(SELECTORS), (run) => ({ text: decodeSelectors(run[0]), index: run.index })),
		...Array.from(text.matchAll(ZERO_WIDTH), (run) => ({ text: codePoints(run[0]), index: run.index })),
	].sort((a, b) => a.index - b.index);
}

/** Keeps single joiners, which emoji and several scripts need. */
export function withoutInvisible(text: string): string {
	if (!ANY.test(text)) return text;
	return text
		.replace(TAGS, (found, run) => (run === undefined ? found : ""))
		.replace(SELECTORS, "")
		.replace(ZERO_WIDTH, "")
		.replace(/[\u200b\u2060-\u2064\ufeff]/g, "");
}

function decodeTags(run: string): string {
	const ascii = Array.from(run, (char) => String.fromCharCode((char.codePointAt(0) ?? 0) - 0xe0000)).join("");
	return /[ -~]/.test(ascii) ? ascii.replace(/[^ -~]/g, "") : codePoints(run);
}

function decodeSelectors(run: string): string {
	const bytes = Array.from(run, (char) => {
		const code = char.codePointAt(0) ?? 0;
		return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
	});
	const text = new TextDecoder().decode(Uint8Array.from(bytes));
	return /^[\P{C}\s]*$/u.test(text) ? text : codePoints(run);
}

function codePoints(run: string): string {
	return Array.from(run.slice(0, 200), (char) => `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}`).join(
		" ",
	);
}
