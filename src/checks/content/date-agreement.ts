import type { Located } from "#evidence/digest/located.ts";
import type { Page, Sitemap } from "#evidence/evidence-map.ts";
import type { Settled } from "#evidence/observation.ts";
import { definePageCheck } from "../define-check.ts";
import { type ArticlePage, articleOf } from "../structured/article-page.ts";
import { exhibitsOf, headerExhibit } from "../words/exhibits.ts";

const DAY_MS = 86_400_000;
/** Time zones, drafts and nightly builds move a date by a day or two, holidays by a week. */
const MOST_DAYS = 7;

/** One date of the page, and who states it. */
interface Stated {
	readonly day: string;
	readonly who: string;
	readonly place?: Located | undefined;
}

export const dateAgreement = definePageCheck({
	id: "date-agreement",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	mode: "light",
	weight: 1,
	weightReason: "Engines weigh several dates against each other; where they differ, none of them is believed.",
	title: "The dates of an article agree with each other",
	why: "The visible date, the structured data, the sitemap and the server each say when a page changed. Where they differ by more than days, engines trust none and show a date of their own.",
	howToFix:
		"Take all dates of a page from one field of the content system: the visible one, datePublished, dateModified and lastmod.",
	reference: "https://developers.google.com/search/docs/appearance/publication-dates",
	reviewed: "2026-11-21",
	note: "Google asks that dates agree and names no tolerance; ours is seven days. Last-Modified and lastmod are held against the page only where they are older than it says of itself: a newer one may stem from a new layout, or from a server that stamps every answer with the present.",
	yieldsTo: ["text-without-js", "jsonld-parse"],
	needs: ["sitemap"],
	evaluate(page, { sitemap }) {
		const article = articleOf(page);
		if (!article) return { outcome: "not-applicable", says: "The page is not an article." };
		const pairs = pairsOf(page, article, sitemap);
		if (pairs.length === 0) {
			return {
				outcome: "not-applicable",
				says: "The article's dates are stated in no two places that could be compared.",
			};
		}
		const apart = pairs.find(({ earlier, later }) => daysBetween(earlier.day, later.day) > MOST_DAYS);
		const places = pairs.flatMap(({ earlier, later }) => [earlier, later]);
		if (!apart) {
			const all = [...new Set(places.map(({ who, day }) => `${who} ${day}`))].join(", ");
			return { outcome: "pass", says: `The article's dates agree: ${all}.` };
		}
		const { earlier, later } = apart;
		const seen = [earlier, later].flatMap(({ place }) => place ?? []);
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `On ${page.url}, ${earlier.who} says ${earlier.day} and ${later.who} says ${later.day}: ${daysBetween(earlier.day, later.day)} days apart.`,
			fix: `Find out which of the two is right for ${page.url}, and write it in both: ${earlier.who} and ${later.who}.`,
			exhibits: [...exhibitsOf(page, seen), ...(earlier.who === SERVER ? headerExhibit(page, "last-modified") : [])],
		};
	},
});

const SERVER = "the Last-Modified header";

interface Pair {
	readonly earlier: Stated;
	readonly later: Stated;
}

/** What must agree: like with like, and the page's own dates with those that may not be older. */
function pairsOf(page: Page, article: ArticlePage, sitemap: Settled<Sitemap>): readonly Pair[] {
	const shown = { published: visible(page, "published"), updated: visible(page, "updated") };
	const stated = { published: structured(article, "datePublished"), updated: structured(article, "dateModified") };
	const newest = [shown.updated, stated.updated, shown.published, stated.published]
		.filter((each) => each !== undefined)
		.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
	return [
		alike(shown.published, stated.published),
		alike(shown.updated, stated.updated),
		notOlder(lastmodOf(page, sitemap), newest),
		notOlder(lastModified(page), newest),
	].filter((pair) => pair !== undefined);
}

function alike(one: Stated | undefined, other: Stated | undefined): Pair | undefined {
	if (!one || !other) return undefined;
	return one.day <= other.day ? { earlier: one, later: other } : { earlier: other, later: one };
}

/** A pair only where the one outside the page is older, or of the same week. */
function notOlder(outside: Stated | undefined, own: Stated | undefined): Pair | undefined {
	if (!outside || !own || daysBetween(own.day, outside.day) > MOST_DAYS) return undefined;
	return { earlier: outside, later: own };
}

/** The first published date, the latest update; none where the page shows nothing but ambiguous ones. */
function visible({ digest }: Page, label: "published" | "updated"): Stated | undefined {
	const found = digest.dates.flatMap((each) =>
		each.label === label && each.date !== null ? [{ ...each, day: each.date }] : [],
	);
	const best = label === "published" ? found[0] : found.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
	return best && { day: best.day, who: `the visible date (${label})`, place: best };
}

function structured({ graph, thing }: ArticlePage, property: "datePublished" | "dateModified"): Stated | undefined {
	const value = thing ? graph.texts(thing, property)[0] : undefined;
	const day = /^\s*(\d{4}-\d\d-\d\d)/.exec(value ?? "")?.[1];
	return day === undefined || Number.isNaN(Date.parse(day)) ? undefined : { day, who: property };
}

function lastmodOf(page: Page, sitemap: Settled<Sitemap>): Stated | undefined {
	if (sitemap.state === "absent") return undefined;
	const { entries, child } = sitemap.value;
	const entry = [...entries, ...(child?.entries ?? [])].find(({ loc }) => loc === page.url);
	const day = /^\d{4}-\d\d-\d\d/.exec(entry?.lastmod ?? "")?.[0];
	return day === undefined || Number.isNaN(Date.parse(day)) ? undefined : { day, who: "the sitemap's lastmod" };
}

function lastModified({ response }: Page): Stated | undefined {
	const at = Date.parse(response.headers["last-modified"] ?? "");
	return Number.isNaN(at) ? undefined : { day: new Date(at).toISOString().slice(0, 10), who: SERVER };
}

function daysBetween(earlier: string, later: string): number {
	return Math.round((Date.parse(later) - Date.parse(earlier)) / DAY_MS);
}
