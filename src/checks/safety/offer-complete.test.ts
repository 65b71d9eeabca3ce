import { describe, expect, test } from "vitest";
import type { JsonLdNode } from "#evidence/page-digest.ts";
import { aNode, aPage, ask } from "../page.testkit.ts";
import { offerComplete } from "./offer-complete.ts";

const BLOCK = { at: "line 9, column 1", excerpt: '<script type="application/ld+json">', ok: true };
const judge = (...nodes: readonly JsonLdNode[]) =>
	ask(offerComplete, {}, aPage({ url: "https://example.com/n/", digest: { jsonLd: { blocks: [BLOCK], nodes } } }));
const inner = (types: readonly string[], properties: JsonLdNode["properties"]) =>
	aNode(types, properties, { top: false });
const sold = (product: JsonLdNode["properties"], offer: JsonLdNode["properties"]) =>
	judge(aNode(["Product"], { name: ["N"], offers: ["#1"], ...product }), inner(["Offer"], offer));
const STOCK = { availability: ["InStock"] };

test.each(["gtin", "gtin8", "gtin13", "mpn", "sku"])("%s is a number", (property) => {
	expect(sold({ brand: ["Acme"], [property]: ["4006381333931"] }, STOCK)).toMatchObject({
		outcome: "pass",
		says: "N: the data states availability, brand and product number.",
	});
});

test("a number may stand in the offer, and the maker be the brand", () => {
	expect(sold({ manufacturer: ["Acme"] }, { ...STOCK, gtin: ["4006381333931"] }).outcome).toBe("pass");
});

test("a book has no brand", () => {
	expect(sold({ isbn: ["9783161484100"] }, STOCK)).toMatchObject({
		outcome: "pass",
		says: "N: the data states availability and product number.",
	});
});

test("facts count by their share, and none of them fails", () => {
	expect(sold({ brand: ["Acme"], mpn: ["7"] }, {})).toMatchObject({
		outcome: "partial",
		ratio: 2 / 3,
		says: "The Product (JSON-LD) of https://example.com/n/ does not state availability.",
	});
	expect(sold({}, {})).toMatchObject({
		outcome: "fail",
		says: expect.stringContaining("state availability, brand or product number."),
		exhibits: [{ at: "line 9, column 1" }],
	});
});

describe("several offers", () => {
	const product = aNode(["Product"], { name: ["N"], brand: ["A"], sku: ["1"], offers: ["#1", "#2"] });
	test("all of them state availability", () => {
		expect(judge(product, inner(["Offer"], STOCK), inner(["Offer"], STOCK)).outcome).toBe("pass");
		expect(judge(product, inner(["Offer"], STOCK), inner(["Offer"], {})).outcome).toBe("partial");
	});
	test("a price range has none of its own, the offers inside it have", () => {
		const one = aNode(["Product"], { name: ["N"], brand: ["A"], sku: ["1"], offers: ["#1"] });
		expect(judge(one, inner(["AggregateOffer"], { lowPrice: ["9"] })).outcome).toBe("pass");
		expect(judge(one, inner(["AggregateOffer"], { offers: ["#2"] }), inner(["Offer"], {})).outcome).toBe("partial");
	});
});

test("does not apply without a product, or without an offer", () => {
	expect(judge(aNode(["WebPage"], {})).outcome).toBe("not-applicable");
	expect(judge(aNode(["Product"], { name: ["N"] })).outcome).toBe("not-applicable");
});
