import { plainText } from "../page/page-text.ts";
import { asciiHost, type PictureFacts } from "./picture-facts.ts";
import { textWidth } from "./svg-document.ts";
import { lettersOf, outlineText, type TextOutline, type Weight } from "./text-outline.ts";

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

export async function fitText(text: string, place: TextPlace): Promise<FittedText> {
	const { width, size, least, weight, grid } = place;
	const letters = lettersOf(plainText(text));
	if (letters.length <= MOST_LETTERS) {
		const outline = await outlineText(letters.join(""), weight, grid);
		const largest = Math.floor((width / Math.max(outline.advance, 1)) * 4) / 4;
		if (textWidth(outline, least) <= width) return { outline, size: Math.min(size, largest) };
	}
	return { outline: await shortenToFit(letters, place), size: least };
}

/** The longest shortened line that fits. */
async function shortenToFit(
	letters: readonly string[],
	{ width, least, weight, grid, shorten = withoutMiddle }: TextPlace,
): Promise<TextOutline> {
	const set = (keep: number) => outlineText(keep === 0 ? "…" : shorten(letters, keep), weight, grid);
	let [fitting, tooMany] = [0, Math.min(letters.length, MOST_LETTERS)];
	while (tooMany - fitting > 1) {
		const keep = Math.floor((fitting + tooMany) / 2);
		if (textWidth(await set(keep), least) <= width) fitting = keep;
		else tooMany = keep;
	}
	return set(fitting);
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
