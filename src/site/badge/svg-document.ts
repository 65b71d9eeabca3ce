import { BAND_MARK, type Band, bandBars } from "../brief/band.ts";
import { escapeMarkup } from "../page/page-text.ts";
import type { TextOutline } from "./text-outline.ts";

/** At this font size a drawing unit is a typeface unit, so that rounding does not depend on the machine. */
export const UNITS = 1000;
/** Set by satori. */
const BASELINE = 812;

export interface Picture {
	/** In pixels. */
	readonly width: number;
	readonly height: number;
	readonly title: string;
	readonly description: string;
	/** From back to front. */
	readonly shapes: readonly Shape[];
}

/** Colours are attributes, for viewers without CSS; the style sheet is only for the dark scheme. */
export function svgDocument({ width, height, title, description, shapes }: Picture): string {
	const drawn = shapes.filter(({ path }) => path !== "");
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
		` role="img" aria-labelledby="sightline-title sightline-desc" font-family="${TYPEFACES}">`,
		`<title id="sightline-title">${escapeMarkup(title)}</title>`,
		`<desc id="sightline-desc">${escapeMarkup(description)}</desc>`,
		`<style>@media(prefers-color-scheme:dark){${darkRules(drawn)}}</style>`,
		...drawn.map((shape) => (shape.letters ? textElement(shape.ink, shape.letters) : pathElement(shape))),
		"</svg>\n",
	].join("");
}

/** Our typeface if installed, else one of similar width. */
const TYPEFACES = "'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif";

/** Takes a fifth of the bytes of an outline. Stretched to the width of our typeface, so that it fits in any other. */
function textElement(ink: Ink, { text, weight, x, y, size, width }: Letters): string {
	const colour = `class="${className(ink, undefined)}" fill="${PALETTE[ink].light}"`;
	const bold = weight === 400 ? "" : ` font-weight="${weight}"`;
	const fit = `textLength="${round(width)}" lengthAdjust="spacingAndGlyphs"`;
	return `<text ${colour} x="${x}" y="${y}" font-size="${size}"${bold} ${fit}>${escapeMarkup(text)}</text>`;
}

/** Without a background, and with text as outlines, because the renderer may have no typeface. */
export function svgOf({ width, height, shapes }: Pick<Picture, "width" | "height" | "shapes">): string {
	const drawn = shapes.filter(({ path }) => path !== "").map(pathElement);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${drawn.join("")}</svg>`;
}

function pathElement({ ink, path, line, dashes, roundEnds, place }: Shape): string {
	const colour = PALETTE[ink].light;
	const ends = `${dashes ? ` stroke-dasharray="${dashes}"` : ""}${roundEnds ? ' stroke-linecap="round"' : ""}`;
	const paint =
		line === undefined ? `fill="${colour}"` : `fill="none" stroke="${colour}" stroke-width="${line}"${ends}`;
	const transform = place
		? ` transform="translate(${round(place.x)} ${round(place.y)})scale(${Math.round(place.scale * 1e5) / 1e5})"`
		: "";
	return `<path class="${className(ink, line)}" ${paint}${transform} d="${path}"/>`;
}

function darkRules(shapes: readonly Shape[]): string {
	const rules = shapes.map(
		({ ink, line }) => `.${className(ink, line)}{${line === undefined ? "fill" : "stroke"}:${PALETTE[ink].dark}}`,
	);
	return [...new Set(rules)].sort().join("");
}

/** Prefixed to avoid clashes in a page that inlines the picture. */
function className(ink: Ink, line: number | undefined): string {
	return `sightline-${ink}${line === undefined ? "" : "-line"}`;
}

export interface Shape {
	readonly ink: Ink;
	/** Data of an SVG path. */
	readonly path: string;
	/** Stroke width; undefined for a filled area. */
	readonly line?: number;
	readonly dashes?: string;
	readonly roundEnds?: boolean;
	readonly place?: { readonly x: number; readonly y: number; readonly scale: number };
	/** The text, if the path is its outline. */
	readonly letters?: Letters;
}

/** In pixels; the baseline begins at x and y. */
interface Letters {
	readonly text: string;
	readonly weight: number;
	readonly x: number;
	readonly y: number;
	readonly size: number;
	readonly width: number;
}

export function box(ink: Ink, x: number, y: number, width: number, height: number): Shape {
	const [across, down] = [round(width), round(height)];
	return { ink, path: `M${round(x)} ${round(y)}h${across}v${down}h${-across}z` };
}

export function disc(ink: Ink, x: number, y: number, radius: number): Shape {
	return { ink, path: circle(x, y, radius) };
}

/** Draws zero-length lines with round ends, a fifth of the bytes of circles. */
export function discs(ink: Ink, centres: readonly (readonly [x: number, y: number])[], radius: number): Shape {
	return { ...line(ink, centres.map(([x, y]) => `M${round(x)} ${round(y)}h0`).join(""), 2 * radius), roundEnds: true };
}

export function circle(x: number, y: number, radius: number): string {
	const [r, across] = [round(radius), round(2 * radius)];
	return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 ${-across} 0z`;
}

export function line(ink: Ink, path: string, width = 1, dashes?: string): Shape {
	return { ink, path, line: width, ...(dashes === undefined ? {} : { dashes }) };
}

/** The baseline begins, or with `end` ends, at x and y. `size` in pixels. */
export function text(
	ink: Ink,
	outline: TextOutline,
	at: { readonly x: number; readonly y: number; readonly size: number; readonly end?: boolean },
): Shape {
	const { text, weight, path } = outline;
	const width = textWidth(outline, at.size);
	const x = round(at.end ? at.x - width : at.x);
	const scale = at.size / UNITS;
	const letters = { text, weight, x, y: round(at.y), size: at.size, width };
	return { ink, path, place: { x, y: at.y - BASELINE * scale, scale }, letters };
}

/** In pixels. */
export function textWidth(outline: TextOutline, size: number): number {
	return outline.advance * size;
}

export function brandMark(ink: Ink, x: number, y: number, size: number): Shape[] {
	const scale = size / 24;
	const place = { x, y, scale };
	return [
		{ ink, path: `${circle(12, 12, 7)}M0 12h7M17 12h7M12 0v5M12 19v5`, line: 2, place },
		{ ink, path: circle(12, 12, 1.75), place },
	];
}

export function bandMark(ink: Ink, { level }: Pick<Band, "level">, x: number, y: number, size: number): Shape[] {
	const place = { x, y, scale: size / BAND_MARK.size };
	const bars = (full: boolean) =>
		bandBars(level)
			.filter((bar) => bar.full === full)
			.map((bar) => box(ink, bar.x, bar.y, bar.width, bar.height).path)
			.join("");
	return [
		{ ink: "track", path: bars(false), place },
		{ ink, path: bars(true), place },
	];
}

/** To 2 decimals: finer than any screen, and the same on every machine. */
export function round(value: number): number {
	return Math.round(value * 100) / 100;
}

/** Colours of `src/styles/tokens.css` in the light and dark scheme. */
export const PALETTE = {
	paper: { light: "#fcfcfa", dark: "#131618" },
	sunk: { light: "#f2f2ee", dark: "#1c2023" },
	ink: { light: "#16191b", dark: "#e9e8e3" },
	quiet: { light: "#555b5f", dark: "#a5abae" },
	rule: { light: "#d5d6d1", dark: "#343a3d" },
	strong: { light: "#16191b", dark: "#c9c9c4" },
	track: { light: "#e3e4df", dark: "#2a2f32" },
	red: { light: "#a3270f", dark: "#ff9478" },
	amber: { light: "#825000", dark: "#eab04f" },
	green: { light: "#1d6b3f", dark: "#7ccb98" },
} as const;

export type Ink = keyof typeof PALETTE;
