import { isOrganizationType } from "#core/schema-org.ts";
import type { Verdict } from "#core/verdict.ts";
import { listing } from "#core/wording.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { byShare, defineSiteCheck, noHomePage } from "../define-check.ts";
import { clip } from "../shared/exhibits.ts";
import { namedBlock, shownName } from "../shared/page-values.ts";
import { isOwnRoot } from "../shared/site-addresses.ts";
import { organizationOf, personOf, showsNameOf } from "../shared/site-identity.ts";
import {
	graphOf,
	ownUnlessBroken,
	placesOf,
	type StructuredGraph,
	type Thing,
	textOf,
	unmet,
	VENDOR_REQUIREMENTS,
	writtenAt,
} from "../shared/structured-data.ts";

const { page: reference, recommended } = VENDOR_REQUIREMENTS.Organization;

export const organization = defineSiteCheck({
	id: "organization",
	pillar: "data",
	engines: ["search"],
	grade: "vendor",
	atStake: "quality",
	weightReason: "It ties the site to a known entity, but nothing is required by any engine and names can be guessed.",
	title: "Structured data names the organization behind the site",
	fault: "No structured data names the organization behind the site",
	consequence:
		"Google has to guess which company stands behind the site, and may show the wrong logo or details, or none.",
	effort: "small",
	doneBy: "developer",
	why: "A machine-readable name, logo and profile list let search engines tell your organization from others of a similar name, and show the right logo.",
	howToFix:
		"Put one JSON-LD block of type Organization, or a more exact type such as LocalBusiness, on the home page, with name, url, logo and sameAs.",
	consumer: "Google Search (logo, knowledge panel)",
	counterEvidence: {
		says: "Ahrefs compared 1,885 pages that added JSON-LD with pages that did not: citations in AI Overviews, AI Mode and ChatGPT did not rise.",
		source: "https://ahrefs.com/blog/schema-ai-citations/",
	},
	reference,
	reviewed: "2026-11-21",
	note: "Google lists no required property, so only a missing name is a fault, or one that nothing on the page shows; without a name, what else is stated counts by its share where url is this site; JSON-LD, Microdata and RDFa count alike, and a personal site is not asked for an organization. It serves search only: no answer engine documents that it reads these data.",
	yieldsTo: ["jsonld-parse", "head-in-raw-html", "text-without-js", "auth-gate"],
	// An organization is named once for a site; inner pages need not repeat it.
	needs: ["home"],
	evaluate({ home }, { target }) {
		if (home.state === "absent") return noHomePage(home);
		const page = home.value;
		const graph = graphOf(page);
		const best = organizationOf(graph);
		const own = ownUnlessBroken(page, isOrganizationType);
		if (best) {
			const isInvented = textOf(graph, best, "name", "legalName") !== "" && !showsNameOf(page, graph, best, target);
			return { ...(isInvented ? unseen(page, graph, best) : judge(page, graph, best)), ...own };
		}
		const person = personOf(graph);
		if (person && showsNameOf(page, graph, person, target)) {
			return {
				outcome: "not-applicable",
				says: `The page's structured data names a person, ${textOf(graph, person, "name")}, as the one behind the site.`,
				exhibits: placesOf(page, person),
			};
		}
		const types = [...new Set(graph.things.filter(({ top }) => top).flatMap((thing) => [...thing.types]))];
		const instead = types.length > 0 ? `; it holds ${clip(listing(types, 4), 80)}` : "";
		const name = shownName(page, target);
		return {
			outcome: "fail",
			says: `No structured data of ${page.url} names an organization${instead}.`,
			fix: `Add to the <head> of ${page.url}, with ${name === undefined ? "the organization's name in place of the dots, and " : ""}logo and sameAs where you have them: ${namedBlock(page, "Organization", name)}`,
			...own,
		};
	},
});

function unseen(page: Page, graph: StructuredGraph, thing: Thing): Verdict {
	const name = textOf(graph, thing, "name", "legalName");
	return {
		outcome: "fail",
		fault: "The organization in the structured data is not named on the page",
		says: `The structured data of ${page.url} names an organization, ${name}, that neither the page's text nor its title nor its address mentions.`,
		fix: `Write the name that visitors read into the Organization in the ${thing.form} ${writtenAt(thing)} of ${page.url}, or show "${clip(name, 60)}" on the page.`,
		exhibits: placesOf(page, thing),
	};
}

function judge(page: Page, graph: StructuredGraph, thing: Thing): Verdict {
	const type = [...thing.types].find(isOrganizationType) ?? "Organization";
	const exhibits = placesOf(page, thing);
	const name = textOf(graph, thing, "name", "legalName");
	const missing = unmet(graph, thing, recommended).flatMap(([path]) => (path === "name" ? [] : [path]));
	if (name === "") {
		// Nothing else says that it is the one behind this site.
		const isOwn = graph.texts(thing, "url").some((address) => isOwnRoot(address, page.url));
		const stated = recommended.length - 1 - missing.length;
		return byShare(isOwn ? stated / recommended.length : 0, {
			fault: "The organization in the structured data has no name",
			says: `The page declares a node of type ${type}, but gives it no name.`,
			fix: `Add "name" to the ${type} in the ${thing.form} ${writtenAt(thing)} of ${page.url}.`,
			exhibits,
		});
	}
	const advice = missing.length > 0 ? ` ${listing(missing)} would help engines to recognise it.` : "";
	return { outcome: "pass", says: `The page names its organization: ${name} (${type}).${advice}`, exhibits };
}
