import type { Page } from "#evidence/evidence-map.ts";
import type { PageMeta } from "#evidence/page-digest.ts";
import { mainThing } from "./main-thing.ts";
import type { StructuredGraph, Thing } from "./structured-graph.ts";
import { graphOf } from "./thing-words.ts";

/** What a page says of a product in its structured data. */
export type PageProduct =
	| {
			readonly state: "product";
			readonly graph: StructuredGraph;
			readonly product: Thing;
			/** The product itself and its variants. */
			readonly all: readonly Thing[];
			/** Its offers and those of its variants that are described on this page. */
			readonly offers: readonly Thing[];
	  }
	/** Products are listed; the page is about none of them alone. */
	| { readonly state: "listing"; readonly count: number }
	/** The page calls itself a product in a tag, and has no structured data of one. */
	| { readonly state: "promised"; readonly tag: PageMeta }
	| { readonly state: "none" };

const PRODUCTS: ReadonlySet<string> = new Set([
	"Product",
	"ProductGroup",
	"ProductModel",
	"IndividualProduct",
	"SomeProducts",
]);
const OG_PRODUCTS: ReadonlySet<string> = new Set(["product", "product.item", "og:product"]);

/** True for the types in which a product and its offers are told. */
export function isOfProduct(type: string): boolean {
	return PRODUCTS.has(type) || type === "Offer" || type === "AggregateOffer";
}

/** Decided by what the page says, not by the kind of site. */
export function productOf(page: Page): PageProduct {
	const graph = graphOf(page);
	const { thing: product, count } = mainThing(page, graph, (type) => PRODUCTS.has(type));
	if (product) {
		const all = [...new Set([product, ...graph.follow(product, "hasVariant"), ...variantsOf(graph, product)])];
		const offers = all.flatMap((each) => graph.follow(each, "offers")).flatMap((offer) => singleOffers(graph, offer));
		return { state: "product", graph, product, all, offers: [...new Set(offers)] };
	}
	if (count > 0) return { state: "listing", count };
	const tag = page.digest.metas.find((meta) => meta.key === "og:type" && OG_PRODUCTS.has(meta.content.trim()));
	const isHome = new URL(page.url).pathname === "/";
	return tag && !isHome ? { state: "promised", tag } : { state: "none" };
}

/** Why the rules for a product page do not apply; null where they do. */
export function whyNoProduct(seen: PageProduct): string | null {
	if (seen.state === "listing") return `The page lists ${seen.count} products and is about none of them alone.`;
	return seen.state === "none" ? "The page is not about a product." : null;
}

/** Products that name this group as theirs. */
function variantsOf(graph: StructuredGraph, group: Thing): readonly Thing[] {
	if (!group.types.has("ProductGroup")) return [];
	return graph.things.filter((thing) => graph.follow(thing, "isVariantOf").includes(group));
}

/** An AggregateOffer stands for the offers inside it, where there are any. */
function singleOffers(graph: StructuredGraph, offer: Thing): readonly Thing[] {
	const inside = offer.types.has("AggregateOffer") ? graph.follow(offer, "offers") : [];
	return inside.length > 0 ? inside : [offer];
}
