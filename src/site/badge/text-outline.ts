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
export const COARSE_GRID = 125;
/** For display type. */
export const FINE_GRID = 1000;

/** At this size one unit of the drawing is one of the typeface, so that no rounding depends on the machine. */
const UNITS = 1000;
/** Where satori sets the baseline of such a line. */
const BASELINE = 812;
/** Distinct lines kept: ten thousand badges have some hundreds, all of them short. */
const MOST_KEPT = 4096;
const LONGEST_KEPT = 48;

const kept = new Map<string, Promise<TextOutline>>();

/** Sets one line. A short one is set once per process, since setting it takes milliseconds. */
export function outlineText(text: string, weight: Weight = 400, grid: number = COARSE_GRID): Promise<TextOutline> {
	const line = plainText(text);
	if (line.length > LONGEST_KEPT) return setLine(line, weight, grid);
	const key = `${weight} ${grid} ${line}`;
	const known = kept.get(key);
	if (known) return known;
	if (kept.size >= MOST_KEPT) kept.clear();
	const setting = setLine(line, weight, grid);
	kept.set(key, setting);
	return setting;
}

async function setLine(line: string, weight: Weight, grid: number): Promise<TextOutline> {
	let incomplete = false;
	const style = { display: "flex", fontFamily: FAMILY, fontWeight: weight, fontSize: UNITS, lineHeight: 1 };
	const element = { type: "div", key: null, props: { style: { ...style, whiteSpace: "pre" }, children: line } };
	const svg = await satori(element, {
		height: UNITS,
		fonts: typeface(),
		embedFont: true,
		// Satori asks for fonts that it lacks; there are none, and nothing is ever fetched.
		loadAdditionalAsset: async () => {
			incomplete = true;
			return [];
		},
	});
	const [, width] = /^<svg width="(\d+)"/.exec(svg) ?? [];
	if (width === undefined) throw new TypeError("Satori wrote a drawing without a width.");
	// Only outlines are taken over, so that no text can reach the picture as markup.
	const outlines = [...svg.matchAll(/<path fill="black" d="([^"]*)"/g)].map(([, data = ""]) => data);
	const path = relativePath(outlines.join(""), BASELINE, UNITS / grid);
	return { path, grid, advance: Number(width) / UNITS, incomplete };
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
