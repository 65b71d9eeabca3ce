import { oncePer } from "#core/once-per.ts";
import type { Exhibit, OwnCause } from "#core/verdict.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { Located, MarkupNode, PageDigest, StructuredNode } from "#evidence/page-digest.ts";
import { clip, exhibitsOf } from "./exhibits.ts";

type DataForm = "JSON-LD" | "Microdata" | "RDFa";

export interface Thing {
	readonly form: DataForm;
	readonly types: ReadonlySet<string>;
	readonly id: string | null;
	/** Property → values, as in StructuredNode. */
	readonly properties: ReadonlyMap<string, ReadonlySet<string>>;
	/** Whether it is a top-level node anywhere, not only a value. */
	readonly top: boolean;
	readonly places: ReadonlySet<Located>;
}

interface Draft extends Thing {
	readonly types: Set<string>;
	readonly properties: Map<string, Set<string>>;
	readonly places: Set<Located>;
	top: boolean;
}

const NESTED = /^#(?:0|[1-9]\d{0,5})$/;

type GraphDigest = Pick<PageDigest, "jsonLd" | "microdata" | "rdfa">;

/** Merges nodes by id, resolved against the page: `#org` and `https://example.com/#org` are the same thing. */
export class StructuredGraph {
	readonly #base: string;
	readonly #drafts: Draft[] = [];
	readonly #byId = new Map<string, Draft>();
	/** Nodes as written, by form: `#3` is an index within its form. */
	readonly #written: Record<DataForm, Draft[]> = { "JSON-LD": [], Microdata: [], RDFa: [] };

	constructor(digest: GraphDigest, base: string) {
		this.#base = base;
		const { blocks, nodes } = digest.jsonLd;
		for (const node of nodes) this.#add("JSON-LD", node, blocks[node.block]);
		for (const form of ["Microdata", "RDFa"] as const) {
			const marked: readonly MarkupNode[] = form === "RDFa" ? digest.rdfa : digest.microdata;
			for (const node of marked) this.#add(form, node, node);
		}
	}

	get things(): readonly Thing[] {
		return this.#drafts;
	}

	follow(thing: Thing, property: string): readonly Thing[] {
		return [...(thing.properties.get(property) ?? [])].flatMap((value) => {
			const target = this.#target(thing.form, value);
			return target ? [target] : [];
		});
	}

	texts(thing: Thing, property: string): readonly string[] {
		return [...(thing.properties.get(property) ?? [])].filter(
			(value) => value.trim() !== "" && !value.startsWith("@id:") && !this.#target(thing.form, value),
		);
	}

	/** Whether the property has a value: non-blank text, a thing, or a reference to one elsewhere. */
	has(thing: Thing, property: string): boolean {
		return [...(thing.properties.get(property) ?? [])].some((value) => value.trim() !== "");
	}

	ofType(isType: (type: string) => boolean): readonly Thing[] {
		return this.things.filter(({ types }) => [...types].some(isType));
	}

	#add(form: DataForm, node: StructuredNode, place: Located | undefined): void {
		const key = node.id === null ? null : this.#key(form, node.id);
		const known = key === null ? undefined : this.#byId.get(key);
		const draft: Draft = known ?? {
			form,
			id: node.id,
			types: new Set(),
			properties: new Map(),
			places: new Set(),
			top: false,
		};
		if (!known) this.#drafts.push(draft);
		if (key !== null) this.#byId.set(key, draft);
		this.#written[form].push(draft);
		if (place) draft.places.add(place);
		if (node.top) draft.top = true;
		for (const type of node.types) draft.types.add(type);
		for (const [name, values] of Object.entries(node.properties)) {
			const all = draft.properties.get(name) ?? new Set();
			for (const value of values) all.add(value);
			draft.properties.set(name, all);
		}
	}

	#target(form: DataForm, value: string): Draft | undefined {
		if (value.startsWith("@id:")) return this.#byId.get(this.#key(form, value.slice(4)));
		if (!NESTED.test(value)) return undefined;
		const nested = this.#written[form][Number(value.slice(1))];
		// A colour such as #111 is not a reference: nested nodes have no id and are never top-level.
		return nested?.id === null && !nested.top ? nested : undefined;
	}

	/** Blank node names are scoped to their form. */
	#key(form: DataForm, id: string): string {
		if (id.startsWith("_:")) return `${form} ${id}`;
		return URL.parse(id, this.#base)?.href ?? id;
	}
}

const SHOWN = 80;

/** Cached: many checks need the graph of the same page. */
export const graphOf = oncePer((page: Page) => new StructuredGraph(page.digest, page.url));

export function textOf(graph: StructuredGraph, thing: Thing, ...properties: readonly string[]): string {
	for (const property of properties) {
		const [text] = graph.texts(thing, property);
		if (text !== undefined) return clip(text, SHOWN);
	}
	return "";
}

/** `a Product (JSON-LD)`; the caller adds the article. */
export function labelOf({ types, form }: Thing): string {
	return `${clip([...types].join("/"), SHOWN) || "node without a type"} (${form})`;
}

export function placesOf(page: Page, ...things: readonly Thing[]): readonly Exhibit[] {
	return exhibitsOf(page, [...new Set(things.flatMap(({ places }) => [...places]))]);
}

export function writtenAt(thing: Thing): string {
	const [place] = thing.places;
	return place ? `at ${place.at}` : "of the page";
}

/** Own cause unless a broken JSON-LD block mentions such a type, or no type while all are broken. */
export function ownUnlessBroken({ digest }: Page, isType: (type: string) => boolean): { ownCause?: OwnCause } {
	const { blocks } = digest.jsonLd;
	const broken = blocks.filter(({ ok }) => !ok);
	const alone = broken.length === blocks.length;
	const couldHold = broken.some(({ mentions = [] }) => mentions.some(isType) || (alone && mentions.length === 0));
	const isFaulty = broken.length > 0 || blocks.some(({ empty }) => empty);
	return !isFaulty || couldHold ? {} : { ownCause: ["jsonld-parse"] };
}

/** One property, or several of which one is enough. Paths follow nesting: `author.name` is the author's name. */
export type Requirement = readonly [path: string, ...others: string[]];

export interface VendorRequirements {
	readonly required: readonly Requirement[];
	/** Recommended properties that the checks mention; a missing one is advice, never an error. */
	readonly recommended: readonly Requirement[];
	readonly page: `https://developers.google.com/search/docs/${string}`;
	/** Day of the last review against the page, `YYYY-MM-DD`. */
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

/** What Google Search documents per type; no other engine publishes such lists. */
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
	/** As a merchant listing: a page where the product can be bought. */
	Product: row(
		"structured-data/merchant-listing",
		[["name"], ["image"], ["offers"]],
		[["brand.name", "brand"], ["gtin", "gtin8", "gtin12", "gtin13", "gtin14", "isbn", "mpn"], ["description"], ["sku"]],
	),
	/** As a product snippet, on pages about a product: one of the 3 is enough. */
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
	/** At least 2 items; the last one needs no address. */
	ListItem: row("structured-data/breadcrumb", [["position"], ["name", "item.name"], ["item"]], []),
	AggregateRating: row(
		"structured-data/review-snippet",
		[["ratingValue"], ["ratingCount", "reviewCount"]],
		[["bestRating"], ["worstRating"]],
	),
	Review: row("structured-data/review-snippet", [["author"], ["reviewRating.ratingValue"]], [["datePublished"]]),
	/** For the whole business, either is enough: country and category, or a link. */
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
