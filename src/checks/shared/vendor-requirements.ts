import type { StructuredGraph, Thing } from "./structured-graph.ts";

/** One property, or several of which one is enough. A path follows nesting: `author.name` is the author's name. */
export type Requirement = readonly [path: string, ...others: string[]];

export interface VendorRequirements {
	readonly required: readonly Requirement[];
	/** Those of them that the checks speak of; a missing one is advice, never an error. */
	readonly recommended: readonly Requirement[];
	readonly page: `https://developers.google.com/search/docs/${string}`;
	/** Day on which the row was last held against the page, `YYYY-MM-DD`. */
	readonly reviewed: `${number}-${number}-${number}`;
}

const DOCS = "https://developers.google.com/search/docs/appearance";

function row(
	path: string,
	required: VendorRequirements["required"],
	recommended: VendorRequirements["recommended"],
): VendorRequirements {
	return { required, recommended, page: `${DOCS}/${path}`, reviewed: "2026-11-21" };
}

/** What Google Search documents for each type; no other engine publishes such lists. */
export const VENDOR_REQUIREMENTS = {
	Organization: row("structured-data/organization", [], [["name"], ["url"], ["logo"], ["sameAs"]]),
	WebSite: row("site-names", [["name"], ["url"]], [["alternateName"]]),
	Article: row(
		"structured-data/article",
		[],
		[
			["headline"],
			["author.name", "author"],
			["datePublished"],
			["image"],
			["dateModified"],
			["author.url", "author.sameAs"],
		],
	),
	/** As a merchant listing: a page on which the product can be bought. */
	Product: row(
		"structured-data/merchant-listing",
		[["name"], ["image"], ["offers"]],
		[["brand.name", "brand"], ["gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "mpn"], ["description"], ["sku"]],
	),
	/** As a product snippet, on pages that write about a product: any one of the three is enough. */
	ProductSnippet: row("structured-data/product-snippet", [["name"], ["offers", "review", "aggregateRating"]], []),
	Offer: row(
		"structured-data/merchant-listing",
		[
			["price", "priceSpecification.price"],
			["priceCurrency", "priceSpecification.priceCurrency"],
		],
		[["availability"], ["hasMerchantReturnPolicy"], ["shippingDetails"], ["itemCondition"]],
	),
	AggregateOffer: row(
		"structured-data/product-snippet",
		[["lowPrice"], ["priceCurrency"]],
		[["highPrice"], ["offerCount"]],
	),
	/** Two items at least; the last one needs no address. */
	ListItem: row("structured-data/breadcrumb", [["position"], ["name", "item.name"], ["item"]], []),
	AggregateRating: row(
		"structured-data/review-snippet",
		[["ratingValue"], ["ratingCount", "reviewCount"]],
		[["bestRating"], ["worstRating"]],
	),
	Review: row("structured-data/review-snippet", [["author"], ["reviewRating.ratingValue"]], [["datePublished"]]),
	/** For the business as a whole, either is enough: country and category, or a link. */
	MerchantReturnPolicy: row(
		"structured-data/return-policy",
		[
			["applicableCountry", "merchantReturnLink"],
			["returnPolicyCategory", "merchantReturnLink"],
		],
		[["merchantReturnDays"], ["returnFees"], ["returnMethod"]],
	),
	OfferShippingDetails: row(
		"structured-data/merchant-listing",
		[["shippingRate"], ["shippingDestination"], ["deliveryTime"]],
		[],
	),
} satisfies Readonly<Record<string, VendorRequirements>>;

/** Requirements that a thing does not meet, in their order. */
export function unmet(
	graph: StructuredGraph,
	thing: Thing,
	requirements: readonly Requirement[],
): readonly Requirement[] {
	return requirements.filter((requirement) => !requirement.some((path) => meets(graph, thing, path)));
}

function meets(graph: StructuredGraph, thing: Thing, path: string): boolean {
	const [property = "", ...rest] = path.split(".");
	if (rest.length === 0) return graph.has(thing, property);
	return graph.follow(thing, property).some((next) => meets(graph, next, rest.join(".")));
}
