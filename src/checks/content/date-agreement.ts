import { DAY_MS } from "#core/kept-for.ts";
import type { Observation, Page, Sitemap } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { type ArticlePage, articleOf, markedDay } from "../shared/article.ts";
import { exhibitsOf, headerExhibit } from "../shared/exhibits.ts";
import { dayOf, PUBLISHED_AND_UPDATED, type StatedDay, shownDay } from "../shared/page-values.ts";

/** Time zones, drafts and nightly builds shift a date by a day or two, holidays by a week. */
const MOST_DAYS = 7;

export const dateAgreement = definePageCheck({
	id: "date-agreement",
	pillar: "content",
	engines: ["search", "answers"],
	grade: "vendor",
	listedOnly: true,
	atStake: "advice",
	weightReason: "Engines compare several dates. If the dates differ, they may trust none of them.",
	tableStakes: true,
	title: "All dates of an article match",
	fault: "Dates of an article contradict each other",
	problem: "search results may show a wrong date beside your articles",
	consequence: "Search results may show a wrong or old date next to your article, so readers may think it is outdated.",
	hours: 1.5,
	doneBy: "developer",
	why: "The visible date, the structured data, the sitemap and the server each say when a page changed. If they differ by more than a few days, engines may trust none of them and show their own date.",
	howToFix:
		"Take all dates of a page from the same field of your content system: the visible date, datePublished, dateModified and lastmod.",
	consumer: "Google Search",
	reference: "https://developers.google.com/search/docs/appearance/publication-dates",
	reviewed: "2026-11-21",
	note: "Google asks for matching dates and gives no tolerance. Ours is 7 days. We count Last-Modified and lastmod only if they are older than the page's own date. A newer one may come from a new layout, or from a server that stamps every response with the current time.",
	yieldsTo: ["text-without-js"],
	wants: ["sitemap"],
	evaluate(page, { sitemap }) {
		const article = articleOf(page);
		if (!article) return { outcome: "not-applicable", says: "The page is not an article." };
		const pairs = pairsOf(page, article, sitemap);
		if (pairs.length === 0) {
			return {
				outcome: "not-applicable",
				says: "The article does not state dates in 2 places that we could compare.",
			};
		}
		const contradictions = pairs.filter(({ earlier, later }) => daysBetween(earlier.day, later.day) > MOST_DAYS);
		const [apart] = contradictions;
		const places = pairs.flatMap(({ earlier, later }) => [earlier, later]);
		if (!apart) {
			const all = [...new Set(places.map(({ who, day }) => `${who} ${day}`))].join(", ");
			return { outcome: "pass", says: `The article's dates match: ${all}.` };
		}
		const { earlier, later } = apart;
		const seen = [earlier, later].flatMap(({ place }) => place ?? []);
		const ratio = 1 - contradictions.length / pairs.length;
		return {
			...(ratio > 0 ? { outcome: "partial", ratio } : { outcome: "fail" }),
			says: `On ${page.url}, ${earlier.who} says ${earlier.day} and ${later.who} says ${later.day}: ${daysBetween(earlier.day, later.day)} days apart.`,
			fix: `Find out which date is right for ${page.url}, and use it in both places: ${earlier.who} and ${later.who}.`,
			exhibits: [...exhibitsOf(page, seen), ...(earlier.who === SERVER ? headerExhibit(page, "last-modified") : [])],
		};
	},
});

const SERVER = "the Last-Modified header";

interface Pair {
	readonly earlier: StatedDay;
	readonly later: StatedDay;
}

function pairsOf(page: Page, article: ArticlePage, sitemap: Observation<Sitemap>): readonly Pair[] {
	const own = PUBLISHED_AND_UPDATED.map(
		([label, property]) => [shownDay(page, label), markedDay(article, property)] as const,
	);
	const newest = own
		.flat()
		.filter((each) => each !== undefined)
		.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
	return [
		...own.map(([shown, marked]) => alike(shown, marked)),
		notOlder(lastmodOf(page, sitemap), newest),
		notOlder(lastModified(page), newest),
	].filter((pair) => pair !== undefined);
}

function alike(one: StatedDay | undefined, other: StatedDay | undefined): Pair | undefined {
	if (!one || !other) return undefined;
	return one.day <= other.day ? { earlier: one, later: other } : { earlier: other, later: one };
}

/** A pair only if the external date is older, or in the same week. */
function notOlder(outside: StatedDay | undefined, own: StatedDay | undefined): Pair | undefined {
	if (!outside || !own || daysBetween(own.day, outside.day) > MOST_DAYS) return undefined;
	return { earlier: outside, later: own };
}

function lastmodOf(page: Page, sitemap: Observation<Sitemap>): StatedDay | undefined {
	if (sitemap.state !== "found") return undefined;
	const { entries, child } = sitemap.value;
	const entry = [...entries, ...(child?.entries ?? [])].find(({ loc }) => loc === page.url);
	const day = dayOf(entry?.lastmod ?? undefined);
	return day === undefined ? undefined : { day, who: "the sitemap's lastmod" };
}

function lastModified({ response }: Page): StatedDay | undefined {
	const at = Date.parse(response.headers["last-modified"] ?? "");
	return Number.isNaN(at) ? undefined : { day: new Date(at).toISOString().slice(0, 10), who: SERVER };
}

function daysBetween(earlier: string, later: string): number {
	return Math.round((Date.parse(later) - Date.parse(earlier)) / DAY_MS);
}
