import type { Verdict } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { isOfProduct, type PageProduct, productOf, whyNoProduct } from "../shared/main-thing.ts";
import { hidesRatings, proposedProperty } from "../shared/page-values.ts";
import {
	labelOf,
	ownUnlessBroken,
	placesOf,
	type StructuredGraph,
	type Thing,
	textOf,
	unmet,
	VENDOR_REQUIREMENTS,
	writtenAt,
} from "../shared/structured-data.ts";

const { Product, ProductSnippet, Offer, AggregateOffer } = VENDOR_REQUIREMENTS;
type SeenProduct = Extract<PageProduct, { state: "product" }>;

export const productOffer = definePageCheck({
	id: "product-offer",
	pillar: "data",
	engines: ["search"],
	grade: "vendor",
	listedOnly: true,
	atStake: "feature",
	weightReason: "Without name, image and price, the product does not appear in shopping results at all.",
	title: "Product pages state name, image, price and currency as data",
	fault: "Product data lacks name, image, price or currency",
	problem: "Google may leave your products out of its shopping results",
	consequence: "Google may leave the product out of its shopping results, so buyers who compare there do not see it.",
	hours: 4,
	doneBy: "developer",
	why: "Shopping results and price comparisons need these 4 facts about a product. If one is missing, they may not list the product, even if the page looks good.",
	howToFix:
		"Give every product page one Product with name and image, and inside it an Offer with price as a number and priceCurrency as a 3-letter code.",
	consumer: "Google Search and Shopping",
	counterEvidence: {
		says: "In a direct-fetch test by searchVIU, none of 5 AI systems read a price that was only in JSON-LD.",
		source:
			"https://www.searchviu.com/en/schema-markup-and-ai-in-2025-what-chatgpt-claude-perplexity-gemini-really-see/",
	},
	reference: Product.page,
	reviewed: "2026-11-21",
	note: "A page is a product page if its data describes one main Product, if og:type is product, or, in a shop, if it has one add-to-basket form. A page that writes about a product without selling it needs only a name and a review or rating (product snippet). An AggregateOffer may give lowPrice. This helps search only: answer engines read the text of the page.",
	yieldsTo: ["jsonld-parse", "text-without-js"],
	evaluate(page, _, { preset }) {
		const seen = productOf(page);
		if (seen.state === "none" && preset === "ecommerce" && sellsOneThing(page)) {
			return {
				outcome: "fail",
				fault: "The product page has no product data",
				says: `${page.url} sells one product, but no structured data describes it.`,
				fix: `Add structured data of type Product to ${page.url}, with name, image and offers with price and priceCurrency.`,
				...ownUnlessBroken(page, isOfProduct),
			};
		}
		const outside = whyNoProduct(seen);
		if (outside !== null) return { outcome: "not-applicable", says: outside };
		if (seen.state === "promised") {
			return {
				outcome: "fail",
				fault: "The product page has no product data",
				says: `${page.url} has og:type product, but no structured data describes a product.`,
				fix: `Add structured data of type Product to ${page.url}, with name, image and offers with price and priceCurrency.`,
				exhibits: exhibitsOf(page, [seen.tag]),
				...ownUnlessBroken(page, isOfProduct),
			};
		}
		if (seen.state !== "product") return { outcome: "not-applicable", says: "The page is not about a product." };
		return { ...judge(page, seen), ...ownUnlessBroken(page, isOfProduct) };
	},
});

function judge(page: Page, seen: SeenProduct): Verdict {
	const { graph, product, all } = seen;
	const exhibits = placesOf(page, product);
	const name = textOf(graph, product, "name") || "The product";
	if (!all.some((each) => graph.has(each, "offers"))) return { ...judgeUnsold(page, seen, name), exhibits };
	const missing = [...missingOfProduct(seen), ...new Set(seen.offers.flatMap((offer) => missingOfOffer(graph, offer)))];
	if (missing.length === 0) return { outcome: "pass", says: `${name}: ${priceOf(seen)}.`, exhibits };
	const proposed = [...new Set(missing.map((path) => proposedProperty(page, path)))];
	return {
		outcome: "fail",
		says: `The ${labelOf(product)} of ${page.url} has no ${listing(missing, 4)}, which Google requires for a product that you sell.`,
		fix: `Add ${listing(proposed, 4)} to the ${labelOf(product)} ${writtenAt(product)} of ${page.url}.`,
		exhibits,
	};
}

function judgeUnsold(page: Page, { graph, product, all }: SeenProduct, name: string): Verdict {
	const lacks = unmet(graph, product, ProductSnippet.required).map(([path]) => path);
	if (lacks.length === 0 && hidesRatings(page)) {
		return { outcome: "not-applicable", says: `${name} has ratings only in the data and is not for sale here.` };
	}
	if (lacks.length === 0) {
		return { outcome: "pass", says: `${name} has reviews or a rating and is not for sale here.` };
	}
	const says = `The ${labelOf(product)} of ${page.url} has no offer, review or rating, so search engines show only a plain result.`;
	const fix = `Add "offers" with price and priceCurrency to the ${labelOf(product)} ${writtenAt(product)} of ${page.url}, if people can buy it there.`;
	const fault = "The product data has no offer and no rating";
	if (sells(page) || all.length > 1) return { outcome: "fail", fault, says, fix };
	return { outcome: "partial", ratio: 0.5, fault, says, fix };
}

function missingOfProduct({ graph, product, all }: SeenProduct): readonly string[] {
	const missing = unmet(graph, product, Product.required).map(([path]) => path);
	// Variants may have the image of their group, like its offers.
	return missing.filter((path) => path === "name" || !all.some((each) => graph.has(each, path)));
}

function missingOfOffer(graph: StructuredGraph, offer: Thing): readonly string[] {
	const needed = offer.types.has("AggregateOffer") ? AggregateOffer.required : Offer.required;
	const missing = unmet(graph, offer, needed).map(([path]) => `offers.${path}`);
	const [price] = [...graph.texts(offer, "price"), ...graph.texts(offer, "lowPrice")];
	// "On request" is not a price, and consumers ignore it.
	return price !== undefined && !/\d/.test(price) ? [...missing, "offers.price as a number"] : missing;
}

function sells({ digest }: Page): boolean {
	const priced = digest.metas.some(({ key }) => key === "product:price:amount" || key === "og:price:amount");
	const basket = digest.forms.some(({ action }) => action !== null && /\/(?:cart|basket|checkout)\b/i.test(action));
	return priced || basket;
}

/** An inner page of a shop with one add-to-basket form: listings have one per product. */
function sellsOneThing({ url, digest }: Page): boolean {
	const adding = digest.forms.filter(
		({ action, method }) =>
			action !== null && method === "post" && /\/(?:cart|basket)\/add\b|add[-_]to[-_]cart/i.test(action),
	);
	return adding.length === 1 && new URL(url).pathname !== "/";
}

function priceOf({ graph, offers }: SeenProduct): string {
	const [offer] = offers;
	if (!offer) return "its offers are on other pages";
	const inner = graph.follow(offer, "priceSpecification")[0] ?? offer;
	const price = textOf(graph, offer, "price", "lowPrice") || textOf(graph, inner, "price");
	const currency = textOf(graph, offer, "priceCurrency") || textOf(graph, inner, "priceCurrency");
	return clip(`${price} ${currency}`, 40);
}
