import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import { isWholePng } from "./card-cache.ts";
import { drawCard } from "./draw-card.ts";
import { indexedPng } from "./indexed-png.ts";
import { EVERY_KIND } from "./picture-facts.testkit.ts";

const render = (svg: string) => new Resvg(svg, { font: { loadSystemFonts: false } }).render();
const svg = (width: number, height: number, inside: string) =>
	`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`;

/** What another program reads in a PNG of this size. */
function read(png: Uint8Array, width: number, height: number): Buffer {
	const data = `data:image/png;base64,${Buffer.from(png).toString("base64")}`;
	const image = `<image image-rendering="optimizeSpeed" width="${width}" height="${height}" href="${data}"/>`;
	return render(svg(width, height, image)).pixels;
}

describe("an indexed PNG", () => {
	it.each(Object.entries(EVERY_KIND))("is the same picture in under 30 KiB: the card of %s", async (_, facts) => {
		const picture = render(await drawCard(facts));
		const png = indexedPng(picture);
		if (!png) throw new RangeError("A card has at most 256 colours.");
		expect(isWholePng(png)).toBe(true);
		expect(read(png, picture.width, picture.height).equals(picture.pixels)).toBe(true);
		expect(png.byteLength).toBeLessThan(30 * 1024);
	});

	it("is not made of what lets something through, or has more colours than a palette", () => {
		expect(indexedPng(render(svg(2, 2, '<rect width="2" height="2" opacity="0.5"/>')))).toBeUndefined();
		const rainbow = Array.from({ length: 257 }, (_, at) => {
			return `<rect x="${at}" width="1" height="1" fill="rgb(${at % 256},${at >> 8},0)"/>`;
		});
		const most = render(svg(256, 1, rainbow.slice(0, 256).join("")));
		expect(read(indexedPng(most) ?? new Uint8Array(), 256, 1).equals(most.pixels)).toBe(true);
		expect(indexedPng(render(svg(257, 1, rainbow.join(""))))).toBeUndefined();
	});
});
