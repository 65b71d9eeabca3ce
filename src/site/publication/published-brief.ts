import { oncePer } from "#core/once-per.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { type Brief, buildBrief } from "../brief/brief.ts";
import { peersThen } from "../brief/peers.ts";
import { sinceOf } from "../brief/since.ts";
import { TWIN_TYPES, type TwinEnding } from "../page/page-twins.ts";
import { briefPaths, type PublicSite, type PublishedSites } from "./published-sites.ts";

type Published = Pick<PublishedSites, "sites" | "receipts">;

/** The brief of a public site's newest audit, with its place on the wall of that day and its history. @param slug of the page */
export async function publishedBrief(
	site: PublicSite,
	slug: string,
	{ receipts, sites }: Published,
	baseUrl: string,
): Promise<{ readonly stored: StoredReceipt; readonly brief: Brief }> {
	const { agency, history } = site;
	const [{ id, logIndex }] = history;
	const stored = await receipts.read(id);
	const peers = peersThen(site, sites);
	return {
		stored,
		brief: buildBrief(stored, { baseUrl, slug, agency, logIndex, peers, since: sinceOf(history) }),
	};
}

/**
 * Twins of a brief's page: of one that search engines may list, for a file has no field that forbids it. A name under .md may be a
 * domain with a page of its own, shown or withdrawn, which then stands at the twin's address.
 */
export function twinsOf(
	{ domain, listed }: Pick<PublicSite, "domain" | "listed">,
	published: BriefPages,
): TwinEnding[] {
	const pages = slugsOf(published);
	return listed ? ENDINGS.filter((ending) => !pages.has(`${domain}.${ending}`)) : [];
}

/** Addresses of the twins with this ending; a brief in an agency's name is the site's once more, and has none of its own. */
export function twinPaths(published: BriefPages, ending: TwinEnding) {
	const sites = published.sites.filter((site) => twinsOf(site, published).includes(ending));
	return sites.map((site) => ({ params: { slug: site.domain }, props: { site } }));
}

type BriefPages = Pick<PublishedSites, "sites" | "withdrawn">;

const ENDINGS = Object.keys(TWIN_TYPES) as TwinEnding[];

/** One for each publication: every page asks for it. */
const slugsOf = oncePer(
	(published: BriefPages): ReadonlySet<string> => new Set(briefPaths(published).map(({ params }) => params.slug)),
);
