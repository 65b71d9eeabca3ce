import { oncePer } from "#core/once-per.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageMeta } from "#evidence/page-digest.ts";
import { isHome, isSamePage } from "./site-addresses.ts";
import { graphOf, type StructuredGraph, type Thing } from "./structured-data.ts";

const ABOUT = ["mainEntity", "about"] as const;
/** Properties by which a thing is only mentioned: as a list entry, a variant, a part or a relation. */
const PASSING =
	`itemListElement item hasVariant isVariantOf isRelatedTo isSimilarTo isAccessoryOrSparePartFor itemOffered
	itemReviewed hasPart blogPost blogPosts citation relatedLink`.split(/\s+/);

/** The thing of one kind that a page is about, or the number of candidates. */
export type MainThing = { readonly thing: Thing | null; readonly count: number };

/** Of several, the one with the page's address or with its name in the title; a list of products has none. */
export function mainThing(page: Page, graph: StructuredGraph, isType: (type: string) => boolean): MainThing {
	const things = graph.ofType(isType);
	if (things.length === 0) return { thing: null, count: 0 };
	const passing = new Set(graph.things.flatMap((thing) => PASSING.flatMap((by) => graph.follow(thing, by))));
	const about = new Set(graph.things.flatMap((thing) => ABOUT.flatMap((by) => graph.follow(thing, by))));
	const candidates = things.filter((thing) => about.has(thing) || (thing.top && !passing.has(thing)));
	const [only, ...others] = candidates;
	if (!only) return { thing: null, count: 0 };
	const addressed = candidates.filter((thing) => addressesOf(graph, thing).length > 0);
	const own = addressed.find((thing) => isAbout(page, addressesOf(graph, thing)));
	if (own) return { thing: own, count: candidates.length };
	if (others.length === 0) return { thing: addressed.length > 0 && isHome(page) ? null : only, count: 1 };
	const named = candidates.find((thing) => isNamed(page, graph, thing));
	return { thing: named ?? null, count: candidates.length };
}

function addressesOf(graph: StructuredGraph, thing: Thing): readonly string[] {
	const nested = graph.follow(thing, "mainEntityOfPage").flatMap(({ id }) => id ?? []);
	return [...graph.texts(thing, "url"), ...graph.texts(thing, "mainEntityOfPage"), ...nested].filter(
		// `mainEntityOfPage: true` means this page and is not an address.
		(text) => !/^(?:true|false)$/i.test(text),
	);
}

function isAbout(page: Page, addresses: readonly string[]): boolean {
	const canonical = page.digest.links.find(({ rel }) => rel.includes("canonical"))?.href ?? page.url;
	return addresses.some((each) => isSamePage(each, page.url, page.url) || isSamePage(each, canonical, page.url));
}

function isNamed(page: Page, graph: StructuredGraph, thing: Thing): boolean {
	const [name = ""] = [...graph.texts(thing, "name"), ...graph.texts(thing, "headline")];
	const heading = page.digest.headings.find(({ level }) => level === 1)?.text ?? "";
	const named = `${page.digest.titles[0]?.text ?? ""} ${heading}`.toLowerCase();
	return name.trim().length > 2 && named.includes(name.trim().toLowerCase());
}

export type PageProduct =
	| {
			readonly state: "product";
			readonly graph: StructuredGraph;
			readonly product: Thing;
			readonly all: readonly Thing[];
			/** Its offers and those of variants described on this page. */
			readonly offers: readonly Thing[];
	  }
	/** A list of products without a main one. */
	| { readonly state: "listing"; readonly count: number }
	/** A tag declares the page a product, but it has no structured data of one. */
	| { readonly state: "promised"; readonly tag: PageMeta }
	| { readonly state: "none" };

const PRODUCTS: ReadonlySet<string> = new Set(
	"Product ProductGroup ProductModel IndividualProduct SomeProducts".split(" "),
);
const OG_PRODUCTS: ReadonlySet<string> = new Set(["product", "product.item", "og:product"]);

export function isOfProduct(type: string): boolean {
	return PRODUCTS.has(type) || type === "Offer" || type === "AggregateOffer";
}

/** Depends on the page alone, not on the kind of site. */
export const productOf = oncePer(readProduct);

function readProduct(page: Page): PageProduct {
	const graph = graphOf(page);
	const { thing: product, count } = mainThing(page, graph, (type) => PRODUCTS.has(type));
	if (product && isUnseen(page, graph, product)) return { state: "none" };
	if (product) {
		const all = [...new Set([product, ...graph.follow(product, "hasVariant"), ...variantsOf(graph, product)])];
		const offers = all.flatMap((each) => graph.follow(each, "offers")).flatMap((offer) => singleOffers(graph, offer));
		return { state: "product", graph, product, all, offers: [...new Set(offers)] };
	}
	if (count > 0) return { state: "listing", count };
	const tag = page.digest.metas.find((meta) => meta.key === "og:type" && OG_PRODUCTS.has(meta.content.trim()));
	return tag && !isHome(page) ? { state: "promised", tag } : { state: "none" };
}

/** A product with an invisible name is not the page's topic; markup-visible-parity reports that. */
function isUnseen({ digest }: Page, graph: StructuredGraph, product: Thing): boolean {
	const names = graph.texts(product, "name");
	const stated = digest.stated.filter(({ property, value }) => property === "name" && names.includes(value));
	return stated.length > 0 && stated.every(({ visible }) => !visible);
}

export function whyNoProduct(seen: PageProduct): string | null {
	if (seen.state === "listing") return `The page lists ${seen.count} products and is not about a single one.`;
	return seen.state === "none" ? "The page is not about a product." : null;
}

function variantsOf(graph: StructuredGraph, group: Thing): readonly Thing[] {
	if (!group.types.has("ProductGroup")) return [];
	return graph.things.filter((thing) => graph.follow(thing, "isVariantOf").includes(group));
}

/** Expands an AggregateOffer to its offers, if it has any. */
function singleOffers(graph: StructuredGraph, offer: Thing): readonly Thing[] {
	const inside = offer.types.has("AggregateOffer") ? graph.follow(offer, "offers") : [];
	return inside.length > 0 ? inside : [offer];
}
