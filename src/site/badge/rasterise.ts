import { Resvg } from "@resvg/resvg-js";

/** What draws: another version may draw another picture of the same SVG. */
export const RASTERISER = "resvg-js 2.6.2";

/** A picture of outlines alone as a PNG of the same size; the machine's own fonts are never asked. */
export function rasterise(svg: string): Uint8Array {
	return new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: "off" }).render().asPng();
}
