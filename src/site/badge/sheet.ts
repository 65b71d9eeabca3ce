import { Resvg } from "@resvg/resvg-js";
import { blankRows, indexedPng, packPixels } from "./indexed-png.ts";
import { PALETTE, type Shape, svgPart } from "./svg-document.ts";

/** A picture that becomes a PNG: paper, and on it parts that are drawn each by itself. */
export interface Sheet {
	/** In pixels; even. */
	readonly width: number;
	readonly height: number;
	/** Later ones cover earlier ones. */
	readonly parts: readonly SheetPart[];
}

/** What is drawn within a rectangle; a sheet that is mostly paper takes a fraction of the time so. */
export interface SheetPart {
	/** In whole pixels of the sheet; `x` and `width` even. What the shapes have outside of it is not drawn. */
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
	/** At their places on the sheet. */
	readonly shapes: readonly Shape[];
	/** Whether other sheets have the same part, so that its pixels are worth keeping. */
	readonly recurs?: boolean;
}

/**
 * The PNG of a sheet of outlines; the machine's own fonts are never asked.
 * @throws RangeError for a part that is not within the sheet, or of odd places
 */
export function rasterise({ width, height, parts }: Sheet): Uint8Array<ArrayBuffer> {
	const rows = blankRows(width, height);
	for (const part of parts) {
		const { x, y } = part;
		if (x < 0 || y < 0 || x + part.width > width || y + part.height > height || x % 2 || part.width % 2)
			throw new RangeError(`A part of ${part.width} x ${part.height} at ${x}, ${y} has no place on its sheet.`);
		const [pixels, perRow] = [pixelsOf(part), (part.width + BLEED) / 2];
		for (let row = 0; row < part.height; row++) {
			const ofRow = pixels.subarray(row * perRow + BLEED / 2, (row + 1) * perRow);
			rows.bytes.set(ofRow, (y + row) * (1 + width / 2) + 1 + x / 2);
		}
	}
	return indexedPng(rows);
}

/** Parts kept, of some tens of kilobytes each. */
const MOST_KEPT = 256;
const kept = new Map<string, Uint8Array>();

/** Pixels drawn to the left of a part and not taken: onto the first column resvg puts what ends just before it, too. */
const BLEED = 2;

function pixelsOf(part: SheetPart): Uint8Array {
	const svg = svgPart({ ...part, x: part.x - BLEED, width: part.width + BLEED });
	const known = kept.get(svg);
	if (known) return known;
	const options = { font: { loadSystemFonts: false }, background: PALETTE.paper.light, logLevel: "off" } as const;
	const pixels = packPixels(new Resvg(svg, options).render().pixels);
	if (!part.recurs) return pixels;
	if (kept.size >= MOST_KEPT) kept.clear();
	kept.set(svg, pixels);
	return pixels;
}
