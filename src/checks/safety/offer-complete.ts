import { alternatives, listing } from "#core/wording.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { isOfProduct, type PageProduct, productOf, whyNoProduct } from "../shared/main-thing.ts";
import {
	labelOf,
	ownUnlessBroken,
	placesOf,
	textOf,
	VENDOR_REQUIREMENTS,
	writtenAt,
} from "../shared/structured-data.ts";

type SeenProduct = Extract<PageProduct, { state: "product" }>;

/** Without sku: a shop's own number identifies the product nowhere else. */
const IDENTIFIERS = ["gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "mpn"] as const;

export const offerComplete = definePageCheck({
	id: "offer-complete",
	pillar: "safety",
	axis: "structure",
	engines: ["search"],
	grade: "vendor",
	scored: false,
	listedOnly: true,
	atStake: "quality",
	weightReason:
		"Search engines show a listing without these facts, but cannot match it with the same product elsewhere.",
	title: "Offers state availability, brand and product number",
	fault: "Offers lack availability, brand or product number",
	consequence:
		"Search engines cannot match your product with the same one in other shops, or tell whether it is in stock.",
	hours: 3,
	doneBy: "developer",
	why: "Search engines match a product across shops by brand and product number, and leave out products that may not be in stock. They cannot compare an offer without these facts.",
	howToFix:
		"Add availability to every Offer, and brand with gtin or mpn to the Product. For your own products, use your brand and an sku.",
	consumer: "Google Search and Shopping",
	counterEvidence: {
		says: "In a direct-fetch test by searchVIU, none of 5 AI systems read a price that was only in JSON-LD.",
		source:
			"https://www.searchviu.com/en/schema-markup-and-ai-in-2025-what-chatgpt-claude-perplexity-gemini-really-see/",
	},
	reference: VENDOR_REQUIREMENTS.Offer.page,
	reviewed: "2026-11-21",
	note: "Google recommends all 3 and requires none. Not every product has a trade number, so we accept an sku instead, and do not ask for a brand on books. This helps search only: answer engines read the text of the page.",
	yieldsTo: ["product-offer", "jsonld-parse", "text-without-js"],
	evaluate(page) {
		const seen = productOf(page);
		if (seen.state !== "product") {
			return { outcome: "not-applicable", says: whyNoProduct(seen) ?? "No structured data describes the product." };
		}
		if (seen.offers.length === 0) return { outcome: "not-applicable", says: "The page has no offer." };
		const facts = factsOf(seen);
		const missing = facts.flatMap(([name, stated]) => (stated ? [] : [name]));
		const exhibits = placesOf(page, seen.product, ...seen.offers);
		if (missing.length === 0) {
			const name = textOf(seen.graph, seen.product, "name") || "The product";
			return { outcome: "pass", says: `${name}: the data states ${listing(facts.map(([fact]) => fact))}.`, exhibits };
		}
		const ratio = (facts.length - missing.length) / facts.length;
		return byShare(ratio, {
			says: `The ${labelOf(seen.product)} of ${page.url} does not state ${alternatives(missing)}.`,
			fix: `Add ${listing(missing.map((fact) => EXAMPLES[fact]))} to the ${labelOf(seen.product)} ${writtenAt(seen.product)} of ${page.url}.`,
			exhibits,
			...ownUnlessBroken(page, isOfProduct),
		});
	},
});

type Fact = "availability" | "brand" | "product number";
const EXAMPLES: Readonly<Record<Fact, string>> = {
	availability: '"availability": "https://schema.org/InStock" (in the offer)',
	brand: '"brand": {"@type": "Brand", "name": "…"}',
	"product number": '"gtin" or "mpn"',
};

function factsOf({ graph, all, offers }: SeenProduct): readonly (readonly [fact: Fact, stated: boolean])[] {
	const anywhere = (...names: readonly string[]) =>
		[...all, ...offers].some((thing) => names.some((name) => graph.has(thing, name)));
	// A book is identified by isbn and author, and has no brand.
	const isBook = all.some(({ types }) => types.has("Book")) || anywhere("isbn");
	// A price range over several sellers has no availability.
	const single = offers.filter(({ types }) => !types.has("AggregateOffer"));
	const available: [Fact, boolean][] =
		single.length > 0 ? [["availability", single.every((offer) => graph.has(offer, "availability"))]] : [];
	const branded: [Fact, boolean][] = isBook ? [] : [["brand", anywhere("brand", "manufacturer")]];
	return [...available, ...branded, ["product number", anywhere(...IDENTIFIERS, "sku")]];
}
