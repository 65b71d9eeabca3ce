import { type Brief, buildBrief } from "../brief/brief.ts";
import { listedPeers, peersOf } from "../brief/peers.ts";
import { sinceOf } from "../brief/since.ts";
import type { TwinEnding } from "../page/page-twins.ts";
import { briefPaths, type PublicSite, type PublishedSites } from "./published-sites.ts";

type Published = Pick<PublishedSites, "sites" | "receipts">;

/** The brief of a public site's newest audit, with its place on the wall and its history. @param slug of the page */
export async function publishedBrief(
	{ agency, domain, history }: PublicSite,
	slug: string,
	{ receipts, sites }: Published,
	baseUrl: string,
): Promise<Brief> {
	const [{ id, logIndex, preset, methodology, scores }] = history;
	const peers = peersOf({ domain, preset, methodology, overall: scores?.overall }, listedPeers(sites));
	return buildBrief(await receipts.read(id), { baseUrl, slug, agency, logIndex, peers, since: sinceOf(history) });
}

/** Addresses of twins of briefs. A name under .md may be a domain of its own: its page stands at that address. */
export function briefTwinPaths(published: Pick<PublishedSites, "sites" | "withdrawn">, ending: TwinEnding) {
	const paths = briefPaths(published);
	const pages = new Set(paths.map(({ params }) => params.slug));
	return paths.flatMap(({ params, props }) =>
		"site" in props && !pages.has(`${params.slug}.${ending}`) ? [{ params, props }] : [],
	);
}
