import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Font } from "satori";
import satori from "satori";
import { plainText } from "../page/page-text.ts";
import { asciiHost, type PictureFacts } from "./picture-facts.ts";
import { textWidth } from "./svg-document.ts";

export interface TextOutline {
	/** SVG path data in whole numbers, the baseline at 0; empty for spaces alone. */
	readonly path: string;
	/** Units of the path to the type size. */
	readonly grid: number;
	/** In type sizes. */
	readonly advance: number;
	/** The typeface lacks a letter: what is drawn in its place is not worth showing. */
	readonly incomplete: boolean;
}

/** For type of up to 20 pixels, where the picture must weigh little. */
export const COARSE_GRID = 64;
export const FINE_GRID = 1000;

/** At this size one unit of the drawing is one of the typeface, so that no rounding depends on the machine. */
const UNITS = 1000;
/** Where satori sets it. */
const BASELINE = 812;

const LETTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(text: string): string[] {
	// what is ASCII, as most names are, needs no rules
	return /^[ -~]*$/.test(text) ? [...text] : Array.from(LETTERS.segment(text), ({ segment }) => segment);
}

/** Lines kept, since setting one takes milliseconds and many stand on every picture. */
const MOST_KEPT = 4096;
const kept = new Map<string, Promise<TextOutline>>();

export function outlineText(text: string, weight: Weight = 400, grid: number = COARSE_GRID): Promise<TextOutline> {
	const key = `${weight} ${grid} ${text}`;
	const known = kept.get(key);
	if (known) return known;
	if (kept.size >= MOST_KEPT) kept.clear();
	const made = setLine(plainText(text), weight, grid);
	kept.set(key, made);
	return made;
}

async function setLine(text: string, weight: Weight, grid: number): Promise<TextOutline> {
	if (text === "") return { path: "", grid, advance: 0, incomplete: false };
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
	const path = relativePath(outlines.join(""), BASELINE, UNITS / grid);
	return { path, grid, advance: Number(width) / UNITS, incomplete };
}

const WEIGHTS = [400, 600] as const;
export type Weight = (typeof WEIGHTS)[number];

/** The most frequent first: one file holds these letters alone. */
const SUBSETS = ["latin", "latin-ext", "greek", "greek-ext", "cyrillic", "cyrillic-ext", "vietnamese"] as const;

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

/** Points that each command of an outline takes; TrueType outlines have no others. */
const POINTS: Readonly<Record<string, number>> = { M: 1, L: 1, Q: 2, Z: 0 };

type Point = readonly [x: number, y: number];

/**
 * In relative whole numbers, the baseline at 0: a quarter of the bytes. `grid`: outline units to one of the result.
 * @throws TypeError for anything but absolute M, L, Q and Z
 */
export function relativePath(data: string, baseline: number, grid: number): string {
	const snap = ([x, y]: Point): Point => [Math.round(x / grid), Math.round((y - baseline) / grid)];
	let here = ORIGIN;
	let start = ORIGIN;
	let mirror: Point | undefined;
	let [path, previous] = ["", ""];
	for (const [command, points] of readCommands(data)) {
		const [first = start, last = first]: readonly Point[] = points.map(snap);
		const segment = command === "Q" ? curve(here, first, last, mirror) : straight(command, here, last);
		const written = write(segment, previous);
		path += written;
		mirror = segment.mirror;
		if (command === "M") start = last;
		here = last;
		if (written !== "") previous = segment.command;
	}
	return path;
}

interface Segment {
	readonly command: string;
	readonly numbers: readonly number[];
	/** The control point that a curve after this one may leave out. */
	readonly mirror?: Point;
}

const ORIGIN: Point = [0, 0];

function curve(here: Point, control: Point, end: Point, mirror: Point | undefined): Segment {
	const mirrors = mirror !== undefined && near(control, mirror);
	if (!mirrors && flat(here, control, end)) return straight("L", here, end);
	const [x, y] = mirrors ? mirror : control;
	return {
		command: mirrors ? "t" : "q",
		numbers: mirrors ? steps(here, end) : steps(here, control, end),
		mirror: [2 * end[0] - x, 2 * end[1] - y],
	};
}

function straight(command: string, here: Point, end: Point): Segment {
	if (command === "Z") return { command: "z", numbers: [] };
	if (command === "M") return { command: "m", numbers: steps(here, end) };
	const [across, down] = [end[0] - here[0], end[1] - here[1]];
	if (across === 0) return { command: "v", numbers: down === 0 ? [] : [down] };
	return down === 0 ? { command: "h", numbers: [across] } : { command: "l", numbers: [across, down] };
}

/** A command is not repeated, and a minus sign separates as well as a space does. */
function write({ command, numbers }: Segment, previous: string): string {
	if (numbers.length === 0) return command === "z" ? "z" : "";
	const words = numbers.map((number, at) => (number >= 0 && at > 0 ? ` ${number}` : `${number}`)).join("");
	if (command !== previous || command === "m") return command + words;
	return words.startsWith("-") ? words : ` ${words}`;
}

/** Within what snapping to the grid moves. */
function near([x, y]: Point, mirrored: Point): boolean {
	return Math.abs(x - mirrored[0]) <= 1 && Math.abs(y - mirrored[1]) <= 1;
}

/** Within half a unit. */
function flat(here: Point, control: Point, end: Point): boolean {
	const [across, down] = [end[0] - here[0], end[1] - here[1]];
	const away = Math.abs((control[0] - here[0]) * down - (control[1] - here[1]) * across);
	const along = (control[0] - here[0]) * across + (control[1] - here[1]) * down;
	const length = across * across + down * down;
	// A curve that returns to where it began has no line to be near to.
	if (length === 0) return near(control, here);
	return along >= 0 && along <= length && away * away <= length;
}

function steps(here: Point, ...points: readonly Point[]): number[] {
	return points.flatMap(([x, y]) => [x - here[0], y - here[1]]);
}

function* readCommands(data: string): Generator<readonly [string, readonly Point[]]> {
	if (!/^[MLQZ\d.\s-]*$/.test(data)) throw new TypeError("This is not an outline of M, L, Q and Z.");
	const words = data.match(/[MLQZ]|[^MLQZ\s-]+|-[^MLQZ\s-]*/g) ?? [];
	for (let at = 0; at < words.length; ) {
		const command = words[at++] ?? "";
		const points: Point[] = [];
		for (let left = POINTS[command] ?? Number.NaN; left !== 0; left--) {
			const point = [Number(words[at++]), Number(words[at++])] as const;
			if (Number.isNaN(left + point[0] + point[1])) throw new TypeError(`${command} is not followed by its numbers.`);
			points.push(point);
		}
		yield [command, points];
	}
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
	/** What is too long even at this size loses its middle. */
	readonly least: number;
	readonly weight?: Weight;
	readonly grid?: number;
	/** By default without its middle. */
	readonly shorten?: (letters: readonly string[], keep: number) => string;
}

/** No line of ours has room for more. */
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

/** Keeps more of the end: it says who owns a domain. */
export function withoutMiddle(letters: readonly string[], keep: number): string {
	const head = Math.floor(keep * 0.4);
	return `${letters.slice(0, head).join("")}…${letters.slice(letters.length - (keep - head)).join("")}`;
}

/** In ASCII where the typeface lacks a letter. */
export async function drawableHost(facts: PictureFacts): Promise<string> {
	const shown = plainText(facts.displayDomain);
	return shown === "" || (await outlineText(shown)).incomplete ? asciiHost(facts) : shown;
}

/** Cut at a dot: half a label can look like another domain. */
export async function fitHost(host: string, place: TextPlace): Promise<FittedText> {
	return fitText(host, {
		...place,
		shorten: (letters, keep) => withoutMiddle(letters, keep).replace(/…[^.]*\./, "…."),
	});
}
