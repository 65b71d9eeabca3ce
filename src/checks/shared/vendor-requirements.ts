import type { StructuredGraph, Thing } from "./structured-graph.ts";

/**
 * One property, or several of which one is enough. A path follows nesting: `author.name` is the name of the author.
 */
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

const reviewed = "2026-11-21";

/** What Google Search documents for each type; no other engine publishes such lists. */
export const VENDOR_REQUIREMENTS = {
	Organization: {
		required: [],
		recommended: [["name"], ["url"], ["logo"], ["sameAs"]],
		page: `${DOCS}/structured-data/organization`,
		reviewed,
	},
	WebSite: {
		required: [["name"], ["url"]],
		recommended: [["alternateName"]],
		page: `${DOCS}/site-names`,
		reviewed,
	},
	Article: {
		required: [],
		recommended: [
			["headline"],
			["author.name", "author"],
			["datePublished"],
			["image"],
			["dateModified"],
			["author.url", "author.sameAs"],
		],
		page: `${DOCS}/structured-data/article`,
		reviewed,
	},
	/** As a merchant listing: a page on which the product can be bought. */
	Product: {
		required: [["name"], ["image"], ["offers"]],
		recommended: [
			["brand.name", "brand"],
			["gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "mpn"],
			["description"],
			["sku"],
		],
		page: `${DOCS}/structured-data/merchant-listing`,
		reviewed,
	},
	/** As a product snippet, on pages that write about a product: any one of the three is enough. */
	ProductSnippet: {
		required: [["name"], ["offers", "review", "aggregateRating"]],
		recommended: [],
		page: `${DOCS}/structured-data/product-snippet`,
		reviewed,
	},
	Offer: {
		required: [
			["price", "priceSpecification.price"],
			["priceCurrency", "priceSpecification.priceCurrency"],
		],
		recommended: [["availability"], ["hasMerchantReturnPolicy"], ["shippingDetails"], ["itemCondition"]],
		page: `${DOCS}/structured-data/merchant-listing`,
		reviewed,
	},
	AggregateOffer: {
		required: [["lowPrice"], ["priceCurrency"]],
		recommended: [["highPrice"], ["offerCount"]],
		page: `${DOCS}/structured-data/product-snippet`,
		reviewed,
	},
	/** Two items at least; the last one needs no address. */
	ListItem: {
		required: [["position"], ["name", "item.name"], ["item"]],
		recommended: [],
		page: `${DOCS}/structured-data/breadcrumb`,
		reviewed,
	},
	AggregateRating: {
		required: [["ratingValue"], ["ratingCount", "reviewCount"]],
		recommended: [["bestRating"], ["worstRating"]],
		page: `${DOCS}/structured-data/review-snippet`,
		reviewed,
	},
	Review: {
		required: [["author"], ["reviewRating.ratingValue"]],
		recommended: [["datePublished"]],
		page: `${DOCS}/structured-data/review-snippet`,
		reviewed,
	},
	/** For the business as a whole, either is enough: country and category, or a link. */
	MerchantReturnPolicy: {
		required: [
			["applicableCountry", "merchantReturnLink"],
			["returnPolicyCategory", "merchantReturnLink"],
		],
		recommended: [["merchantReturnDays"], ["returnFees"], ["returnMethod"]],
		page: `${DOCS}/structured-data/return-policy`,
		reviewed,
	},
	OfferShippingDetails: {
		required: [["shippingRate"], ["shippingDestination"], ["deliveryTime"]],
		recommended: [],
		page: `${DOCS}/structured-data/merchant-listing`,
		reviewed,
	},
} as const satisfies Readonly<Record<string, VendorRequirements>>;

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
