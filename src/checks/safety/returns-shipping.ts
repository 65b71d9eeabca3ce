import { isOrganizationType } from "#core/schema-org.ts";
import type { Verdict } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { isOfProduct, type PageProduct, productOf, whyNoProduct } from "../shared/main-thing.ts";
import {
	graphOf,
	labelOf,
	ownUnlessBroken,
	placesOf,
	type StructuredGraph,
	VENDOR_REQUIREMENTS,
	writtenAt,
} from "../shared/structured-data.ts";

type SeenProduct = Extract<PageProduct, { state: "product" }>;

const FACTS = [
	{
		ofOffer: "shippingDetails",
		ofBusiness: "hasShippingService",
		asks: "how it is shipped",
		example: '"shippingDetails": {"@type": "OfferShippingDetails", …}',
	},
	{
		ofOffer: "hasMerchantReturnPolicy",
		ofBusiness: "hasMerchantReturnPolicy",
		asks: "whether it can be returned",
		example:
			'"hasMerchantReturnPolicy": {"@type": "MerchantReturnPolicy", "applicableCountry": "…", "returnPolicyCategory": "https://schema.org/MerchantReturnFiniteReturnWindow", "merchantReturnDays": 30}',
	},
] as const;

const IMMATERIAL: ReadonlySet<string> = new Set([
	"SoftwareApplication",
	"WebApplication",
	"MobileApplication",
	"Course",
	"Event",
	"Service",
	"Trip",
]);

export const returnsShipping = definePageCheck({
	id: "returns-shipping",
	pillar: "safety",
	axis: "structure",
	engines: ["search"],
	grade: "vendor",
	scored: false,
	// Subscriptions, manuals and legal advice are not shipped.
	presets: ["general", "ecommerce", "publisher", "local-business"],
	listedOnly: true,
	atStake: "advice",
	weightReason: "Shops can give Google the same facts in Merchant Center, which we cannot see from outside.",
	title: "Offers state shipping and returns",
	fault: "Offers do not state shipping and returns",
	consequence:
		"Buyers who compare in search results do not see what shipping costs or whether they can return the product.",
	hours: 3,
	doneBy: "developer",
	why: "Before they buy, people ask what shipping costs and whether they can return a product. If your data states both, search engines show them next to the price.",
	howToFix:
		"State hasMerchantReturnPolicy and hasShippingService once in the Organization of the home page, or shippingDetails and hasMerchantReturnPolicy in each Offer.",
	consumer: "Google Search and Shopping",
	counterEvidence: {
		says: "In a direct-fetch test by searchVIU, none of 5 AI systems read a price that was only in JSON-LD.",
		source:
			"https://www.searchviu.com/en/schema-markup-and-ai-in-2025-what-chatgpt-claude-perplexity-gemini-really-see/",
	},
	reference: VENDOR_REQUIREMENTS.MerchantReturnPolicy.page,
	reviewed: "2026-11-21",
	note: "A shop's home page needs at least a link to shipping, returns, terms or help, or the same facts as data. Google requires neither and recommends stating both once for the whole business, so the home page counts for every product. We cannot see settings in Merchant Center.",
	yieldsTo: ["product-offer", "jsonld-parse", "text-without-js"],
	needs: ["home"],
	evaluate(page, { home }, { preset }) {
		const seen = productOf(page);
		if (seen.state !== "product" && preset === "ecommerce" && new URL(page.url).pathname === "/")
			return judgeShop(page);
		if (seen.state !== "product") {
			return { outcome: "not-applicable", says: whyNoProduct(seen) ?? "No structured data describes the product." };
		}
		const { product, offers } = seen;
		if (offers.length === 0) return { outcome: "not-applicable", says: "The page has no offer." };
		if ([...product.types].some((type) => IMMATERIAL.has(type))) {
			return { outcome: "not-applicable", says: `A ${labelOf(product)} is not shipped.` };
		}
		return {
			...judge(page, seen, home.state === "found" ? home.value : page),
			exhibits: placesOf(page, product, ...offers),
			...ownUnlessBroken(page, (type) => isOfProduct(type) || isOrganizationType(type)),
		};
	},
});

/** Pages about shipping and returns, by link text or address; terms and help may cover them too. */
const SAYS_SO =
	/shipping|delivery|returns?\b|refund|terms|faq|help|customer service|versand|lieferung|r(?:ü|ue|u)ck(?:gabe|sendung|versand)|widerruf|agb|zahlung|hilfe|livraison|retours?\b|rembours|cgv|conditions|env[ií]os?|devoluci|condiciones|ayuda|spedizion|resi\b|rimbors|condizioni|entregas?|devolu|trocas|termos|ajuda|verzend|bezorg|retour|voorwaarden|kargo|teslimat|iade|sözleşme|wysyłka|dostaw|zwrot|regulamin|frakt|leverans|retur|villkor|toimitus|palaut|doprava|vrácení|obchodní|szállítás|livrare|доставк|возврат|配送|返品|特定商取引|运费|退货|運費|退換|배송|반품|الشحن|الإرجاع|توصيل|משלוח|จัดส่ง|คืนสินค้า/iu;

/** Languages of those words; pages in others cannot be judged. */
const READ = /^(?:en|de|fr|es|ca|it|pt|nl|tr|pl|sv|da|nb|no|fi|cs|sk|hu|ro|ru|uk|ja|zh|ko|ar|he|th)\b/i;

/** A shop's home page, where the business may state them once for all products. */
function judgeShop(page: Page): Verdict {
	const graph = graphOf(page);
	const stated = FACTS.filter(({ ofBusiness: property }) => isStatedByBusiness(graph, property));
	const link = page.digest.anchors.find(({ name, href }) => SAYS_SO.test(name) || SAYS_SO.test(href ?? ""));
	if (stated.length > 0 || link) {
		return {
			outcome: "pass",
			says: link
				? `"${clip(link.name || (link.href ?? ""), 60)}" links to the shop's terms.`
				: "The business states its terms.",
			exhibits: link ? exhibitsOf(page, [link]) : [],
		};
	}
	if (!READ.test(page.digest.lang?.text ?? "")) {
		return { outcome: "not-applicable", says: "We do not know the usual link texts in the language of this page." };
	}
	return {
		outcome: "fail",
		fault: "The shop does not explain shipping and returns",
		says: `${page.url} is a shop's home page, but no link or data says how it handles shipping and returns.`,
		fix: `Link from the footer of ${page.url} to a page on shipping and returns, and state both in the Organization of the home page.`,
	};
}

function judge(page: Page, seen: SeenProduct, front: Page): Verdict {
	const graphs = [seen.graph, graphOf(front)];
	const facts = FACTS.map((fact) => ({
		...fact,
		stated: isOffered(seen, fact.ofOffer) || graphs.some((graph) => isStatedByBusiness(graph, fact.ofBusiness)),
	}));
	const missing = facts.filter(({ stated }) => !stated);
	if (missing.length === 0) return { outcome: "pass", says: "The data states both shipping and returns." };
	const [offer = seen.product] = seen.offers;
	const ratio = 1 - missing.length / facts.length;
	const details = {
		says: `The ${labelOf(seen.product)} of ${page.url} does not say ${missing.map(({ asks }) => asks).join(" or ")}, and neither does the data of the business.`,
		fix: `Add ${listing(missing.map(({ example }) => example))} to the offer ${writtenAt(offer)} of ${page.url}, or state it once in the Organization of the home page.`,
	};
	if (ratio === 0) return { outcome: "fail", ...details };
	const [lack] = missing;
	const fault = lack?.ofOffer === "shippingDetails" ? "Offers do not state shipping" : "Offers do not state returns";
	return { outcome: "partial", ratio, fault, ...details };
}

function isOffered({ graph, all, offers }: SeenProduct, property: string): boolean {
	return [...offers, ...all].some((thing) => graph.has(thing, property));
}

function isStatedByBusiness(graph: StructuredGraph, property: string): boolean {
	return graph.ofType(isOrganizationType).some((thing) => graph.has(thing, property));
}
