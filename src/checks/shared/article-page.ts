import type { Located } from "#evidence/digest/content.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { mainThing, productOf } from "./main-thing.ts";
import { graphOf, type StructuredGraph, type Thing } from "./structured-graph.ts";

/** Article, BlogPosting and NewsArticle with what schema.org derives from them; manuals and scholarly papers apart. */
const ARTICLE_TYPES: ReadonlySet<string> = new Set(
	`Article AdvertiserContentArticle NewsArticle AnalysisNewsArticle AskPublicNewsArticle BackgroundNewsArticle
	OpinionNewsArticle ReportageNewsArticle ReviewNewsArticle Report SatiricalArticle BlogPosting
	LiveBlogPosting`.split(/\s+/),
);

export function isArticleType(type: string): boolean {
	return ARTICLE_TYPES.has(type);
}

/** What is known of a page that is one article. */
export interface ArticlePage {
	/** How it was recognised, to be put behind "by its": `structured data of type BlogPosting`. */
	readonly sign: string;
	readonly graph: StructuredGraph;
	/** The article in the structured data; null where it has none. */
	readonly thing: Thing | null;
}

/**
 * The article that a page consists of; null where it is none, or a list of several. `og:type` alone is not believed,
 * since widespread site builders write `article` on every page: the tag for the day of publication must stand beside it.
 */
export function articleOf(page: Page): ArticlePage | null {
	const graph = graphOf(page);
	const { thing, count } = mainThing(page, graph, isArticleType);
	if (thing) return { sign: `structured data of type ${[...thing.types].find(isArticleType)}`, graph, thing };
	if (count > 0 || new URL(page.url).pathname === "/") return null;
	const { metas, dates, bylines } = page.digest;
	const says = (key: string) =>
		metas
			.find((meta) => meta.key === key)
			?.content.trim()
			.toLowerCase() ?? "";
	if (says("og:type") === "article" && says("article:published_time") !== "")
		return { sign: "og:type article", graph, thing };
	// What stands in an article there is a buyer's review.
	if (productOf(page).state !== "none") return null;
	const marked = [...dates, ...bylines].some(({ inArticle }) => inArticle);
	return marked ? { sign: "<article> element with a date or a name", graph, thing } : null;
}

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
