import { join } from "node:path";
import type { AgencyBrand } from "#core/agency/agency.ts";
import { isActiveRemoval, type Notices, type Removal, removalOf } from "#core/notice.ts";
import { parseTarget } from "#core/target.ts";
import { shownAudits, type WatchEntry } from "#core/watchlist.ts";
import { type PublishedLog, readPublishedLog } from "#log/published-log.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { type PublishedReceipts, readPublishedReceipts } from "#receipts/store/published-receipts.ts";
import { fitsFileName } from "#receipts/store/published-watchlist.ts";
import { newestFirst, type ReceiptSummary } from "#receipts/store/receipt.ts";

/** What a reports directory makes public. */
export interface PublishedSites {
	/** By newest audit. */
	readonly sites: readonly PublicSite[];
	/** Domains of which everything shown was taken down at their owner's request; their addresses still answer. */
	readonly withdrawn: readonly Removal[];
	/** Of public domains, in every mode; what was taken down is not among them. */
	readonly receipts: PublishedReceipts;
	/** Undefined where nothing has been sealed yet. */
	readonly log: PublishedLog | undefined;
	readonly notices: Notices;
}

/** Which domains may be shown, and in whose name. */
export interface PublishedUnder {
	/** One entry per host. */
	readonly entries: readonly WatchEntry[];
	/** By slug. */
	readonly agencies: ReadonlyMap<string, AgencyBrand>;
}

/**
 * Reads receipts, log and notices of a reports directory.
 * @throws Failure as the files' readers do: `receipt-invalid`, `log-inconsistent`, `input-invalid` and more
 */
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

/** Sites in the order of the newest audit that they show. */
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
			history: [newest, ...older] as const,
			sealed: [newest, ...older].find(({ logIndex }) => logIndex !== undefined),
		};
		return [site];
	});
	return sites.sort((a, b) => newestFirst(a.history[0], b.history[0]));
}

/** A domain whose audits the site shows. */
export interface PublicSite {
	/** ASCII host, which is also the slug of its pages. */
	readonly domain: string;
	/** The same for people's eyes; differs for international names only. */
	readonly displayDomain: string;
	/** False for a domain that is kept off the wall: it has pages, and stands in no list. */
	readonly listed: boolean;
	/** Undefined where no agency stands behind the brief. */
	readonly agency: AgencyBrand | undefined;
	/** Its audits of one mode, that of its entry in the watchlist, newest first. */
	readonly history: readonly [ReceiptSummary, ...ReceiptSummary[]];
	/** The newest of them that is in the log: what badges show. */
	readonly sealed: ReceiptSummary | undefined;
}

/** Of the pages of a kind that every public domain has, and of those that were taken down, once each. */
export function domainPaths({ sites, withdrawn }: Pick<PublishedSites, "sites" | "withdrawn">) {
	const byDomain = new Map(withdrawn.map((removal) => [removal.domain, removal]));
	return [
		...sites.map((site) => ({ params: { slug: site.domain }, props: { site } })),
		...[...byDomain.values()].map((removal) => ({ params: { slug: removal.domain }, props: { removal } })),
	];
}

/** The same with the addresses of briefs in an agency's name, which show the site's page as well. */
export function briefPaths(published: Pick<PublishedSites, "sites" | "withdrawn">) {
	const named = published.sites.flatMap((site) => {
		const slug = `${site.domain}~${site.agency?.slug}`;
		return site.agency && fitsFileName(slug) ? [{ params: { slug }, props: { site } }] : [];
	});
	return [...domainPaths(published), ...named];
}

/**
 * Removals of domains whose pages and pictures say that they were withdrawn: those that had any, and have none now.
 * A domain that was never public is named nowhere, least of all because its owner has asked.
 * @param watched domains of the watchlist as it is today
 * @param shown domains that have pages of audits
 */
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
	// What a domain's owner wants of everything says more than what was asked of single receipts.
	return gone.sort((a, b) => Number(isActiveRemoval(a)) - Number(isActiveRemoval(b)));
}
