import type { StoredReceipt } from "#core/receipt.ts";
import { type Brief, buildBrief } from "../brief/brief.ts";
import { listedPeers, peersOf } from "../brief/peers.ts";
import { sinceOf } from "../brief/since.ts";
import { TWIN_TYPES, type TwinEnding } from "../page/page-twins.ts";
import { briefPaths, type PublicSite, type PublishedSites } from "./published-sites.ts";

type Published = Pick<PublishedSites, "sites" | "receipts">;

/** The brief of a public site's newest audit, with its place on the wall and its history. @param slug of the page */
export async function publishedBrief(
	{ agency, domain, history }: PublicSite,
	slug: string,
	{ receipts, sites }: Published,
	baseUrl: string,
): Promise<{ readonly stored: StoredReceipt; readonly brief: Brief }> {
	const [{ id, logIndex, preset, methodology, scores }] = history;
	const stored = await receipts.read(id);
	const peers = peersOf({ domain, preset, methodology, overall: scores?.overall }, listedPeers(sites));
	return {
		stored,
		brief: buildBrief(stored, { baseUrl, slug, agency, logIndex, peers, since: sinceOf(history) }),
	};
}

/** Twins of a brief's page. A name under .md may be a domain with a page of its own, which then stands at the twin's address. */
export function twinsOf(slug: string, { sites }: Pick<Published, "sites">): TwinEnding[] {
	const pages = domainsOf(sites);
	return ENDINGS.filter((ending) => !pages.has(`${slug}.${ending}`));
}

/** Addresses of the twins with this ending. */
export function twinPaths(published: Pick<PublishedSites, "sites" | "withdrawn">, ending: TwinEnding) {
	return briefPaths(published).flatMap(({ params, props }) =>
		"site" in props && twinsOf(params.slug, published).includes(ending) ? [{ params, props }] : [],
	);
}

const ENDINGS = Object.keys(TWIN_TYPES) as TwinEnding[];

/** One for each list of sites: every page asks for it. */
const known = new WeakMap<readonly PublicSite[], ReadonlySet<string>>();

function domainsOf(sites: readonly PublicSite[]): ReadonlySet<string> {
	const domains = known.get(sites) ?? new Set(sites.map(({ domain }) => domain));
	known.set(sites, domains);
	return domains;
}
