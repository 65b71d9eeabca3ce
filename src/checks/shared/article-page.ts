import type { Page } from "#evidence/evidence-map.ts";
import { mainThing } from "./main-thing.ts";
import { productOf } from "./page-product.ts";
import type { StructuredGraph, Thing } from "./structured-graph.ts";
import { graphOf } from "./thing-words.ts";

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
	/** By what it can be told, to be put behind "by its": `structured data of type BlogPosting`. */
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
	if (says("og:type") === "article" && says("article:published_time") !== "") {
		return { sign: "og:type article", graph, thing };
	}
	// What stands in an article there is a buyer's review.
	if (productOf(page).state !== "none") return null;
	const marked = [...dates, ...bylines].some(({ inArticle }) => inArticle);
	return marked ? { sign: "<article> element with a date or a name", graph, thing } : null;
}
