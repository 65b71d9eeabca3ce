import { join } from "node:path";
import { type Notices, type Removal, removalOf } from "#core/notice.ts";
import { parseTarget } from "#core/target.ts";
import type { WatchEntry } from "#core/watchlist.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { type PublishedLog, readPublishedLog } from "#receipts/store/published-log.ts";
import { type PublishedReceipts, readPublishedReceipts } from "#receipts/store/published-receipts.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import type { PublicSite } from "./public-site.ts";
import { withdrawnDomains } from "./withdrawn.ts";

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
	/** Agency's slug → its name. */
	readonly agencies: ReadonlyMap<string, string>;
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

/** Sites in the order of their newest audit, as the summaries come. */
function collectSites(summaries: readonly ReceiptSummary[], { entries, agencies }: PublishedUnder): PublicSite[] {
	const byDomain = new Map(entries.map((entry) => [entry.domain, entry]));
	const light = summaries.filter(({ mode }) => mode === "light");
	return [...Map.groupBy(light, ({ domain }) => domain)].flatMap(([domain, [newest, ...older]]) => {
		const entry = byDomain.get(domain);
		if (!newest || !entry) return [];
		return {
			domain,
			displayDomain: parseTarget(domain).displayHost,
			listed: entry.wall,
			agencyName: agencies.get(entry.agency ?? "") ?? "",
			history: [newest, ...older],
			sealed: [newest, ...older].find(({ logIndex }) => logIndex !== undefined),
		};
	});
}
