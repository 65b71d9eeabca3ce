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
	weightReason: "It links your site to a known organization, but no engine requires it and engines can guess names.",
	title: "Structured data names the organization behind the site",
	fault: "No structured data names the organization behind the site",
	problem: "Google may show wrong company details or none",
	consequence:
		"Google has to guess which company is behind your site, and may show the wrong logo or details, or none.",
	hours: 1,
	doneBy: "developer",
	why: "With a machine-readable name, logo and list of profiles, search engines can distinguish your organization from others with a similar name, and show the right logo.",
	howToFix:
		"Add one JSON-LD block (facts for machines in the page's code) of type Organization, or a more specific type such as LocalBusiness, to the home page, with name, url, logo and sameAs.",
	consumer: "Google Search (logo, knowledge panel)",
	counterEvidence: {
		says: "Ahrefs compared 1,885 pages that added JSON-LD with pages that did not: citations in AI Overviews, AI Mode and ChatGPT did not rise.",
		source: "https://ahrefs.com/blog/schema-ai-citations/",
	},
	reference,
	reviewed: "2026-11-21",
	note: "Google lists no required property, so the only faults are a missing name or a name that the page does not show. Without a name, the other facts earn their share if url is this site. JSON-LD, Microdata and RDFa count equally. We do not ask a personal site for an organization. This helps search only: no answer engine documents that it reads this data.",
	yieldsTo: ["jsonld-parse", "head-in-raw-html", "text-without-js", "auth-gate"],
	// One page per site is enough; inner pages need not repeat the organization.
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
				says: `The page's structured data names a person, ${textOf(graph, person, "name")}, as the owner of the site.`,
				exhibits: placesOf(page, person),
			};
		}
		const types = [...new Set(graph.things.filter(({ top }) => top).flatMap((thing) => [...thing.types]))];
		const instead = types.length > 0 ? `. It contains ${clip(listing(types, 4), 80)}` : "";
		const name = shownName(page, target);
		return {
			outcome: "fail",
			says: `No structured data of ${page.url} names an organization${instead}.`,
			fix: `Add to the <head> of ${page.url}, with ${name === undefined ? "the organization's name instead of the dots, and with " : ""}logo and sameAs if you have them: ${namedBlock(page, "Organization", name)}`,
			...own,
		};
	},
});

function unseen(page: Page, graph: StructuredGraph, thing: Thing): Verdict {
	const name = textOf(graph, thing, "name", "legalName");
	return {
		outcome: "fail",
		fault: "The page does not show the organization's name from its structured data",
		says: `The structured data of ${page.url} names an organization, ${name}, that does not appear in the page's text, title or address.`,
		fix: `Put the name that visitors see into the Organization in the ${thing.form} ${writtenAt(thing)} of ${page.url}, or show "${clip(name, 60)}" on the page.`,
		exhibits: placesOf(page, thing),
	};
}

function judge(page: Page, graph: StructuredGraph, thing: Thing): Verdict {
	const type = [...thing.types].find(isOrganizationType) ?? "Organization";
	const exhibits = placesOf(page, thing);
	const name = textOf(graph, thing, "name", "legalName");
	const missing = unmet(graph, thing, recommended).flatMap(([path]) => (path === "name" ? [] : [path]));
	if (name === "") {
		// Nothing else connects it with this site.
		const isOwn = graph.texts(thing, "url").some((address) => isOwnRoot(address, page.url));
		const stated = recommended.length - 1 - missing.length;
		return byShare(isOwn ? stated / recommended.length : 0, {
			fault: "The organization in the structured data has no name",
			says: `The page declares a ${type} without a name.`,
			fix: `Add "name" to the ${type} in the ${thing.form} ${writtenAt(thing)} of ${page.url}.`,
			exhibits,
		});
	}
	const advice = missing.length > 0 ? ` Adding ${listing(missing)} would help engines recognise it.` : "";
	return { outcome: "pass", says: `The page names its organization: ${name} (${type}).${advice}`, exhibits };
}
