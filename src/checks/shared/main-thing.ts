import type { Page } from "#evidence/evidence-map.ts";
import { isSamePage } from "./own-address.ts";
import type { StructuredGraph, Thing } from "./structured-graph.ts";

/** By which properties a page says what it is about. */
const ABOUT = ["mainEntity", "about"] as const;
/** By which properties a thing is told of in passing: as an entry of a list, a variant, a part or a relation. */
const PASSING = [
	"itemListElement",
	"item",
	"hasVariant",
	"isVariantOf",
	"isRelatedTo",
	"isSimilarTo",
	"isAccessoryOrSparePartFor",
	"itemOffered",
	"itemReviewed",
	"hasPart",
	"blogPost",
	"blogPosts",
	"citation",
	"relatedLink",
] as const;

/** What one page is about, of one kind: the thing, or how many there are where it is about none of them alone. */
export interface MainThing {
	readonly thing: Thing | null;
	readonly count: number;
}

/**
 * The one thing of its kind that the page is about. Where there are several, the one whose address is the page's, or
 * whose name stands in the page's title; a list of products is about none of them.
 */
export function mainThing(page: Page, graph: StructuredGraph, isType: (type: string) => boolean): MainThing {
	const passing = new Set(graph.things.flatMap((thing) => PASSING.flatMap((by) => graph.follow(thing, by))));
	const about = new Set(graph.things.flatMap((thing) => ABOUT.flatMap((by) => graph.follow(thing, by))));
	const candidates = graph.ofType(isType).filter((thing) => about.has(thing) || (thing.top && !passing.has(thing)));
	const [only, ...others] = candidates;
	if (!only) return { thing: null, count: 0 };
	const addressed = candidates.filter((thing) => addressesOf(graph, thing).length > 0);
	const own = addressed.find((thing) => isAbout(page, addressesOf(graph, thing)));
	if (own) return { thing: own, count: candidates.length };
	if (others.length === 0) return { thing: addressed.length > 0 && isRoot(page) ? null : only, count: 1 };
	const named = candidates.find((thing) => isNamed(page, graph, thing));
	return { thing: named ?? null, count: candidates.length };
}

function addressesOf(graph: StructuredGraph, thing: Thing): readonly string[] {
	const nested = graph.follow(thing, "mainEntityOfPage").flatMap(({ id }) => id ?? []);
	return [...graph.texts(thing, "url"), ...graph.texts(thing, "mainEntityOfPage"), ...nested].filter(
		// `mainEntityOfPage: true` says that it is this page, and is no address.
		(text) => !/^(?:true|false)$/i.test(text),
	);
}

function isAbout(page: Page, addresses: readonly string[]): boolean {
	const canonical = page.digest.links.find(({ rel }) => rel.includes("canonical"))?.href ?? page.url;
	return addresses.some((each) => isSamePage(each, page.url, page.url) || isSamePage(each, canonical, page.url));
}

function isRoot(page: Page): boolean {
	return new URL(page.url).pathname === "/";
}

function isNamed(page: Page, graph: StructuredGraph, thing: Thing): boolean {
	const [name = ""] = [...graph.texts(thing, "name"), ...graph.texts(thing, "headline")];
	const heading = page.digest.headings.find(({ level }) => level === 1)?.text ?? "";
	const told = `${page.digest.titles[0]?.text ?? ""} ${heading}`.toLowerCase();
	return name.trim().length > 2 && told.includes(name.trim().toLowerCase());
}
