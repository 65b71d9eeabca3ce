import type { Verdict } from "#core/verdict.ts";
import { alternatives, listing, plainCount } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageMeta } from "#evidence/page-digest.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { type ArticlePage, articleOf, isArticleType } from "../shared/article.ts";
import { exhibitsOf } from "../shared/exhibits.ts";
import { mainThing } from "../shared/main-thing.ts";
import { proposedProperty } from "../shared/page-values.ts";
import {
	graphOf,
	labelOf,
	ownUnlessBroken,
	placesOf,
	type StructuredGraph,
	type Thing,
	textOf,
	unmet,
	VENDOR_REQUIREMENTS,
	writtenAt,
} from "../shared/structured-data.ts";

const { page: reference, recommended } = VENDOR_REQUIREMENTS.Article;

/** Properties that Google needs for an article result; the rest is advice. */
const TELLING: ReadonlySet<string> = new Set(["headline", "author.name", "datePublished", "image"]);

export const article = definePageCheck({
	id: "article",
	pillar: "data",
	engines: ["search"],
	grade: "vendor",
	listedOnly: true,
	atStake: "advice",
	weightReason: "No engine requires any of these. The data helps engines show the right headline, date and author.",
	title: "Articles state headline, author, date and image as data",
	fault: "The article data is incomplete",
	problem: "Google may show a wrong date, author or picture beside your articles",
	consequence: "Google may show a wrong date, author or image next to your article in search results, or none.",
	hours: 2,
	doneBy: "developer",
	why: "Google takes the date, author and image that it shows next to an article from this data. Without it, Google guesses, and may use the date in your footer.",
	howToFix:
		"Give every article one Article, NewsArticle or BlogPosting in its structured data, with headline, author, datePublished and image.",
	consumer: "Google Search, Google News",
	counterEvidence: {
		says: "Ahrefs compared 1,885 pages that added JSON-LD with pages that did not: citations in AI Overviews, AI Mode and ChatGPT did not rise.",
		source: "https://ahrefs.com/blog/schema-ai-citations/",
	},
	reference,
	reviewed: "2026-11-21",
	note: "Google lists no required property for an article, so nothing here is invalid. We score the share that is there. We do not ask for a publisher or its logo, or for an image on a page that has none. This helps search only: no answer engine documents that it reads this data.",
	yieldsTo: ["jsonld-parse", "text-without-js"],
	evaluate(page) {
		const own = ownUnlessBroken(page, isArticleType);
		const seen = articleOf(page);
		if (seen) return { ...(seen.thing ? judge(page, seen.graph, seen.thing) : judgeUndeclared(page, seen)), ...own };
		const { count } = mainThing(page, graphOf(page), isArticleType);
		const says =
			count > 1
				? `The page lists ${plainCount(count, "article")} and is not an article itself.`
				: "The page is not an article.";
		return { outcome: "not-applicable", says };
	},
});

function judge(page: Page, graph: StructuredGraph, thing: Thing): Verdict {
	const exhibits = placesOf(page, thing);
	const asked = recommended.filter(([path]) => path !== "image" || hasPictures(page));
	const missing = unmet(graph, thing, asked).map(([path]) => path);
	const faults = missing.filter((path) => TELLING.has(path));
	const headline = textOf(graph, thing, "headline", "name") || "The article";
	if (faults.length === 0) {
		const advice = missing.length > 0 ? ` Adding ${listing(missing)} would help engines further.` : "";
		return {
			outcome: "pass",
			says: `"${headline}" states everything that engines ask for in an article.${advice}`,
			exhibits,
		};
	}
	const telling = asked.filter(([path]) => TELLING.has(path)).length;
	const ratio = (telling - faults.length) / telling;
	return byShare(ratio, {
		says: `The ${labelOf(thing)} of ${page.url} does not state ${alternatives(faults)}.`,
		fix: `Add ${listing(proposed(page, faults), 4)} to the ${labelOf(thing)} ${writtenAt(thing)} of ${page.url}.`,
		exhibits,
	});
}

function judgeUndeclared(page: Page, { sign }: ArticlePage): Verdict {
	const asked = [...TELLING].filter((path) => path !== "image" || hasPictures(page));
	return {
		outcome: "fail",
		fault: "The article has no structured data",
		says: `${page.url} is marked as an article (${sign}), but no structured data says who wrote it and when.`,
		fix: `Add structured data of type Article to ${page.url}, with ${listing(proposed(page, asked), 4)}.`,
		exhibits: exhibitsOf(page, declarationsOf(page)),
	};
}

function declarationsOf({ digest }: Page): readonly PageMeta[] {
	return ["og:type", "article:published_time"].flatMap((name) => digest.metas.find(({ key }) => key === name) ?? []);
}

function hasPictures(page: Page): boolean {
	const tagged = page.digest.metas.some(({ key, content }) => key === "og:image" && content.trim() !== "");
	return tagged || page.digest.images.some(({ decorative }) => !decorative);
}

function proposed(page: Page, paths: readonly string[]): readonly string[] {
	return paths.map((path) => proposedProperty(page, path));
}
