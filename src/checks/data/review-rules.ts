import { isOrganizationType } from "#core/schema-org.ts";
import { listing } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { definePageCheck } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { hidesRatings } from "../shared/page-values.ts";
import { isOwnRoot } from "../shared/site-addresses.ts";
import { organizationOf, sameName, websiteOf } from "../shared/site-identity.ts";
import {
	graphOf,
	labelOf,
	placesOf,
	type StructuredGraph,
	type Thing,
	textOf,
	unmet,
	VENDOR_REQUIREMENTS,
	writtenAt,
} from "../shared/structured-data.ts";

const { page: reference, required } = VENDOR_REQUIREMENTS.AggregateRating;

interface Violation {
	readonly thing: Thing;
	readonly says: string;
	readonly fix: string;
}

export const reviewRules = definePageCheck({
	id: "review-rules",
	pillar: "data",
	engines: ["search"],
	grade: "vendor",
	listedOnly: true,
	atStake: "quality",
	weightReason:
		"Ratings that break the rules lose the stars at once, and can lose all rich results after a manual review.",
	tableStakes: true,
	title: "Ratings in the data follow Google's review rules",
	fault: "Ratings in the data break Google's review rules",
	problem: "Google does not show your review stars",
	consequence: "Google does not show the stars, and may remove other extras from your search results.",
	hours: 1,
	doneBy: "developer",
	why: "The stars next to a search result come from this data. A rating without a count shows no stars. Ratings of your own business on your own site break the rules, which can cost you all rich results (the extras next to a plain search result).",
	howToFix:
		"Give every AggregateRating a ratingValue and a ratingCount or reviewCount. Remove ratings of your own organization from your own site's data.",
	consumer: "Google Search",
	reference,
	reviewed: "2026-11-21",
	note: "Only ratings of the site's own organization or business count as self-serving. A directory that rates others and a shop that rates its products follow the rules. We cannot see whether reviews are genuine. Ratings that are only in the data earn nothing; markup-visible-parity judges them.",
	needs: ["home"],
	evaluate(page, { home }) {
		const graph = graphOf(page);
		const ratings = graph.ofType((type) => type === "AggregateRating");
		const rated = graph.ofType(isOrganizationType).filter((thing) => isRated(graph, thing));
		if (ratings.length === 0 && rated.length === 0) {
			return { outcome: "not-applicable", says: "The page's structured data has no ratings." };
		}
		const front = home.state === "found" ? home.value : page;
		const violations = [
			...rated.filter((thing) => isOwn(page, graph, thing, front)).map((thing) => selfServing(page, thing)),
			...ratings.flatMap((rating) => incomplete(page, graph, rating)),
		];
		const [first] = violations;
		if (!first && hidesRatings(page)) {
			return { outcome: "not-applicable", says: `The ratings in the data of ${page.url} are not visible on the page.` };
		}
		if (!first) {
			return { outcome: "pass", says: `${ratingsWord(graph, ratings)}.`, exhibits: placesOf(page, ...ratings) };
		}
		const says = listing([...new Set(violations.map((each) => each.says))]);
		const exhibits = placesOf(page, ...violations.map(({ thing }) => thing));
		return { outcome: "fail", says: `On ${page.url}, ${says}.`, fix: first.fix, exhibits };
	},
});

function isRated(graph: StructuredGraph, thing: Thing): boolean {
	return graph.has(thing, "aggregateRating") || graph.has(thing, "review") || graph.has(thing, "reviews");
}

function isOwn(page: Page, graph: StructuredGraph, thing: Thing, front: Page): boolean {
	const addresses = graph.texts(thing, "url");
	if (addresses.some((address) => isOwnRoot(address, page.url))) return true;
	if (thing.id !== null && isOwnRoot(thing.id, page.url)) return true;
	const home = graphOf(front);
	const site = websiteOf(graph);
	if (site && graph.follow(site, "publisher").includes(thing)) return true;
	const behind = organizationOf(home);
	const name = textOf(graph, thing, "name");
	const names = [
		behind ? textOf(home, behind, "name", "legalName") : "",
		front.digest.metas.find(({ key }) => key === "og:site_name")?.content ?? "",
	];
	return name !== "" && names.some((each) => each.trim() !== "" && sameName(each, name));
}

function selfServing(page: Page, thing: Thing): Violation {
	return {
		thing,
		says: `the ${labelOf(thing)} rates the site's own business, which Google calls self-serving, so it shows no stars`,
		fix: `Remove aggregateRating and review from the ${labelOf(thing)} ${writtenAt(thing)} of ${page.url}. You can keep the reviews on the page.`,
	};
}

function incomplete(page: Page, graph: StructuredGraph, rating: Thing): readonly Violation[] {
	const missing = unmet(graph, rating, required).map(([path, ...others]) => [path, ...others].join(" or "));
	const value = textOf(graph, rating, "ratingValue");
	const fault = missing.length === 0 ? wrongValue(graph, rating, value) : `has no ${listing(missing)}`;
	if (fault === null) return [];
	const fix = `Write in the AggregateRating ${writtenAt(rating)} of ${page.url}: "ratingValue": "${numberOf(value) ?? "4.4"}", "ratingCount": "89".`;
	return [{ thing: rating, says: `an AggregateRating (${rating.form}) ${fault}`, fix }];
}

/** Google accepts numbers, fractions, percentages; decimals with a period; a scale up to 5 unless bestRating differs. */
function wrongValue(graph: StructuredGraph, rating: Thing, value: string): string | null {
	if (value === "" || /[/%]/.test(value)) return null;
	if (/^\d+,\d+$/.test(value)) return `writes ${clip(value, 20)} with a comma instead of a dot`;
	const number = numberOf(value);
	if (number === null) return `gives "${clip(value, 20)}" as ratingValue, which is not a number`;
	const best = numberOf(textOf(graph, rating, "bestRating")) ?? 5;
	return number > best ? `gives ${clip(value, 20)} on a scale that ends at ${best}` : null;
}

function numberOf(text: string): number | null {
	return /^\d{1,9}(?:[.,]\d{1,9})?$/.test(text) ? Number(text.replace(",", ".")) : null;
}

function ratingsWord(graph: StructuredGraph, ratings: readonly Thing[]): string {
	const [first] = ratings;
	if (!first) return "The reviews are about others";
	const total = textOf(graph, first, "ratingCount", "reviewCount");
	return `The rating ${textOf(graph, first, "ratingValue")} is based on ${total} ratings`;
}
