import { listing, plainCount, plural } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageDigest, UnknownTerm } from "#evidence/page-digest.ts";
import { definePageCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { graphOf, type StructuredGraph, type Thing } from "../shared/structured-data.ts";

export const vocabulary = definePageCheck({
	id: "vocabulary",
	pillar: "data",
	engines: ["search"],
	grade: "standard",
	listedOnly: true,
	atStake: "advice",
	weightReason: "A misspelt name loses one fact, rarely the whole block.",
	tableStakes: true,
	title: "Structured data uses names that schema.org defines",
	fault: "Structured data uses names that schema.org does not define",
	problem: "search engines skip some of the data that your page gives them",
	consequence: "Search engines skip names they do not know, so some of the facts about you are lost.",
	hours: 0.5,
	doneBy: "developer",
	why: 'Search engines ignore a type or property that schema.org (the shared vocabulary for structured data) does not define, and do not tell you. For a machine, "Organisation" is not an Organization.',
	howToFix: "Write each type and property exactly as on schema.org, including capital letters, and state the context.",
	consumer: "Google Search, Bing",
	counterEvidence: {
		says: "Ahrefs compared 1,885 pages that added JSON-LD with pages that did not: citations in AI Overviews, AI Mode and ChatGPT did not rise.",
		source: "https://ahrefs.com/blog/schema-ai-citations/",
	},
	reference: "https://schema.org/docs/full.html",
	reviewed: "2026-11-28",
	note: "We look names up in schema.org 30.0. A property on a type that it is not listed for is not a fault, because schema.org says that these lists are hints. We ignore terms of other vocabularies and external contexts. We name types whose special results Google Search has ended, but deduct nothing: others may use them.",
	evaluate(page) {
		const types = schemaOrgTypes(page.digest);
		const { unknownTerms: unknown } = page.digest;
		const [first] = unknown;
		const ended = endedResults(page);
		if (types.length === 0 && !first) {
			return { outcome: "not-applicable", says: "The page has no schema.org structured data." };
		}
		if (!first) return { outcome: "pass", says: `schema.org defines all names used on ${listing(types)}.${ended}` };
		return {
			outcome: "partial",
			ratio: 0.5,
			...(unknown.every(({ kind }) => kind === "context")
				? { fault: "Structured data does not name its vocabulary" }
				: {}),
			says: `${plainCount(unknown.length, "name")} in the structured data of ${page.url} ${plural(unknown.length, "is", "are")} unknown: ${listing(unknown.map(inWords))}.${ended}`,
			fix: fixOf(first, page.url),
			exhibits: exhibitsOf(page, unknown),
		};
	},
});

function schemaOrgTypes({ jsonLd, microdata, rdfa }: PageDigest): readonly string[] {
	const nodes = [...jsonLd.nodes, ...microdata, ...rdfa];
	return [...new Set(nodes.flatMap(({ types }) => types.filter((type) => !type.includes(":"))))].map((type) =>
		clip(type, 40),
	);
}

const of =
	(...types: readonly string[]) =>
	(thing: Thing) =>
		types.every((type) => thing.types.has(type));
const lends = of("ReadAction");
const borrows = of("BorrowAction");

/**
 * Results that Google Search no longer shows: seven since June 2025, HowTo since 2023, FAQPage since May 2026.
 * https://developers.google.com/search/blog/2025/06/simplifying-search-results,
 * https://developers.google.com/search/updates
 */
const ENDED: Readonly<Record<string, (thing: Thing, graph: StructuredGraph) => boolean>> = {
	"book actions": (thing, graph) =>
		thing.types.has("Book") && graph.follow(thing, "potentialAction").some((each) => lends(each) || borrows(each)),
	"course info": (thing, graph) => thing.types.has("Course") && graph.has(thing, "hasCourseInstance"),
	"claim reviews": of("ClaimReview"),
	"estimated salaries": (thing, graph) => graph.has(thing, "estimatedSalary"),
	"learning videos": of("VideoObject", "LearningResource"),
	"special announcements": of("SpecialAnnouncement"),
	"vehicle listings": (thing) => thing.types.has("Car") && !thing.types.has("Product"),
	"how-tos": of("HowTo"),
	FAQs: of("FAQPage"),
};

function endedResults(page: Page): string {
	const graph = graphOf(page);
	const found = Object.keys(ENDED).filter((name) => graph.things.some((thing) => ENDED[name]?.(thing, graph)));
	return found.length === 0 ? "" : ` Google Search no longer shows special results for ${listing(found)}.`;
}

function inWords({ kind, term, on, nearest }: UnknownTerm): string {
	const name = clip(term, 40);
	if (kind === "context") return `${name} is in a block without "@context"`;
	const where = kind === "property" && on !== null ? ` of ${clip(on, 40)}` : "";
	const hint = nearest === null ? "" : ` (${nearest}?)`;
	return `the ${kind} ${name}${where}${hint}`;
}

function fixOf({ kind, term, on, nearest, at }: UnknownTerm, url: string): string {
	const name = clip(term, 60);
	if (kind === "context") return `Add "@context": "https://schema.org" to the block with ${name} at ${at} of ${url}.`;
	const instead =
		kind === "type" ? "a type of schema.org" : `a property that schema.org lists for ${clip(on ?? "the type", 40)}`;
	const meant = nearest === null ? instead : `${nearest}, if you mean that, or with ${instead}`;
	return `Replace ${name} at ${at} of ${url} with ${meant}.`;
}
