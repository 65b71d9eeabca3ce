import type { StoredReceipt } from "#core/receipt.ts";
import { readPublishedWatchlist } from "#receipts/store/published-watchlist.ts";
import type { BriefOptions } from "#site/brief/brief.ts";
import { listedPeers, peersOf } from "#site/brief/peers.ts";
import { sinceOf } from "#site/brief/since.ts";
import { readPublishedSites } from "#site/publication/published-sites.ts";

/**
 * What a reports directory knows of a brief's site: its earlier audits, and the sites of its kind on the wall. Neither where
 * there is no watchlist, since nothing is public then.
 * @throws Failure as `readPublishedSites`
 */
export async function knownBeside(
	reports: string,
	{ receipt }: StoredReceipt,
): Promise<Pick<BriefOptions, "peers" | "since">> {
	const { domain, preset, methodology, scores, auditedAt } = receipt;
	const { entries } = await readPublishedWatchlist(reports);
	if (entries.length === 0) return {};
	const { sites } = await readPublishedSites(reports, { entries, agencies: new Map() });
	const site = sites.find((each) => each.domain === domain);
	const past = site?.history.filter((audit) => audit.auditedAt < auditedAt) ?? [];
	const peers = peersOf({ domain, preset: preset.key, methodology, overall: scores?.overall }, listedPeers(sites));
	return { peers, since: past.length === 0 ? undefined : sinceOf([receipt, ...past]) };
}
