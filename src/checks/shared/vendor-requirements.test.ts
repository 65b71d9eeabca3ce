import { expect, test } from "vitest";
import { aNode, aPage } from "../page.testkit.ts";
import { graphOf, type Requirement, unmet, VENDOR_REQUIREMENTS, type VendorRequirements } from "./structured-data.ts";

const ROWS = Object.entries<VendorRequirements>(VENDOR_REQUIREMENTS);

test.each(ROWS)("%s has a page, a date, and nothing twice", (_, row) => {
	expect(row.page).toMatch(/^https:\/\/developers\.google\.com\/search\/docs\/appearance\/[a-z/-]+$/);
	expect(row.reviewed).toMatch(/^\d{4}-\d\d-\d\d$/);
	const all = [...row.required, ...row.recommended].map((requirement) => requirement.join());
	expect(new Set(all).size).toBe(all.length);
});

test("nothing is required of an organization or an article", () => {
	expect(VENDOR_REQUIREMENTS.Organization.required).toEqual([]);
	expect(VENDOR_REQUIREMENTS.Article.required).toEqual([]);
});

test("one of several is enough, and a path follows nesting", () => {
	const nodes = [
		aNode(["Offer"], { priceSpecification: ["#1"], name: [" "] }),
		aNode(["UnitPriceSpecification"], { price: ["9"] }, { top: false }),
	];
	const graph = graphOf(aPage({ digest: { jsonLd: { blocks: [], nodes } } }));
	const [offer] = graph.things;
	const asked: readonly Requirement[] = [["price", "priceSpecification.price"], ["name"], ["priceSpecification.name"]];
	expect(offer && unmet(graph, offer, asked)).toEqual([["name"], ["priceSpecification.name"]]);
});
