import { getCollection } from "astro:content";
import { join } from "node:path";
import { readEnvironment } from "#app/environment.ts";
import { readNotices } from "#app/notices-file.ts";
import { type PublishedLog, readPublishedLog } from "#app/published/published-log.ts";
import { type PublishedReceipts, readPublishedReceipts } from "#app/published/published-receipts.ts";
import { type Notices, type Removal, removalOf } from "#core/notice.ts";
import { parseTarget } from "#core/target.ts";
import type { WatchEntry } from "#core/watchlist.ts";
import type { PublicSite } from "#render/public-site.ts";
import type { ReceiptSummary } from "#render/receipt-summary.ts";
import { withdrawnDomains } from "#render/withdrawn.ts";

/** Everything that the site is built from, read once per build. */
export interface Publication {
	/** By newest audit. */
	readonly sites: readonly PublicSite[];
	/** Domains of which everything shown was taken down at their owner's request; their addresses still answer. */
	readonly withdrawn: readonly Removal[];
	/** Of public domains, in every mode; what was taken down is not among them. */
	readonly receipts: PublishedReceipts;
	/** Undefined where nothing has been sealed yet. */
	readonly log: PublishedLog | undefined;
	readonly notices: Notices;
	/** ISO 8601: the moment of the build; what is stale is decided against it. */
	readonly builtAt: string;
}

let loading: Promise<Publication> | undefined;

export function publication(): Promise<Publication> {
	loading ??= load();
	return loading;
}

async function load(): Promise<Publication> {
	const { reports } = readEnvironment(process.env);
	const [log, notices, watched] = await Promise.all([
		readPublishedLog(join(reports, "log")),
		readNotices(join(reports, "notices.json")),
		getCollection("watchlist"),
	]);
	const entries = new Map(watched.map(({ data }) => [data.domain, data]));
	const domains = [...entries.keys()].filter((domain) => !removalOf(notices, domain));
	const receipts = await readPublishedReceipts(join(reports, "receipts"), domains, (id) => log?.position(id));
	const summaries = receipts.summaries.filter(({ domain, id }) => !removalOf(notices, domain, id));
	const sites = await collectSites(summaries, entries);
	return {
		sites,
		withdrawn: withdrawnDomains(notices, new Set(entries.keys()), new Set(sites.map(({ domain }) => domain))),
		receipts: { ...receipts, summaries },
		log,
		notices,
		builtAt: new Date().toISOString(),
	};
}

/** Sites in the order of their newest audit, as the summaries come. */
async function collectSites(
	summaries: readonly ReceiptSummary[],
	entries: ReadonlyMap<string, WatchEntry>,
): Promise<PublicSite[]> {
	const names = new Map((await getCollection("agencies")).map(({ id, data }) => [id, data.name]));
	const light = summaries.filter(({ mode }) => mode === "light");
	return [...Map.groupBy(light, ({ domain }) => domain)].flatMap(([domain, [newest, ...older]]) => {
		const entry = entries.get(domain);
		if (!newest || !entry) return [];
		return {
			domain,
			displayDomain: parseTarget(domain).displayHost,
			listed: entry.wall,
			agencyName: names.get(entry.agency ?? "") ?? "",
			history: [newest, ...older],
			sealed: [newest, ...older].find(({ logIndex }) => logIndex !== undefined),
		};
	});
}
