import { isOrganizationType } from "#core/schema-org.ts";
import { listing, plainCount, plural } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { Stated } from "#evidence/page-digest.ts";
import { byShare, definePageCheck } from "../define-check.ts";
import { articleOf, comparedDays } from "../shared/article.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { dayOf } from "../shared/page-values.ts";

/** Properties that state one fact: if one of them is visible, the fact is shown. */
const FACTS: Readonly<Record<string, string>> = {
	name: "name",
	headline: "headline",
	ratingValue: "rating",
	reviewCount: "rating",
	ratingCount: "rating",
	datePublished: "date",
	dateModified: "date",
};

const OF_ARTICLES: ReadonlySet<string> = new Set(["headline", "datePublished", "dateModified"]);

export const markupVisibleParity = definePageCheck({
	id: "markup-visible-parity",
	pillar: "data",
	engines: ["search"],
	grade: "vendor",
	listedOnly: true,
	atStake: "quality",
	weightReason: "Search engines may ignore or penalise structured data that says what the page does not show.",
	tableStakes: true,
	title: "Structured data matches what the page shows",
	fault: "Structured data states facts that the page does not show",
	problem: "Google may stop showing ratings, names or dates beside your search results",
	consequence:
		"Google may stop showing ratings, names or dates next to your search results, because visitors cannot see them on the page.",
	hours: 3,
	doneBy: "developer",
	why: "Search engines expect structured data to describe what people see. A rating, name or date that is only in the code counts as misleading, and engines may ignore all of the data.",
	howToFix: "Show each fact that the data states, or remove it from the data. Fill both from the same source.",
	consumer: "Google Search",
	counterEvidence: {
		says: "Ahrefs compared 1,885 pages that added JSON-LD with pages that did not: citations in AI Overviews, AI Mode and ChatGPT did not rise.",
		source: "https://ahrefs.com/blog/schema-ai-citations/",
	},
	reference: "https://developers.google.com/search/docs/appearance/structured-data/sd-policies",
	reviewed: "2026-11-21",
	note: "We look for product names, article headlines and dates, and ratings, in any common spelling, in the HTML text, in labels for screen readers and in <time>. One date of an article is enough, and so is either the value or the count of a rating. Other checks cover prices, dates that contradict each other, and articles without any date. A headline matches if half of its words do.",
	yieldsTo: ["text-without-js"],
	evaluate(page) {
		const facts = factsOf(page);
		if (facts.length === 0) {
			return {
				outcome: "not-applicable",
				says: "The structured data states no name, rating or date to compare.",
			};
		}
		const unseen = facts.filter((stated) => stated.every(({ visible }) => !visible)).flatMap(([first]) => first ?? []);
		const [first] = unseen;
		if (!first)
			return {
				outcome: "pass",
				says: `The text shows what the structured data states (${plainCount(facts.length, "fact")}).`,
			};
		const named = unseen.map(({ property, type, value }) => `${property} of ${clip(type, 40)}: ${clip(value, 60)}`);
		return byShare(1 - unseen.length / facts.length, {
			says: `${plainCount(unseen.length, "fact")} of ${facts.length} in the structured data of ${page.url} ${plural(unseen.length, "is", "are")} not visible on the page (${listing(named)}).`,
			fix: `Show "${inText(first)}" in the text of ${page.url}, or correct ${first.property} at ${first.at}.`,
			exhibits: exhibitsOf(page, unseen),
		});
	},
});

/** Stated values, grouped by thing and fact. A date that differs from the visible one is date-agreement's. */
function factsOf(page: Page): readonly (readonly Stated[])[] {
	const article = articleOf(page);
	const compared = article ? comparedDays(page, article) : new Set<string>();
	// Pages that are not articles, such as home pages, need not show an article's headline and date.
	const { stated: all, dates } = page.digest;
	const asked = all.filter(({ property, type }) => {
		// Names of the site and its owner are for the checks of organization and website.
		const isSite = type === "WebSite" || isOrganizationType(type);
		return !isSite && (article !== null || !OF_ARTICLES.has(property));
	});
	// An article that shows no date at all is for visible-dates.
	const stated = asked.filter(({ property }) => FACTS[property] !== "date" || dates.length > 0);
	const facts = new Map<string, Stated[]>();
	for (const each of stated) {
		const fact = FACTS[each.property];
		if (fact === undefined) continue;
		const key = `${each.of} ${fact}`;
		facts.set(key, [...(facts.get(key) ?? []), each]);
	}
	return [...facts.values()].filter((stated) => !stated.some((each) => isCompared(each, compared)));
}

function isCompared({ property, value }: Stated, compared: ReadonlySet<string>): boolean {
	return FACTS[property] === "date" && compared.has(dayOf(value) ?? "");
}

function inText({ property, value }: Stated): string {
	return (FACTS[property] === "date" && dayOf(value)) || clip(value, 80);
}
