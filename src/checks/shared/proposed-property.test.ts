import { expect, test } from "vitest";
import { aHeading, aMeta, aPage } from "../page.testkit.ts";
import { proposedProperty } from "./proposed-property.ts";

const PAGE = aPage({
	digest: {
		headings: [aHeading(1, 'The "Press"')],
		metas: [
			aMeta("og:image", "/press.jpg"),
			aMeta("author", "Ann"),
			aMeta("article:published_time", "2026-03-14"),
			aMeta("product:price:amount", "24.50"),
			aMeta("product:price:currency", "EUR"),
		],
	},
});
const BARE = aPage({ digest: { headings: [], titles: [] } });

test.each([
	["headline", '"headline": "The \\"Press\\""', '"headline" with its headline'],
	["image", '"image": "https://example.com/press.jpg"', '"image" with the address of its picture'],
	["datePublished", '"datePublished": "2026-03-14"', '"datePublished" with the day it was published'],
	["author.name", '"author": {"@type":"Person","name":"Ann"}', '"author" with who wrote it'],
	["offers.price", '"price": "24.50" in its offers', '"price" with the price as a number in its offers'],
	["offers.price as a number", '"price": "24.50" in its offers', '"price" with the price as a number in its offers'],
	[
		"offers.priceCurrency",
		'"priceCurrency": "EUR" in its offers',
		'"priceCurrency" with the currency in three letters in its offers',
	],
	["sku", '"sku"', '"sku"'],
])("%s", (path, known, unknown) => {
	expect(proposedProperty(PAGE, path)).toBe(known);
	expect(proposedProperty(BARE, path)).toBe(unknown);
});

test("a value too long to be pasted is told in words", () => {
	expect(proposedProperty(aPage({ digest: { headings: [aHeading(1, "x".repeat(300))] } }), "headline")).toBe(
		'"headline" with its headline',
	);
});
