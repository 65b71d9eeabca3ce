import type { Ink } from "./palette.ts";
import type { TextOutline } from "./text-outline.ts";

/** One inked outline of a picture; pictures are made of nothing else. */
export interface Shape {
	readonly ink: Ink;
	/** Data of an SVG path. */
	readonly path: string;
	/** Width of a line; absent for a filled area. */
	readonly line?: number;
	/** Lengths of dashes and gaps. */
	readonly dashes?: string;
	/** Where the path's origin stands, and how much it is enlarged. */
	readonly place?: Place;
}

export interface Place {
	readonly x: number;
	readonly y: number;
	readonly scale: number;
}

export function box(ink: Ink, x: number, y: number, width: number, height: number): Shape {
	const [across, down] = [round(width), round(height)];
	return { ink, path: `M${round(x)} ${round(y)}h${across}v${down}h${-across}z` };
}

export function disc(ink: Ink, x: number, y: number, radius: number): Shape {
	return { ink, path: circle(x, y, radius) };
}

/** Path data of a circle. */
export function circle(x: number, y: number, radius: number): string {
	const [r, across] = [round(radius), round(2 * radius)];
	return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${across} 0a${r} ${r} 0 1 0 ${-across} 0z`;
}

export function line(ink: Ink, path: string, width = 1, dashes?: string): Shape {
	return { ink, path, line: width, ...(dashes === undefined ? {} : { dashes }) };
}

/** Text whose baseline begins, or with `end` ends, at x and y. `size` is that of the type, in pixels. */
export function text(
	ink: Ink,
	outline: TextOutline,
	at: { readonly x: number; readonly y: number; readonly size: number; readonly end?: boolean },
): Shape {
	const x = at.end ? at.x - textWidth(outline, at.size) : at.x;
	return { ink, path: outline.path, place: { x: round(x), y: at.y, scale: at.size / outline.grid } };
}

export function textWidth(outline: TextOutline, size: number): number {
	return outline.advance * size;
}

/** The product's mark in a square of `size`. */
export function brandMark(ink: Ink, x: number, y: number, size: number): Shape[] {
	const scale = size / 24;
	const place = { x, y, scale };
	return [
		{ ink, path: `${circle(12, 12, 7)}M0 12h7M17 12h7M12 0v5M12 19v5`, line: 2, place },
		{ ink, path: circle(12, 12, 1.75), place },
	];
}

/** Two decimals: finer than any screen, and the same on every machine. */
export function round(value: number): number {
	return Math.round(value * 100) / 100;
}
