import { expect, test } from "vitest";
import { drawLogo, drawProductCard } from "./draw-product-card.ts";
import { asDocument } from "./sheet.testkit.ts";
import { readPicture } from "./svg-allow-list.testkit.ts";

test.each([
	["the card", drawProductCard, [1200, 630]],
	["the logo", drawLogo, [512, 512]],
] as const)("%s is made of elements of ours alone", async (_, draw, size) => {
	const sheet = await draw();
	expect(readPicture(asDocument(sheet)).foreign).toEqual([]);
	expect([sheet.width, sheet.height]).toEqual(size);
});
