import { plainText } from "../page/page-text.ts";
import { asciiHost, type PictureFacts } from "./picture-facts.ts";
import { textWidth } from "./svg-document.ts";
import { outlineText, type TextOutline, type Weight } from "./text-outline.ts";

/** A line of text that fits its place. */
export interface FittedText {
	readonly outline: TextOutline;
	/** Type size in pixels. */
	readonly size: number;
}

export interface TextPlace {
	/** Pixels there are. */
	readonly width: number;
	/** Type size where there is room enough. */
	readonly size: number;
	/** The smallest that can still be read; what is too long even then loses its middle. */
	readonly least: number;
	readonly weight?: Weight;
	/** Units of the outline to the type size. */
	readonly grid?: number;
	/** How it is written with `keep` of its letters; by default without its middle. */
	readonly shorten?: (letters: readonly string[], keep: number) => string;
}

/** No line of ours has room for more letters, whatever they are. */
const MOST_LETTERS = 256;
/** What joining letters may take from, or add to, the sum of their widths. */
const KERNING = 1.1;

const LETTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Letters as people see them, with their accents. */
function lettersOf(text: string): string[] {
	return Array.from(LETTERS.segment(text), ({ segment }) => segment);
}

export async function fitText(text: string, place: TextPlace): Promise<FittedText> {
	const { width, size, least, weight, grid } = place;
	const letters = lettersOf(plainText(text));
	const room = width / least;
	const measure = await letterWidths(letters, weight);
	if (letters.length <= MOST_LETTERS && measure(letters.join("")) <= room * KERNING) {
		const outline = await outlineText(letters.join(""), weight, grid);
		const largest = Math.floor((width / Math.max(outline.advance, 1)) * 4) / 4;
		if (outline.advance <= room) return { outline, size: Math.min(size, largest) };
	}
	return { outline: await shortenToFit(letters, measure, place), size: least };
}

/** Sums the widths of a line's letters: quick, where setting lines to see which of them fits is not. */
async function letterWidths(letters: readonly string[], weight?: Weight): Promise<(line: string) => number> {
	const distinct = [...new Set([...letters, "…", "."])].slice(0, 4 * MOST_LETTERS);
	const outlines = await Promise.all(distinct.map((letter) => outlineText(letter, weight)));
	const widths = new Map(distinct.map((letter, at) => [letter, outlines[at]?.advance ?? 0]));
	return (line) => Array.from(LETTERS.segment(line)).reduce((sum, { segment }) => sum + (widths.get(segment) ?? 1), 0);
}

/** The longest shortened line that fits: found by the letters' widths, then by setting it. */
async function shortenToFit(
	letters: readonly string[],
	measure: (line: string) => number,
	{ width, least, weight, grid, shorten = withoutMiddle }: TextPlace,
): Promise<TextOutline> {
	let [fitting, tooMany] = [0, Math.min(letters.length, MOST_LETTERS)];
	while (tooMany - fitting > 1) {
		const keep = Math.floor((fitting + tooMany) / 2);
		if (measure(shorten(letters, keep)) <= width / least) fitting = keep;
		else tooMany = keep;
	}
	for (let keep = fitting; keep > 0; keep--) {
		const outline = await outlineText(shorten(letters, keep), weight, grid);
		if (textWidth(outline, least) <= width) return outline;
	}
	return outlineText("…", weight, grid);
}

/** Keeps more of the end: there stands who a domain belongs to. */
export function withoutMiddle(letters: readonly string[], keep: number): string {
	const head = Math.floor(keep * 0.4);
	return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (keep - head)).join("")}`;
}

/** The host for people's eyes; in ASCII where the typeface lacks a letter of it. */
export async function drawableHost(facts: PictureFacts): Promise<string> {
	const shown = plainText(facts.displayDomain);
	// letter by letter, since letters are kept and hosts are many
	const letters = await Promise.all([...new Set(lettersOf(shown))].map((letter) => outlineText(letter)));
	return letters.length === 0 || letters.some(({ incomplete }) => incomplete) ? asciiHost(facts) : shown;
}

/** The same where it is too long: its end is kept from a dot on, since half a label can look like another domain. */
export async function fitHost(host: string, place: TextPlace): Promise<FittedText> {
	return fitText(host, {
		...place,
		shorten: (letters, keep) => withoutMiddle(letters, keep).replace(/…[^.]*\./, "…."),
	});
}
