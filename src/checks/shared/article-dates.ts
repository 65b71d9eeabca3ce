import type { Page } from "#evidence/evidence-map.ts";
import type { Located } from "#evidence/page-digest.ts";
import type { ArticlePage } from "./article-page.ts";

/** One date of the page, and who states it. */
export interface StatedDay {
	/** `YYYY-MM-DD` */
	readonly day: string;
	readonly who: string;
	readonly place?: Located | undefined;
}

export const PUBLISHED_AND_UPDATED = [
	["published", "datePublished"],
	["updated", "dateModified"],
] as const;
type Label = (typeof PUBLISHED_AND_UPDATED)[number][0];
type Property = (typeof PUBLISHED_AND_UPDATED)[number][1];

/** The first published date, the latest update; none where the page shows nothing but ambiguous ones. */
export function shownDay({ digest }: Page, label: Label): StatedDay | undefined {
	const found = digest.dates.flatMap((each) =>
		each.label === label && each.date !== null ? [{ ...each, day: each.date }] : [],
	);
	const best = label === "published" ? found[0] : found.toSorted((a, b) => (a.day < b.day ? 1 : -1))[0];
	return best && { day: best.day, who: `the visible date (${label})`, place: best };
}

/** What the article's structured data says. */
export function markedDay({ graph, thing }: ArticlePage, property: Property): StatedDay | undefined {
	const day = dayOf(thing ? graph.texts(thing, property)[0] : undefined);
	return day === undefined ? undefined : { day, who: property };
}

/** The day that a stated date or time begins with; undefined where it is none. */
export function dayOf(value: string | undefined): string | undefined {
	const day = /^\s*(\d{4}-\d\d-\d\d)/.exec(value ?? "")?.[1];
	return day === undefined || Number.isNaN(Date.parse(day)) ? undefined : day;
}

/** Days of the structured data that stand beside a visible date of their kind: `date-agreement` compares the two. */
export function comparedDays(page: Page, article: ArticlePage): ReadonlySet<string> {
	const pairs = PUBLISHED_AND_UPDATED.map(([label, property]) => [shownDay(page, label), markedDay(article, property)]);
	return new Set(pairs.flatMap(([shown, marked]) => (shown && marked ? [marked.day] : [])));
}
