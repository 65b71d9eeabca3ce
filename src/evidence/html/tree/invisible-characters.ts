/** Characters that carry a message nobody sees (Unicode Technical Report 36; the tag block as used to hide prompts). */

export interface InvisibleRun {
	/** What the run says, as far as it can be decoded; else its code points. */
	readonly text: string;
	/** UTF-16 offset in the text. */
	readonly index: number;
}

/** Any of them at all; most text has none and is read no further. */
const ANY = /[\u200b-\u200d\u2060-\u2064\ufeff\udb40]|[\ufe00-\ufe0f]/;

/**
 * Tag characters spell ASCII. The first branch takes the flags of regions, which are spelled with them too: a black
 * flag, three to six letters or digits, an end (UTS 51, section C.1).
 */
const TAGS = /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|(?<run>[\u{e0000}-\u{e007f}]+)/gu;

/** One variation selector styles the character before it; several in a row can hold one byte each. */
const SELECTORS = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;

/** Joiners and spaces of no width come alone in honest text; eight can hold a byte. */
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

/** The text as it is drawn. Single joiners stay: emoji and several scripts need them. */
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
