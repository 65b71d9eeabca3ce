import { describe, expect, it } from "vitest";
import { drawCard } from "./draw-card.ts";
import { EVERY_KIND, LONGEST_HOST, makeFacts } from "./picture-facts.testkit.ts";
import type { PictureFacts } from "./picture-facts.ts";
import { inOnePart, readPng } from "./sheet.testkit.ts";
import { rasterise, type SheetPart } from "./sheet.ts";
import { box } from "./svg-document.ts";

const SIZE = { width: 8, height: 4 };
const part = (x: number, y: number, width: number, height: number, recurs?: boolean): SheetPart => ({
	...{ x, y, width, height },
	shapes: [box("ink", x, y, 1, 1)],
	...(recurs === undefined ? {} : { recurs }),
});

describe("a sheet", () => {
	it("has its parts at their places, on paper", () => {
		const pixels = readPng(rasterise({ ...SIZE, parts: [part(0, 0, 2, 2), part(6, 2, 2, 2)] }), SIZE);
		const inked = Array.from({ length: 32 }, (_, at) => at).filter((at) => pixels[4 * at] !== 0xfc);
		expect(inked).toEqual([0, 22]);
		expect([...pixels.subarray(0, 8)]).toEqual([0x16, 0x19, 0x1b, 255, 0xfc, 0xfc, 0xfa, 255]);
	});

	it.each([
		part(-2, 0, 2, 2),
		part(0, -1, 2, 2),
		part(8, 0, 2, 2),
		part(0, 3, 2, 2),
		part(1, 0, 2, 2),
		part(0, 0, 3, 2),
	])("has no place for %j", (outside) => {
		expect(() => rasterise({ ...SIZE, parts: [outside] })).toThrow(RangeError);
	});

	it("shows the same whether a part was kept or not", () => {
		const parts = [part(2, 1, 4, 2, true)];
		const first = rasterise({ ...SIZE, parts });
		expect(rasterise({ ...SIZE, parts })).toEqual(first);
		expect(rasterise({ ...SIZE, parts: [part(2, 1, 4, 2)] })).toEqual(first);
	});
});

/** Cards whose lines are as long, and whose marks are as far out, as can be. */
const FARTHEST: Readonly<Record<string, PictureFacts>> = Object.fromEntries([
	...[0, 100].flatMap((structure) =>
		[0, 100].map((accessibility) => [
			`structure ${structure}, accessibility ${accessibility}`,
			makeFacts({ axes: { structure, accessibility }, overallScore: 100, agencyName: "W".repeat(40) }),
		]),
	),
	[
		"nowhere and long",
		{ ...EVERY_KIND["not audited, stale"], slug: LONGEST_HOST, displayDomain: `ẵẵ.${LONGEST_HOST}` },
	],
]);

describe("the parts of a card", () => {
	it.each(Object.entries({ ...EVERY_KIND, ...FARTHEST }))(
		"show all that the card shows in one: %s",
		async (_, facts) => {
			const card = await drawCard(facts);
			const whole = readPng(rasterise(inOnePart(card)), card);
			const drawn = readPng(rasterise(card), card);
			let differing = 0;
			for (let at = 0; at < whole.length; at += 4) if (whole.readInt32LE(at) !== drawn.readInt32LE(at)) differing++;
			// a disc that the edge of a part goes through may round otherwise
			expect(differing).toBeLessThanOrEqual(2);
		},
	);
});
