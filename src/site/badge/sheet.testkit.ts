/** Reads sheets with other programs; never shipped. */

import { Resvg } from "@resvg/resvg-js";
import type { Sheet } from "./draw-card.ts";
import { svgDocument } from "./svg-document.ts";

/** The sheet as an embedded SVG. */
export function asDocument(sheet: Sheet): string {
	return svgDocument({ ...sheet, title: "A sheet", description: "Its shapes." });
}

/** Pixels that another program reads from the PNG. */
export function readPng(png: Uint8Array, { width, height }: Pick<Sheet, "width" | "height">): Buffer {
	const data = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
	const size = `width="${width}" height="${height}"`;
	const image = `<image image-rendering="optimizeSpeed" ${size} href="${data}"/>`;
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`;
	return new Resvg(svg, { font: { loadSystemFonts: false } }).render().pixels;
}
