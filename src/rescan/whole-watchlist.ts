import type { Settings } from "#config/environment.ts";
import { activeRemovals } from "#core/notice.ts";
import type { Watchers } from "#people/watched/watchers.ts";
import { noticesPath } from "#receipts/removal/removal.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { writeOwners } from "#receipts/store/owners-file.ts";
import type { Engine } from "./run-queue.ts";
import type { WatchedSite, Watchlist } from "./watchlist-file.ts";

/**
 * Adds to a watchlist what accounts watch; of a domain in both the file's entries count. Before, what owners have ordered is
 * carried out, and proofs of control are looked at again: `reports/owners.json` then names the domains that are public by them.
 * @throws Failure `store-unavailable`
 */
export async function withAccountsSites(
	{ sites, faults }: Watchlist,
	watchers: Watchers,
	settings: Settings,
	{ openPlaces }: Pick<Engine, "openPlaces">,
): Promise<Watchlist> {
	const { places, close } = openPlaces(settings);
	await watchers.prepare(places).finally(close);
	const removed = new Set(activeRemovals(await readNotices(noticesPath(settings))).map(({ domain }) => domain));
	const listed = new Set(sites.filter(({ source }) => source === "network").map(({ domain }) => domain));
	const isTheirs = ({ domain }: { readonly domain: string }) => !listed.has(domain);
	const owned = (await watchers.owned()).filter(({ domain }) => !removed.has(domain) && !listed.has(domain));
	await writeOwners(settings.reports, owned);
	const publicSites = owned.map(({ domain, mode }) => siteOf({ domain, mode }));
	const privateSites = (await watchers.unproved()).filter(isTheirs).map((site): WatchedSite => {
		return { ...siteOf(site), private: true };
	});
	return { sites: [...sites, ...publicSites, ...privateSites], faults };
}

function siteOf({ domain, mode }: Pick<WatchedSite, "domain" | "mode">): WatchedSite {
	return { domain, mode, source: "network", wall: true, line: 0 };
}
