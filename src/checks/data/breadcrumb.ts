import type { Verdict } from "#core/verdict.ts";
import { listing, plainCount } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { isHome, levelsOf } from "../shared/site-addresses.ts";
import {
	graphOf,
	ownUnlessBroken,
	placesOf,
	type StructuredGraph,
	type Thing,
	textOf,
	VENDOR_REQUIREMENTS,
	writtenAt,
} from "../shared/structured-data.ts";

const DEEP = 2;

export const breadcrumb = definePageCheck({
	id: "breadcrumb",
	pillar: "data",
	engines: ["search"],
	grade: "vendor",
	listedOnly: true,
	atStake: "advice",
	weightReason:
		"It changes one line of a search result. Search engines drop broken breadcrumbs without harm to the rest.",
	title: "Deep pages have breadcrumb data",
	fault: "Deep pages have no breadcrumb data",
	problem: "search results may show a bare address above your pages",
	consequence: "Search results show a bare address above your page instead of its place on your site.",
	hours: 2,
	doneBy: "developer",
	why: "Breadcrumbs are the path to a page, such as Books › Poetry. Search results show it above the page's title. Without the data, or with a gap in it, people see a raw address instead.",
	howToFix:
		"Give every page below the first level one BreadcrumbList with at least 2 entries. Each needs a position and a name, and all but the last need an item (the address).",
	consumer: "Google Search on computers, Bing",
	counterEvidence: {
		says: "Since January 2025, Google shows breadcrumbs only on computers.",
		source: "https://developers.google.com/search/blog/2025/01/simplifying-breadcrumbs",
	},
	reference: VENDOR_REQUIREMENTS.ListItem.page,
	reviewed: "2026-11-21",
	note: "The home page and first-level pages do not need breadcrumbs. The last entry is the page itself and needs no address. A page may have several trails, and we read each one separately.",
	yieldsTo: ["jsonld-parse", "text-without-js"],
	evaluate(page) {
		const depth = depthOf(page);
		if (depth === 0) return { outcome: "not-applicable", says: "The home page needs no breadcrumbs." };
		const graph = graphOf(page);
		const trails = graph.ofType((type) => type === "BreadcrumbList");
		const own = ownUnlessBroken(page, (type) => type === "BreadcrumbList");
		if (trails.length > 0) return { ...judge(page, graph, trails), ...own };
		if (depth < DEEP) {
			return { outcome: "not-applicable", says: "The page is on the first level, so it needs no breadcrumbs." };
		}
		return {
			outcome: "fail",
			says: `${page.url} is on level ${depth} of your site but has no breadcrumb data.`,
			fix: `Add to ${page.url}: ${exampleFor(page)}`,
			...own,
		};
	},
});

function judge(page: Page, graph: StructuredGraph, trails: readonly Thing[]): Verdict {
	const exhibits = placesOf(page, ...trails);
	for (const trail of trails) {
		const entries = graph.follow(trail, "itemListElement");
		const faults = faultsOf(graph, entries);
		if (faults.length === 0) continue;
		return {
			outcome: "fail",
			fault: "The breadcrumb data has errors, so search engines ignore it",
			says: `The breadcrumbs (${trail.form}) of ${page.url} have errors: ${listing(faults)}.`,
			fix: `In the BreadcrumbList ${writtenAt(trail)} of ${page.url}, give every entry a position, name and item, for example ${entryOf(1, "Home", new URL(page.sitePath ?? "/", page.url).href)}.`,
			exhibits: placesOf(page, trail),
		};
	}
	const short = trails.find((trail) => graph.follow(trail, "itemListElement").length < 2);
	if (short && depthOf(page) < DEEP) {
		const says = `The page is on the first level, so 1 breadcrumb is enough: "${wayOf(graph, short)}".`;
		return { outcome: "not-applicable", says, exhibits };
	}
	if (short) {
		return {
			outcome: "partial",
			ratio: 0.5,
			fault: "The breadcrumb data has only one level",
			says: `The breadcrumbs of ${page.url} have 1 entry, "${wayOf(graph, short)}". Engines ask for at least 2.`,
			fix: `Add the level above to the BreadcrumbList ${writtenAt(short)} of ${page.url}: ${entryOf(1, "Home", new URL(page.sitePath ?? "/", page.url).href)}.`,
			exhibits,
		};
	}
	const ways = trails.map((trail) => wayOf(graph, trail));
	return { outcome: "pass", says: `The page states its place on the site: ${listing(ways)}.`, exhibits };
}

function faultsOf(graph: StructuredGraph, entries: readonly Thing[]): readonly string[] {
	if (entries.length === 0) return ["it has no entries"];
	const positions = entries.map((entry) => textOf(graph, entry, "position"));
	const numbers = positions.map((text) => (/^\d{1,4}$/.test(text) ? Number(text) : Number.NaN));
	const last = entries[numbers.indexOf(Math.max(...numbers.filter((each) => !Number.isNaN(each))))] ?? entries.at(-1);
	const of = (faulty: readonly unknown[], what: string) =>
		faulty.length > 0 ? [`${faulty.length} of ${plainCount(entries.length, "entry", "entries")} ${what}`] : [];
	const unnamed = entries.filter((entry) => nameOf(graph, entry) === "");
	const unaddressed = entries.filter((entry) => entry !== last && !hasAddress(graph, entry));
	const stated = numbers.filter((each) => !Number.isNaN(each));
	const twice = stated.length - new Set(stated).size;
	return [
		...of(
			positions.filter((text) => text === ""),
			"without position",
		),
		...of(
			positions.filter((text) => text !== "" && !/^\d{1,4}$/.test(text)),
			"with a position that is not a whole number",
		),
		...(twice > 0 ? ["2 entries with the same position"] : []),
		...of(unnamed, "without name"),
		...of(unaddressed, "without item (the address)"),
	];
}

function nameOf(graph: StructuredGraph, entry: Thing): string {
	const [item] = graph.follow(entry, "item");
	return textOf(graph, entry, "name") || (item ? textOf(graph, item, "name") : "");
}

function hasAddress(graph: StructuredGraph, entry: Thing): boolean {
	if (!graph.has(entry, "item")) return false;
	const [item] = graph.follow(entry, "item");
	// In Microdata and RDFa the item is the link itself, and its href is the address.
	return item === undefined || item.form !== "JSON-LD" || item.id !== null || graph.has(item, "url");
}

function wayOf(graph: StructuredGraph, trail: Thing): string {
	const place = (entry: Thing) => Number(textOf(graph, entry, "position"));
	const inOrder = graph.follow(trail, "itemListElement").toSorted((a, b) => place(a) - place(b));
	return inOrder.map((entry) => nameOf(graph, entry)).join(" › ");
}

/** Dates and page numbers are not levels: /2026/05/title/, /blog/page/2/. */
function depthOf(page: Page): number {
	return isHome(page) ? 0 : levelsOf(page).filter((part) => !/^(?:\d{1,4}|page)$/i.test(part)).length;
}

function entryOf(position: number, name: string, item: string): string {
	return JSON.stringify({ "@type": "ListItem", position, name, item });
}

function exampleFor(page: Page): string {
	const root = entryOf(1, "Home", new URL(page.sitePath ?? "/", page.url).href);
	const own = JSON.stringify({ "@type": "ListItem", position: 2, name: page.digest.titles[0]?.text ?? "…" });
	return `<script type="application/ld+json">{"@context":"https://schema.org","@type":"BreadcrumbList","itemListElement":[${root},${own}]}</script>`;
}
