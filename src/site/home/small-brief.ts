import type { PublicSite } from "../publication/published-sites.ts";

/**
 * The site whose brief stands on the home page: of the newest, the first with something to fix, since that is what a brief
 * is for; then any with a score. Undefined where none has one.
 */
export function exampleSite(sites: readonly PublicSite[]): PublicSite | undefined {
	const listed = sites.filter((site) => site.listed);
	const scored = (site: PublicSite) => site.history[0].scores?.overall;
	return listed.find((site) => (scored(site) ?? 100) < 100) ?? listed.find((site) => scored(site) !== undefined);
}
