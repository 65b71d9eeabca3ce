import { oncePer } from "#core/once-per.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { articleSign, isManual, speaksOfAnotherKind } from "./article-signs.ts";
import { mainThing } from "./main-thing.ts";
import { isHome } from "./site-addresses.ts";
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
 * The article that a page consists of; null where it is none, or a list of several. A home page is none, whatever it
 * states: content systems write an Article into the page that is set as the start of a site. Several checks ask about the same page.
 */
export const articleOf = oncePer((page: Page) => (isHome(page.url) ? null : readArticle(page)));

function readArticle(page: Page): ArticlePage | null {
	const graph = graphOf(page);
	const { thing, count } = mainThing(page, graph, isArticleType);
	if (thing) {
		if (isManual(page, graph, thing)) return null;
		return { sign: `structured data of type ${[...thing.types].find(isArticleType)}`, graph, thing };
	}
	if (count > 0 || speaksOfAnotherKind(page, graph)) return null;
	const sign = articleSign(page);
	return sign === null ? null : { sign, graph, thing };
}
