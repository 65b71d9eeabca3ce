import { Resvg } from "@resvg/resvg-js";
import { expect, test } from "vitest";
import { drawLogo, drawProductCard } from "./draw-product-card.ts";
import { readPicture } from "./svg-allow-list.testkit.ts";

test.each([
	["the card", drawProductCard, [1200, 630]],
	["the logo", drawLogo, [512, 512]],
] as const)("%s is made of elements of ours alone", async (_, draw, size) => {
	const svg = await draw();
	expect(readPicture(svg).foreign).toEqual([]);
	const { width, height } = new Resvg(svg);
	expect([width, height]).toEqual(size);
});
