import { join } from "node:path";
import type { AgencyBrand, BriefClient } from "#core/agency/agency.ts";
import { isActiveRemoval, type Notices, type Removal, removalOf } from "#core/notice.ts";
import { parseTarget } from "#core/target.ts";
import { type PublishedLog, readPublishedLog } from "#log/published-log.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { fitsFileName, shownAudits, type WatchEntry } from "#receipts/store/published-watchlist.ts";
import { newestFirst, type ReceiptSummary } from "#receipts/store/receipt.ts";
import { type PublishedReceipts, readPublishedReceipts } from "#receipts/store/receipt-store.ts";

export interface PublishedSites {
	/** By newest audit. */
	readonly sites: readonly PublicSite[];
	/** Removed at their owners' request; their addresses still exist. */
	readonly withdrawn: readonly Removal[];
	/** Receipts of public domains in every mode, except removed ones. */
	readonly receipts: PublishedReceipts;
	/** Undefined before the first seal. */
	readonly log: PublishedLog | undefined;
	readonly notices: Notices;
}

export interface PublishedUnder {
	/** One entry per host. */
	readonly entries: readonly WatchEntry[];
	/** By slug. */
	readonly agencies: ReadonlyMap<string, AgencyBrand>;
}

/** @throws Failure as the files' readers: `receipt-invalid`, `log-inconsistent`, `input-invalid` and more */
export async function readPublishedSites(reports: string, under: PublishedUnder): Promise<PublishedSites> {
	const [log, notices] = await Promise.all([
		readPublishedLog(join(reports, "log")),
		readNotices(join(reports, "notices.json")),
	]);
	const watched = new Set(under.entries.map(({ domain }) => domain));
	const domains = [...watched].filter((domain) => !removalOf(notices, domain));
	const receipts = await readPublishedReceipts(join(reports, "receipts"), domains, (id) => log?.position(id));
	const summaries = receipts.summaries.filter(({ domain, id }) => !removalOf(notices, domain, id));
	const sites = collectSites(summaries, under);
	return {
		sites,
		withdrawn: withdrawnDomains(notices, watched, new Set(sites.map(({ domain }) => domain))),
		receipts: { ...receipts, summaries },
		log,
		notices,
	};
}

function collectSites(summaries: readonly ReceiptSummary[], { entries, agencies }: PublishedUnder): PublicSite[] {
	const byDomain = new Map(entries.map((entry) => [entry.domain, entry]));
	const sites = [...Map.groupBy(summaries, ({ domain }) => domain)].flatMap(([domain, audits]): PublicSite[] => {
		const entry = byDomain.get(domain);
		const [newest, ...older] = entry ? shownAudits(audits, entry.mode) : [];
		if (!newest || !entry) return [];
		const site = {
			domain,
			displayDomain: parseTarget(domain).displayHost,
			listed: entry.wall,
			agency: agencies.get(entry.agency ?? ""),
			...(entry.client && { client: entry.client }),
			history: [newest, ...older] as const,
			sealed: [newest, ...older].find(({ logIndex }) => logIndex !== undefined),
		};
		return [site];
	});
	return sites.sort((a, b) => newestFirst(a.history[0], b.history[0]));
}

export interface PublicSite {
	/** ASCII host, also the slug of its pages. */
	readonly domain: string;
	/** Differs only for international names. */
	readonly displayDomain: string;
	/** False if it has pages but is in no list. */
	readonly listed: boolean;
	readonly agency: AgencyBrand | undefined;
	/** Whom the agency's brief is for. */
	readonly client?: BriefClient;
	/** Audits in the mode of its watchlist entry, newest first. */
	readonly history: readonly [ReceiptSummary, ...ReceiptSummary[]];
	/** The newest logged audit, shown on badges. */
	readonly sealed: ReceiptSummary | undefined;
}

export function domainPaths({ sites, withdrawn }: Pick<PublishedSites, "sites" | "withdrawn">) {
	const byDomain = new Map(withdrawn.map((removal) => [removal.domain, removal]));
	return [
		...sites.map((site) => ({ params: { slug: site.domain }, props: { site } })),
		...[...byDomain.values()].map((removal) => ({ params: { slug: removal.domain }, props: { removal } })),
	];
}

/** Includes agencies' copies of briefs. */
export function briefPaths(published: Pick<PublishedSites, "sites" | "withdrawn">) {
	const named = published.sites.flatMap((site) => {
		const slug = `${site.domain}~${site.agency?.slug}`;
		return site.agency && fitsFileName(slug) ? [{ params: { slug }, props: { site } }] : [];
	});
	return [...domainPaths(published), ...named];
}

/** Domains that had public pages and have none now. */
export function withdrawnDomains(
	{ notices }: Notices,
	watched: ReadonlySet<string>,
	shown: ReadonlySet<string>,
): Removal[] {
	const removals = notices.filter((notice) => notice.kind === "removal");
	const gone = removals.filter((removal) => {
		if (shown.has(removal.domain)) return false;
		return watched.has(removal.domain) || (removal.public === true && isActiveRemoval(removal));
	});
	// The removal of a whole domain takes precedence over single receipts.
	return gone.sort((a, b) => Number(isActiveRemoval(a)) - Number(isActiveRemoval(b)));
}
