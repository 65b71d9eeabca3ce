import { describe, expect, it, test } from "vitest";
import { cardLines } from "./badge-texts.ts";
import { drawCard, drawLogo, drawProductCard, rasterise } from "./draw-card.ts";
import { EVERY_KIND, makeFacts } from "./picture-facts.testkit.ts";
import { asDocument, readPng } from "./sheet.testkit.ts";
import { readPicture } from "./svg-allow-list.testkit.ts";

describe("the card", () => {
	it.each(Object.entries(EVERY_KIND))("%s: is made of elements of ours alone", async (_, facts) => {
		expect(readPicture(asDocument(await drawCard(facts))).foreign).toEqual([]);
	});

	it("is 1200 by 630, on light paper", async () => {
		const card = await drawCard(makeFacts());
		expect([card.width, card.height]).toEqual([1200, 630]);
		const pixels = readPng(rasterise(card), card);
		expect([...pixels.subarray(4 * (1200 * 300 + 2), 4 * (1200 * 300 + 2) + 4)]).toEqual([0xfc, 0xfc, 0xfa, 255]);
	});

	it.each(Object.entries(EVERY_KIND))("%s: is a PNG of at most 30 KiB", async (_, facts) => {
		expect(rasterise(await drawCard(facts)).byteLength).toBeLessThan(30 * 1024);
	});

	it("stays the same while the log grows", async () => {
		const later = makeFacts({ treeSize: 4711, root: "0".repeat(64), builtAt: "2026-11-25T00:00:00.000Z" });
		expect(await drawCard(later)).toEqual(await drawCard(makeFacts()));
	});

	it("shows the site in the dual-axis plot", async () => {
		const elsewhere = await drawCard(makeFacts({ axes: { structure: 20, accessibility: 94 } }));
		expect(elsewhere).not.toEqual(await drawCard(makeFacts()));
	});

	it("names an agency only if the typeface has its letters", async () => {
		const drawn = async (agencyName: string) =>
			asDocument(await drawCard(makeFacts({ agencyName }))).split("<text").length;
		expect(await drawn("株式会社ノルド")).toBe(await drawn(""));
		expect(await drawn("Nordlicht")).toBe((await drawn("")) + 1);
	});
});

it("shows time, mode, and why it is not sealed", () => {
	const line = (name: string) => cardLines(EVERY_KIND[name] ?? makeFacts()).join(" | ");
	expect(line("fresh")).toBe("21 November 2026 · methodology 0.1.0");
	expect(line("stale")).toBe("28 August 2026 · methodology 0.1.0 · stale");
	expect(line("not yet sealed")).toBe("21 November 2026 · methodology 0.1.0 · not yet sealed");
	expect(line("from a folder")).toBe("Audited from a folder before publication | 21 November 2026 · methodology 0.1.0");
	expect(line("withdrawn")).toBe("Taken down at the owner’s request");
});

test.each([
	["the card", drawProductCard, [1200, 630]],
	["the logo", drawLogo, [512, 512]],
] as const)("%s is made of elements of ours alone", async (_, draw, size) => {
	const sheet = await draw();
	expect(readPicture(asDocument(sheet)).foreign).toEqual([]);
	expect([sheet.width, sheet.height]).toEqual(size);
});
