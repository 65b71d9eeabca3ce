import { isOrganizationType } from "./organization-types.ts";
import type { StructuredGraph, Thing } from "./structured-graph.ts";
import { textOf } from "./thing-words.ts";
import { unmet, VENDOR_REQUIREMENTS } from "./vendor-requirements.ts";

/** By which properties a website names the one behind it. */
const OWNERS = ["publisher", "author", "creator", "copyrightHolder"] as const;
/** What an organization names that is not the one behind the site. */
const IN_PASSING = ["author", "itemReviewed", "brand", "manufacturer", "memberOf", "seller", "provider"] as const;

/** The WebSite that the page speaks of; one that stands for itself before one inside another. */
export function websiteOf(graph: StructuredGraph): Thing | undefined {
	const sites = graph.ofType((type) => type === "WebSite");
	return sites.find(({ top }) => top) ?? sites[0];
}

/**
 * The organization behind the site: the one that its website names, else the one of which most is told; one that
 * stands for itself before one inside another.
 */
export function organizationOf(graph: StructuredGraph): Thing | undefined {
	const organizations = graph.ofType(isOrganizationType);
	const site = websiteOf(graph);
	const named = new Set(site ? OWNERS.flatMap((property) => graph.follow(site, property)) : []);
	const own = organizations.filter((each) => named.has(each));
	const passing = new Set(graph.things.flatMap((thing) => IN_PASSING.flatMap((by) => graph.follow(thing, by))));
	const others = organizations.filter((each) => each.top || !passing.has(each));
	const [best] = (own.length > 0 ? own : others.length > 0 ? others : organizations).toSorted(
		(a, b) => fullness(graph, b) - fullness(graph, a),
	);
	return best;
}

/** True where the website itself says that the organization is behind it: they may go by two names. */
export function isPublishedBy(graph: StructuredGraph, website: Thing, organization: Thing): boolean {
	return OWNERS.some((property) => graph.follow(website, property).includes(organization));
}

/** A personal site has no organization: its website or profile page says so, or it speaks of one person only. */
export function personOf(graph: StructuredGraph): Thing | undefined {
	const isPerson = (thing: Thing) => thing.types.has("Person") && textOf(graph, thing, "name") !== "";
	const sites = graph.ofType((type) => type === "WebSite");
	const profiles = graph.ofType((type) => type === "ProfilePage");
	const owners = sites.flatMap((site) => OWNERS.flatMap((property) => graph.follow(site, property)));
	const subjects = profiles.flatMap((profile) => graph.follow(profile, "mainEntity"));
	const top = graph.things.filter((thing) => thing.top);
	const alone = top.length === 1 ? top : [];
	return [...owners, ...subjects, ...alone].find(isPerson);
}

function fullness(graph: StructuredGraph, thing: Thing): number {
	const { recommended } = VENDOR_REQUIREMENTS.Organization;
	const told = recommended.length - unmet(graph, thing, recommended).length;
	return (textOf(graph, thing, "name", "legalName") === "" ? 0 : 10) + told + (thing.top ? 0.5 : 0);
}
