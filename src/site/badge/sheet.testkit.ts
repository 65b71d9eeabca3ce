/** Sheets as other programs read them; never shipped. */

import { Resvg } from "@resvg/resvg-js";
import type { Sheet } from "./sheet.ts";
import { type Shape, svgDocument } from "./svg-document.ts";

/** What a sheet shows, each shape once. */
export function shapesOf({ parts }: Sheet): Shape[] {
	return [...new Set(parts.flatMap(({ shapes }) => shapes))];
}

/** The same sheet as one part. */
export function inOnePart(sheet: Sheet): Sheet {
	const { width, height } = sheet;
	return { width, height, parts: [{ x: 0, y: 0, width, height, shapes: shapesOf(sheet) }] };
}

/** The same as an embedded picture would show it. */
export function asDocument(sheet: Sheet): string {
	const { width, height } = sheet;
	return svgDocument({ width, height, title: "A sheet", description: "Its parts.", shapes: shapesOf(sheet) });
}

/** Pixels of an SVG, RGBA. */
export function render(svg: string) {
	return new Resvg(svg, { font: { loadSystemFonts: false } }).render();
}

/** What another program reads in a PNG of this size. */
export function readPng(png: Uint8Array, { width, height }: Pick<Sheet, "width" | "height">): Buffer {
	const data = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
	const size = `width="${width}" height="${height}"`;
	const image = `<image image-rendering="optimizeSpeed" ${size} href="${data}"/>`;
	return render(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`).pixels;
}
