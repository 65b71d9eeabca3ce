import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Font } from "satori";
import satori from "satori";
import { plainText } from "../page/page-text.ts";
import { relativePath } from "./relative-path.ts";

/** A line of text as its letters' shapes. */
export interface TextOutline {
	/** Data of an SVG path in whole numbers, the baseline at 0; empty for nothing but spaces. */
	readonly path: string;
	/** Units of the path to the type size. */
	readonly grid: number;
	/** Width of the line, in type sizes. */
	readonly advance: number;
	/** Whether the typeface lacks a letter of it; what is drawn in its place is not worth showing. */
	readonly incomplete: boolean;
}

/** For type of up to 20 pixels, where the picture is to weigh little. */
export const COARSE_GRID = 64;
/** For display type. */
export const FINE_GRID = 1000;

/** At this size one unit of the drawing is one of the typeface, so that no rounding depends on the machine. */
const UNITS = 1000;
/** Where satori sets the baseline of such a line. */
const BASELINE = 812;

const LETTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Letters as people see them, with their accents. */
export function lettersOf(text: string): string[] {
	// what is ASCII, as most names are, needs no rules
	return /^[ -~]*$/.test(text) ? [...text] : Array.from(LETTERS.segment(text), ({ segment }) => segment);
}

/** Sets one line: letter by letter, each as far from the one before it as satori sets the two of them. */
export async function outlineText(
	text: string,
	weight: Weight = 400,
	grid: number = COARSE_GRID,
): Promise<TextOutline> {
	const letters = lettersOf(plainText(text));
	const set = await Promise.all(
		letters.map((letter) => once(keptLetters, `${weight} ${letter}`, () => setLetters(letter, weight))),
	);
	const kerns = await Promise.all(set.map((letter, at) => kernOf(set[at - 1], letter, weight)));
	let [path, pen] = ["", 0];
	for (const [at, letter] of set.entries()) {
		pen += kerns[at] ?? 0;
		path += outlineAt(letter, pen, grid);
		pen += letter.width;
	}
	return { path, grid, advance: pen / UNITS, incomplete: set.some(({ incomplete }) => incomplete) };
}

/** What satori draws of a letter, or of two. */
interface SetLetters {
	readonly text: string;
	/** In units of the typeface. */
	readonly width: number;
	/** Absolute outlines in the same units. */
	readonly outline: string;
	readonly incomplete: boolean;
	/** The outline on each grid that was asked for: where it starts, and how it goes on from there. */
	readonly onGrid: Map<number, readonly [x: number, y: number, rest: string]>;
}

/** What two letters are nearer to each other than their widths say, in units of the typeface. */
async function kernOf(before: SetLetters | undefined, letter: SetLetters, weight: Weight): Promise<number> {
	if (!before || before.incomplete || letter.incomplete) return 0;
	const pair = before.text + letter.text;
	return once(
		keptKerns,
		`${weight} ${pair}`,
		async () => (await setLetters(pair, weight)).width - before.width - letter.width,
	);
}

/** Entries kept of each kind: a site's pictures have some hundreds. */
const MOST_KEPT = 4096;

const keptLetters = new Map<string, Promise<SetLetters>>();
const keptKerns = new Map<string, Promise<number>>();

/** Made once per process, since setting takes milliseconds. */
function once<T>(kept: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
	const known = kept.get(key);
	if (known) return known;
	if (kept.size >= MOST_KEPT) kept.clear();
	const made = make();
	kept.set(key, made);
	return made;
}

function outlineAt({ outline, onGrid }: SetLetters, pen: number, grid: number): string {
	const known = onGrid.get(grid) ?? startOf(relativePath(outline, BASELINE, UNITS / grid));
	onGrid.set(grid, known);
	const [x, y, rest] = known;
	return rest === "" ? "" : `M${x + Math.round((pen * grid) / UNITS)} ${y}${rest}`;
}

function startOf(path: string): readonly [x: number, y: number, rest: string] {
	const [start = "", x, y] = /^m(-?\d+) ?(-?\d+)/.exec(path) ?? [];
	return [Number(x), Number(y), path.slice(start.length)];
}

async function setLetters(text: string, weight: Weight): Promise<SetLetters> {
	let incomplete = false;
	const style = { display: "flex", fontFamily: FAMILY, fontWeight: weight, fontSize: UNITS, lineHeight: 1 };
	// A space at either end would have no width; one that does not break has.
	const children = text.replaceAll(" ", "\u00a0");
	const svg = await satori(
		{ type: "div", key: null, props: { style: { ...style, whiteSpace: "pre" }, children } },
		{
			height: UNITS,
			fonts: typeface(),
			embedFont: true,
			// Satori asks for fonts that it lacks; there are none, and nothing is ever fetched.
			loadAdditionalAsset: async () => {
				incomplete = true;
				return [];
			},
		},
	);
	const [, width] = /^<svg width="(\d+)"/.exec(svg) ?? [];
	if (width === undefined) throw new TypeError("Satori wrote a drawing without a width.");
	// Only outlines are taken over, so that no text can reach the picture as markup.
	const outlines = [...svg.matchAll(/<path fill="black" d="([^"]*)"/g)].map(([, data = ""]) => data);
	return { text, width: Number(width), outline: outlines.join(""), incomplete, onGrid: new Map() };
}

const WEIGHTS = [400, 600] as const;
export type Weight = (typeof WEIGHTS)[number];

/** Parts of the typeface, the most frequent first: one file holds no more than these letters. */
const SUBSETS = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"] as const;

/** Value of `font-family` under which every subset is found. */
const FAMILY = SUBSETS.map(familyOf).join(", ");

let loaded: Font[] | undefined;

/** Source Sans 3 (SIL Open Font License 1.1) in all its subsets; read once. */
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
