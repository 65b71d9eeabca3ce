import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Font } from "satori";
import { plainText } from "../page/page-text.ts";
import { asciiHost, type PictureFacts } from "./picture-facts.ts";
import { textWidth, UNITS } from "./svg-document.ts";

export interface TextOutline {
	readonly text: string;
	readonly weight: Weight;
	/** SVG path data by satori, `UNITS` per font size; empty if there are only spaces. */
	readonly path: string;
	/** In font sizes. */
	readonly advance: number;
	/** Whether the typeface lacks a letter, so that the outline is not worth showing. */
	readonly incomplete: boolean;
}

const LETTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(text: string): string[] {
	// ASCII text, as most names, needs no segmentation.
	return /^[ -~]*$/.test(text) ? [...text] : Array.from(LETTERS.segment(text), ({ segment }) => segment);
}

/** Maximum cached outlines. Each takes milliseconds, and many are on every picture. */
const MOST_KEPT = 4096;
const kept = new Map<string, Promise<TextOutline>>();

export function outlineText(text: string, weight: Weight = 400): Promise<TextOutline> {
	const key = `${weight} ${text}`;
	const known = kept.get(key);
	if (known) return known;
	if (kept.size >= MOST_KEPT) kept.clear();
	const made = setLine(plainText(text), weight);
	kept.set(key, made);
	return made;
}

async function setLine(text: string, weight: Weight): Promise<TextOutline> {
	if (text === "") return { text, weight, path: "", advance: 0, incomplete: false };
	let incomplete = false;
	const style = { display: "flex", fontFamily: FAMILY, fontWeight: weight, fontSize: UNITS, lineHeight: 1 };
	// A leading or trailing space has no width; a no-break space has one.
	const children = text.replaceAll(" ", "\u00a0");
	// Lazy: loaded with the first drawing.
	const { default: satori } = await import("satori");
	const svg = await satori(
		{ type: "div", key: null, props: { style: { ...style, whiteSpace: "pre" }, children } },
		{
			height: UNITS,
			fonts: typeface(),
			embedFont: true,
			// Satori calls this for missing glyphs. Never fetch anything.
			loadAdditionalAsset: async () => {
				incomplete = true;
				return [];
			},
		},
	);
	const [, width] = /^<svg width="(\d+)"/.exec(svg) ?? [];
	if (width === undefined) throw new TypeError("Satori wrote a drawing without a width.");
	// Copy only outlines, so that no text can reach the picture as markup.
	const outlines = [...svg.matchAll(/<path fill="black" d="([^"]*)"/g)].map(([, data = ""]) => data);
	return { text, weight, path: outlines.join(""), advance: Number(width) / UNITS, incomplete };
}

const WEIGHTS = [400, 600] as const;
export type Weight = (typeof WEIGHTS)[number];

/** Most frequent first. */
const SUBSETS = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"] as const;

const FAMILY = SUBSETS.map(familyOf).join(", ");

let loaded: Font[] | undefined;

/** Source Sans 3 (SIL Open Font License 1.1), all subsets; read once. */
function typeface(): Font[] {
	if (loaded) return loaded;
	const require = createRequire(import.meta.url);
	const files = new URL("files/", pathToFileURL(require.resolve("@fontsource/source-sans-3/package.json")));
	loaded = SUBSETS.flatMap((subset) =>
		WEIGHTS.map(
			(weight): Font => ({ name: familyOf(subset), weight, style: "normal", data: readFont(files, subset, weight) }),
		),
	);
	return loaded;
}

function readFont(files: URL, subset: string, weight: Weight): Buffer {
	return readFileSync(new URL(`source-sans-3-${subset}-${weight}-normal.woff`, files));
}

function familyOf(subset: string): string {
	return `SourceSans3-${subset}`;
}

interface FittedText {
	readonly outline: TextOutline;
	/** In pixels. */
	readonly size: number;
}

export interface TextPlace {
	/** In pixels. */
	readonly width: number;
	readonly size: number;
	/** Minimum font size. If the text is still too long, its middle is cut. */
	readonly least: number;
	readonly weight?: Weight;
	/** By default cuts the middle. */
	readonly shorten?: (letters: readonly string[], keep: number) => string;
}

/** More than any line of ours can show. */
const MOST_LETTERS = 256;

export async function fitText(text: string, place: TextPlace): Promise<FittedText> {
	const { width, size, least, weight } = place;
	const letters = lettersOf(plainText(text));
	if (letters.length <= MOST_LETTERS) {
		const outline = await outlineText(letters.join(""), weight);
		const largest = Math.floor((width / Math.max(outline.advance, 1)) * 4) / 4;
		if (textWidth(outline, least) <= width) return { outline, size: Math.min(size, largest) };
	}
	return { outline: await shortenToFit(letters, place), size: least };
}

async function shortenToFit(
	letters: readonly string[],
	{ width, least, weight, shorten = withoutMiddle }: TextPlace,
): Promise<TextOutline> {
	const set = (keep: number) => outlineText(keep === 0 ? "…" : shorten(letters, keep), weight);
	let [fitting, tooMany] = [0, Math.min(letters.length, MOST_LETTERS)];
	while (tooMany - fitting > 1) {
		const keep = Math.floor((fitting + tooMany) / 2);
		if (textWidth(await set(keep), least) <= width) fitting = keep;
		else tooMany = keep;
	}
	return set(fitting);
}

/** Keeps more of the end, which shows who owns a domain. */
export function withoutMiddle(letters: readonly string[], keep: number): string {
	const head = Math.floor(keep * 0.4);
	return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (keep - head)).join("")}`;
}

/** The ASCII form if the typeface lacks a letter. */
export async function drawableHost(facts: PictureFacts): Promise<string> {
	const shown = plainText(facts.displayDomain);
	return shown === "" || (await outlineText(shown)).incomplete ? asciiHost(facts) : shown;
}

/** Cuts at a dot, because half a label can look like another domain. */
export async function fitHost(host: string, place: TextPlace): Promise<FittedText> {
	return fitText(host, {
		...place,
		shorten: (letters, keep) => withoutMiddle(letters, keep).replace(/…[^.]*\./, "…."),
	});
}
