import { describe, expect, it } from "vitest";
import { drawCard } from "./draw-card.ts";
import { EVERY_KIND } from "./picture-facts.testkit.ts";
import { readPng, render, shapesOf } from "./sheet.testkit.ts";
import { rasterise } from "./sheet.ts";
import { box, type Ink, PALETTE, svgPart } from "./svg-document.ts";

const INKS = ["paper", "ink", "quiet", "rule", "track", "strong", "red", "amber", "green"] as const;

describe("an indexed PNG", () => {
	it.each(Object.entries(EVERY_KIND))("is nearly the same picture in 20 KiB: the card of %s", async (_, facts) => {
		const card = await drawCard(facts);
		const png = rasterise(card);
		expect(png.byteLength).toBeLessThan(20 * 1024);
		const { width, height } = card;
		const shapes = [box("paper", 0, 0, width, height), ...shapesOf(card)];
		const meant = render(svgPart({ x: 0, y: 0, width, height, shapes })).pixels;
		const read = readPng(png, card);
		let most = 0;
		for (let at = 0; at < meant.length; at++) most = Math.max(most, Math.abs((meant[at] ?? 0) - (read[at] ?? 0)));
		expect(most).toBeLessThan(32);
	});

	it.each(INKS)("has %s as it is", (ink) => {
		const size = { width: 2, height: 1 };
		const [red, green, blue] = readPng(
			rasterise({ ...size, parts: [{ ...size, x: 0, y: 0, shapes: [filled(ink)] }] }),
			size,
		);
		expect(Buffer.of(red ?? 0, green ?? 0, blue ?? 0).toString("hex")).toBe(PALETTE[ink].light.slice(1));
	});
});

const filled = (ink: Ink) => box(ink, 0, 0, 2, 1);
