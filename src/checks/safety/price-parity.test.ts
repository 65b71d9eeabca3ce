import { expect, test } from "vitest";
import type { Stated } from "#evidence/page-digest.ts";
import { aPage, ask } from "../page.testkit.ts";
import { priceParity } from "./price-parity.ts";

const price = (value: string, visible: boolean, more: Partial<Stated> = {}): Stated => ({
	at: "line 9, column 20",
	excerpt: `"price": "${value}"`,
	property: "price",
	type: "Offer",
	value,
	visible,
	of: "json-ld 0",
	...more,
});
const judge = (...stated: readonly Stated[]) => ask(priceParity, {}, aPage({ digest: { stated } }));
const OTHER = { instead: "€12.50" };

test.each([
	["nothing stated", [], "not-applicable"],
	["no price stated", [price("Bone folder", false, { property: "name" })], "not-applicable"],
	["shown", [price("12.50", true)], "pass"],
	["one of a product's offers is shown", [price("9.90", false, OTHER), price("12.50", true)], "pass"],
	["a lowest price that is not shown", [price("9.90", false, { property: "lowPrice", ...OTHER })], "fail"],
	["another price is shown", [price("9.90", false, OTHER)], "fail"],
	["another price in pieces", [price("9.90", false, { instead: "€12 50", pieced: true })], "partial"],
	["one product of two", [price("9.90", false, OTHER), price("12.50", true, { of: "json-ld 3" })], "partial"],
	["no amount in the text", [price("9.90", false)], "partial"],
] as const)("%s", (_, stated, outcome) => {
	expect(judge(...stated).outcome).toBe(outcome);
});

test("states both prices", () => {
	expect(judge(price("9.90", false, OTHER))).toEqual({
		outcome: "fail",
		says: "The structured data of https://example.com/ states 9.90, but the text shows €12.50.",
		fix: "Change price at line 9, column 20 of https://example.com/ to the price that the page shows, or show 9.90.",
		exhibits: [{ url: "https://example.com/", at: "line 9, column 20", excerpt: '"price": "9.90"' }],
	});
});

test("counts for structure, though its pillar is on the other axis", () => {
	expect(priceParity.axis).toBe("structure");
});
