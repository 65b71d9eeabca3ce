import { organizationOf } from "#checks/shared/site-identity.ts";
import { graphOf, type StructuredGraph, type Thing } from "#checks/shared/structured-graph.ts";
import type { Page } from "#evidence/evidence-map.ts";
import type { PageDigest } from "#evidence/page-digest.ts";

/** Longer names are headlines and cards, which name no page. */
const LONGEST_NAME = 40;
/** By which properties a page says what it, or its site, is about. */
const STANDING = ["publisher", "mainEntity", "about", "author", "parentOrganization"] as const;

/** What the signals of a kind of site are read from: the home page, prepared once. */
export interface SiteView {
	readonly host: string;
	readonly digest: PageDigest;
	readonly graph: StructuredGraph;
	/** Things that stand for the site or its home page, not for an entry of a list or an author. */
	readonly own: readonly Thing[];
	/** The organization behind the site. */
	readonly organization: Thing | undefined;
	/** Names of links and buttons, lower case, without accents, each once. */
	readonly names: ReadonlySet<string>;
	/** Every address on another site or scheme that the page links to. */
	readonly outer: readonly string[];
	/** Path segments of the addresses that the page links to on its own host, each address once. */
	readonly paths: readonly (readonly string[])[];
	/** Lower case; "" when the page names none. */
	readonly generator: string;
}

/** Prepares the home page for the signals. */
export function siteView(page: Page, host: string): SiteView {
	const { digest } = page;
	const graph = graphOf(page);
	const standing = new Set(graph.things.flatMap((thing) => STANDING.flatMap((by) => graph.follow(thing, by))));
	const links = [...new Set(digest.anchors.flatMap(({ url }) => (url === null ? [] : [url.split("#")[0] ?? url])))];
	const named = [...digest.anchors, ...digest.buttons].map(({ name }) => foldName(name));
	return {
		host,
		digest,
		graph,
		own: graph.things.filter((thing) => thing.top || standing.has(thing)),
		organization: organizationOf(graph),
		names: new Set(named.filter((name) => name !== "" && name.length <= LONGEST_NAME)),
		outer: links.filter((url) => !isOn(url, page.url)),
		paths: links.flatMap((url) => (isOn(url, page.url) ? [segmentsOf(url)] : [])).filter(({ length }) => length > 0),
		generator: digest.metas.find(({ key }) => key === "generator")?.content.toLowerCase() ?? "",
	};
}

/** Lower case, without accents, everything but letters and digits one space. */
function foldName(name: string): string {
	return name
		.slice(0, 2 * LONGEST_NAME)
		.normalize("NFKD")
		.replace(/[\u0300-\u036f]/gu, "")
		.normalize("NFC")
		.toLowerCase()
		.replaceAll("ı", "i")
		.replaceAll("ß", "ss")
		.replace(/[^\p{L}\p{N}\p{M}.]+/gu, " ")
		.trim();
}

function isOn(url: string, page: string): boolean {
	return URL.canParse(url) && withoutWww(url) === withoutWww(page);
}

function withoutWww(url: string): string {
	return new URL(url).hostname.replace(/^www\./, "");
}

function segmentsOf(url: string): readonly string[] {
	const segments = new URL(url).pathname.toLowerCase().split("/");
	return segments.map((segment) => segment.replace(/\.[a-z]{3,5}$/, "")).filter((segment) => segment !== "");
}
