import { isOrganizationType } from "#core/schema-org.ts";
import type { Exhibit } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { defineSiteCheck, noHomePage } from "../define-check.ts";
import { clip, exhibitsOf } from "../shared/exhibits.ts";
import { containsName, isPublishedBy, organizationOf, sameName, websiteOf } from "../shared/site-identity.ts";
import {
	graphOf,
	ownUnlessBroken,
	placesOf,
	type StructuredGraph,
	type Thing,
	VENDOR_REQUIREMENTS,
} from "../shared/structured-data.ts";

interface Naming {
	readonly where: string;
	readonly names: readonly [string, ...string[]];
	readonly exhibits: readonly Exhibit[];
}

export const identityAgreement = defineSiteCheck({
	id: "identity-agreement",
	pillar: "data",
	engines: ["search"],
	grade: "vendor",
	atStake: "advice",
	weightReason:
		"With 2 names, engines have to choose, and usually choose well. The risk is a wrong name in search results.",
	tableStakes: true,
	title: "The organization's name matches the site's name",
	fault: "The organization's name differs from the site's name",
	problem: "search engines may show the wrong name for your company",
	consequence: "Search engines may treat your company and your site as two different things, and show the wrong name.",
	hours: 0.5,
	doneBy: "developer",
	why: "If the organization and the site have different names, an engine may treat them as separate. What it knows about one then does not help the other.",
	howToFix:
		"Give the Organization the same name as the site. Put other names, such as the registered one, into alternateName or legalName.",
	consumer: "Google Search",
	counterEvidence: {
		says: "Ahrefs compared 1,885 pages that added JSON-LD with pages that did not: citations in AI Overviews, AI Mode and ChatGPT did not rise.",
		source: "https://ahrefs.com/blog/schema-ai-citations/",
	},
	reference: VENDOR_REQUIREMENTS.Organization.page,
	reviewed: "2026-11-21",
	note: "The organization must match one of WebSite.name, og:site_name and title. The check site-name compares these with each other. We ignore case, accents, punctuation, legal form, initials and longer forms of a name, we do not compare names in two scripts, and alternateName counts. A site that names a publisher, such as a product manual, may have its own name.",
	yieldsTo: ["jsonld-parse", "text-without-js"],
	needs: ["home"],
	evaluate({ home }) {
		if (home.state === "absent") return noHomePage(home);
		const page = home.value;
		const graph = graphOf(page);
		const organization = organizationOf(graph);
		const [own] = organization ? namingOf(page, graph, organization, "Organization") : [];
		if (!own) return { outcome: "not-applicable", says: "The structured data does not name an organization." };
		const others = othersOf(page, graph);
		const title = page.digest.titles[0]?.text ?? "";
		const inTitle = title.trim() !== "" && own.names.some((name) => containsName(title, name));
		const exhibits = [own, ...others].flatMap((naming) => naming.exhibits);
		const agreeing = others.filter((other) => agree(own, other)).map(({ where }) => where);
		if (agreeing.length > 0 || inTitle) {
			const places = listing([...agreeing, ...(inTitle ? ["the title"] : [])]);
			return { outcome: "pass", says: `The organization's name, ${own.names[0]}, matches ${places}.`, exhibits };
		}
		const [other] = others;
		if (!other) {
			return {
				outcome: "not-applicable",
				says: `Only the Organization has a name: "${own.names[0]}". Nothing else on ${page.url} names the site, so there is nothing to compare.`,
			};
		}
		const website = websiteOf(graph);
		if (organization && website && isPublishedBy(graph, website, organization) && graph.has(website, "name")) {
			return {
				outcome: "not-applicable",
				says: `The WebSite, ${other.names[0]}, names ${own.names[0]} as its publisher, so each may have its own name.`,
				exhibits,
			};
		}
		const named = others.map(({ where, names }) => `${where} says "${names[0]}"`);
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `The Organization of ${page.url} is called "${own.names[0]}", but ${listing(named)}, and the title does not contain it.`,
			fix: `Write "name": "${other.names[0]}" in the Organization of ${page.url}, with "alternateName": "${own.names[0]}" if it uses both.`,
			exhibits,
			...ownUnlessBroken(page, (type) => type === "WebSite" || isOrganizationType(type)),
		};
	},
});

function agree(one: Naming, other: Naming): boolean {
	return one.names.some((name) => other.names.some((each) => sameName(name, each)));
}

/** Which of the two is right is for the check `site-name`. */
function othersOf(page: Page, graph: StructuredGraph): readonly Naming[] {
	const website = websiteOf(graph);
	const tag = page.digest.metas.find(({ key, content }) => key === "og:site_name" && content.trim() !== "");
	return [
		...(website ? namingOf(page, graph, website, "WebSite") : []),
		...(tag
			? [{ where: "og:site_name", names: [clip(tag.content, 80)] as const, exhibits: exhibitsOf(page, [tag]) }]
			: []),
	];
}

function namingOf(page: Page, graph: StructuredGraph, thing: Thing, where: string): readonly Naming[] {
	const all = ["name", "legalName", "alternateName"].flatMap((property) => graph.texts(thing, property));
	const [first, ...others] = all.map((name) => clip(name, 80));
	return first === undefined ? [] : [{ where, names: [first, ...others], exhibits: placesOf(page, thing) }];
}
