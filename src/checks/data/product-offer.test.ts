import { describe, expect, test } from "vitest";
import type { JsonLdNode, PageDigest } from "#evidence/page-digest.ts";
import { aMeta, aNode, aPage, ask, CONTEXT } from "../page.testkit.ts";
import { productOffer } from "./product-offer.ts";

const BLOCK = { at: "line 9, column 1", excerpt: '<script type="application/ld+json">', ok: true };
const PAGE = "https://example.com/notebook/";
function judge(nodes: readonly JsonLdNode[], digest: Partial<PageDigest> = {}, url = PAGE) {
	return ask(productOffer, {}, aPage({ url, digest: { jsonLd: { blocks: [BLOCK], nodes }, ...digest } }));
}
const inner = (types: readonly string[], properties: JsonLdNode["properties"]) =>
	aNode(types, properties, { top: false });
const PRODUCT = { name: ["Notebook"], image: ["/n.jpg"], offers: ["#1"] };
const PRICE = { price: ["24.5"], priceCurrency: ["EUR"] };

describe("states what is required", () => {
	test.each<[string, readonly JsonLdNode[], string]>([
		["an Offer", [aNode(["Product"], PRODUCT), inner(["Offer"], PRICE)], "Notebook: 24.5 EUR."],
		["an offer without a type", [aNode(["Product"], PRODUCT), inner([], PRICE)], "Notebook: 24.5 EUR."],
		[
			"a priceSpecification",
			[
				aNode(["Product"], PRODUCT),
				inner(["Offer"], { priceSpecification: ["#2"] }),
				inner(["UnitPriceSpecification"], PRICE),
			],
			"Notebook: 24.5 EUR.",
		],
		[
			"an AggregateOffer",
			[aNode(["Product"], PRODUCT), inner(["AggregateOffer"], { lowPrice: ["9"], priceCurrency: ["EUR"] })],
			"Notebook: 9 EUR.",
		],
		[
			"a group, with picture and offer at its variant",
			[
				aNode(["ProductGroup"], { name: ["Notebook"], hasVariant: ["#1"] }),
				inner(["Product"], { ...PRODUCT, offers: ["#2"] }),
				inner(["Offer"], PRICE),
			],
			"Notebook: 24.5 EUR.",
		],
		[
			"an offer described elsewhere",
			[aNode(["Product"], { ...PRODUCT, offers: ["@id:https://example.com/o#1"] })],
			"Notebook: its offers are on other pages.",
		],
	])("%s", (_, nodes, says) => {
		expect(judge(nodes)).toMatchObject({ outcome: "pass", says });
	});

	test("a review of a product that is not sold here", () => {
		expect(judge([aNode(["Product"], { name: ["Folder"], review: ["#1"] }), inner(["Review"], {})]).outcome).toBe(
			"pass",
		);
	});
});

describe("does not", () => {
	test.each<[string, JsonLdNode["properties"], JsonLdNode["properties"], string]>([
		["no name", { image: ["/n.jpg"], offers: ["#1"] }, PRICE, "has no name,"],
		["no picture", { name: ["N"], offers: ["#1"] }, PRICE, "has no image,"],
		["no price", PRODUCT, { priceCurrency: ["EUR"] }, "has no offers.price,"],
		["no currency", PRODUCT, { price: ["24.5"] }, "has no offers.priceCurrency,"],
		["a price in words", PRODUCT, { price: ["on request"], priceCurrency: ["EUR"] }, "offers.price as a number"],
	])("%s", (_, product, offer, says) => {
		expect(judge([aNode(["Product"], product), inner(["Offer"], offer)])).toMatchObject({
			outcome: "fail",
			says: expect.stringContaining(says),
			exhibits: [{ at: "line 9, column 1" }],
		});
	});

	test("one of two offers without a price", () => {
		const nodes = [
			aNode(["Product"], { ...PRODUCT, offers: ["#1", "#2"] }),
			inner(["Offer"], PRICE),
			inner(["Offer"], {}),
		];
		expect(judge(nodes)).toMatchObject({
			outcome: "fail",
			says: expect.stringContaining("offers.price and offers.priceCurrency"),
		});
	});

	test("no offer: partial, and a failure if the page sells it", () => {
		const nodes = [aNode(["Product"], { name: ["Notebook"], image: ["/n.jpg"] })];
		expect(judge(nodes)).toMatchObject({ outcome: "partial", ratio: 0.5 });
		expect(judge(nodes, { metas: [aMeta("product:price:amount", "24.5")] }).outcome).toBe("fail");
	});

	test("og:type product without data", () => {
		const metas = [aMeta("og:type", "product")];
		expect(judge([], { metas })).toMatchObject({ outcome: "fail", says: expect.stringContaining("og:type") });
		expect(judge([], { metas }, "https://example.com/").outcome).toBe("not-applicable");
	});
});

describe("does not apply to", () => {
	const LISTED = [aNode(["Product"], { name: ["A"] }), aNode(["Product"], { name: ["B"] })];
	test("a page without products", () => {
		expect(judge([aNode(["WebPage"], {})]).outcome).toBe("not-applicable");
	});
	test("a list of products", () => {
		expect(judge(LISTED)).toMatchObject({
			outcome: "not-applicable",
			says: expect.stringContaining("lists 2 products"),
		});
		const entries = [
			aNode(["ItemList"], { itemListElement: ["#1"] }),
			inner(["ListItem"], { item: ["#2"] }),
			inner(["Product"], {}),
		];
		expect(judge(entries).outcome).toBe("not-applicable");
	});
	test("a list entry that is a top-level node", () => {
		const nodes = [
			aNode(["ItemList"], { itemListElement: ["@id:#n"] }),
			aNode(["Product"], { name: ["N"] }, { id: "#n" }),
		];
		expect(judge(nodes).outcome).toBe("not-applicable");
	});
	test("but to the one of several that the title names, or that has the page's address", () => {
		const titles = [{ text: "Notebook – Example", at: "line 1, column 1", excerpt: "<title>" }];
		expect(judge([...LISTED, aNode(["Product"], { name: ["Notebook"] })], { titles }).outcome).toBe("partial");
		expect(judge([...LISTED, aNode(["Product"], { name: ["C"], url: [PAGE] })]).outcome).toBe("partial");
	});
	test("a front page that shows one product of another address", () => {
		const nodes = [aNode(["Product"], { name: ["Notebook"], url: [PAGE] })];
		expect(judge(nodes, {}, "https://example.com/").outcome).toBe("not-applicable");
	});
});

test("the fix adds what is missing, and nothing else", () => {
	const node = aNode(["Product"], { name: ["N"], offers: ["#1"] });
	const fix = "Add %s to the Product (JSON-LD) at line 9, column 1 of https://example.com/notebook/.";
	expect(judge([node, inner(["Offer"], PRICE)])).toHaveProperty(
		"fix",
		fix.replace("%s", '"image" with the address of its image'),
	);
	expect(judge([node, inner(["Offer"], PRICE)], { metas: [aMeta("og:image", "/n.jpg")] })).toHaveProperty(
		"fix",
		fix.replace("%s", '"image": "https://example.com/n.jpg"'),
	);
});

describe("a shop's page with one form that fills the basket", () => {
	const form = {
		at: "line 41, column 5",
		excerpt: "<form>",
		action: "https://example.com/cart/add",
		method: "post",
		methodStated: true,
		fields: 1,
		named: 1,
		submits: true,
		password: false,
		toolName: null,
		search: false,
	} as const;
	const judgeShop = (forms: number, preset: "ecommerce" | "general", url = PAGE) => {
		const page = aPage({ url, digest: { forms: Array.from({ length: forms }, () => form) } });
		return ask(productOffer, {}, page, { ...CONTEXT, preset }).outcome;
	};
	test.each([
		["is a product page", 1, "ecommerce", PAGE, "fail"],
		["is none on another site", 1, "general", PAGE, "not-applicable"],
		["is none where there are several", 2, "ecommerce", PAGE, "not-applicable"],
		["is none on the home page", 1, "ecommerce", "https://example.com/", "not-applicable"],
	] as const)("%s", (_, forms, preset, url, outcome) => {
		expect(judgeShop(forms, preset, url)).toBe(outcome);
	});
});
