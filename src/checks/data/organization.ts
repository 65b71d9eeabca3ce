import type { Verdict } from "#core/verdict.ts";
import type { JsonLdNode } from "#evidence/digest/structured-data.ts";
import type { Page } from "#evidence/evidence-map.ts";
import { defineSiteCheck } from "../define-check.ts";
import { clip, exhibitsOf } from "../exhibits.ts";
import { JsonLdGraph } from "../json-ld-graph.ts";
import { isOrganizationType } from "../organization-types.ts";
import { listing } from "../phrasing.ts";

/** Google requires none of these and recommends them all; a missing one is advice, never a fault. */
const RECOMMENDED = ["url", "logo", "sameAs"] as const;
/** By which properties a website names the person behind it. */
const OWNERS = ["publisher", "author", "creator", "copyrightHolder"] as const;

export const organization = defineSiteCheck({
	id: "organization",
	pillar: "data",
	engines: ["search", "answers"],
	grade: "vendor",
	mode: "light",
	weight: 2,
	weightReason: "It ties the site to a known entity, but nothing is required by any engine and names can be guessed.",
	title: "Structured data names the organization behind the site",
	why: "A machine-readable name, logo and profile list let search engines and assistants tell your organization from others of a similar name, and show the right logo.",
	howToFix:
		"Put one JSON-LD block of type Organization, or a more exact type such as LocalBusiness, on the home page, with name, url, logo and sameAs.",
	reference: "https://developers.google.com/search/docs/appearance/structured-data/organization",
	reviewed: "2026-11-21",
	yieldsTo: ["jsonld-parse", "text-without-js"],
	// An organization is named once for a site; inner pages need not repeat it.
	needs: ["home"],
	evaluate({ home }, { target }) {
		if (home.state === "absent") {
			return {
				outcome: "not-applicable",
				says: `The home page answers ${home.status}, so there is no page to look at.`,
			};
		}
		const page = home.value;
		const graph = new JsonLdGraph(page.digest.jsonLd.nodes);
		const found = graph.nodes.filter((node) => node.types.some(isOrganizationType));
		const [best] = found.toSorted((a, b) => fullness(b) - fullness(a));
		if (best) return judge(page, best);
		const person = ownerOf(graph);
		if (person) {
			return {
				outcome: "not-applicable",
				says: `The page's structured data names a person, ${nameOf(person)}, as the one behind the site.`,
				exhibits: blockOf(page, person),
			};
		}
		const types = [...new Set(graph.nodes.filter((node) => node.top).flatMap((node) => node.types))];
		const instead = types.length > 0 ? `; it holds ${clip(listing(types, 4), 80)}` : "";
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `No JSON-LD of ${page.url} names an organization${instead}.`,
			fix: `Add to the <head> of ${page.url}, with logo and sameAs where you have them: ${exampleFor(page, target.displayHost)}`,
		};
	},
});

function judge(page: Page, node: JsonLdNode): Verdict {
	const [type = "Organization"] = node.types.filter(isOrganizationType);
	const exhibits = blockOf(page, node);
	const name = nameOf(node);
	if (name === "") {
		return {
			outcome: "partial",
			ratio: 0.5,
			says: `The page declares a node of type ${type}, but gives it no name.`,
			fix: `Add "name" to the ${type} in the JSON-LD of ${page.url}.`,
			exhibits,
		};
	}
	const missing = RECOMMENDED.filter((property) => !has(node, property));
	const advice = missing.length > 0 ? ` ${listing(missing)} would help engines to recognise it.` : "";
	return { outcome: "pass", says: `The page names its organization: ${name} (${type}).${advice}`, exhibits };
}

/** The node that says most; one that stands for itself before one inside another. */
function fullness(node: JsonLdNode): number {
	const told = RECOMMENDED.filter((property) => has(node, property)).length;
	return (nameOf(node) === "" ? 0 : 10) + told + (node.top ? 0.5 : 0);
}

function has(node: JsonLdNode, property: string): boolean {
	return (node.properties[property] ?? []).some((value) => value.trim() !== "");
}

function nameOf({ properties }: JsonLdNode): string {
	const [name = ""] = [...(properties.name ?? []), ...(properties.legalName ?? [])];
	return clip(name, 80);
}

/** A personal site has no organization: its website or profile page says so, or it speaks of one person only. */
function ownerOf(graph: JsonLdGraph): JsonLdNode | undefined {
	const isPerson = (node: JsonLdNode) => node.types.includes("Person") && nameOf(node) !== "";
	const sites = graph.nodes.filter((node) => node.types.includes("WebSite"));
	const profiles = graph.nodes.filter((node) => node.types.includes("ProfilePage"));
	const owners = sites.flatMap((site) => OWNERS.flatMap((property) => graph.follow(site, property)));
	const subjects = profiles.flatMap((profile) => graph.follow(profile, "mainEntity"));
	const top = graph.nodes.filter((node) => node.top);
	const alone = top.length === 1 ? top : [];
	return [...owners, ...subjects, ...alone].find(isPerson);
}

function blockOf(page: Page, node: JsonLdNode) {
	const block = page.digest.jsonLd.blocks[node.block];
	return block ? exhibitsOf(page, [block]) : [];
}

function exampleFor(page: Page, host: string): string {
	const siteName = page.digest.metas.find((meta) => meta.key === "og:site_name" && meta.content.trim() !== "");
	const name = clip(siteName?.content ?? host, 80);
	const node = { "@context": "https://schema.org", "@type": "Organization", name, url: new URL("/", page.url).href };
	return `<script type="application/ld+json">${JSON.stringify(node)}</script>`;
}
