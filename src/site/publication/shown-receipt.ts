import { readEnvironment } from "#config/environment.ts";
import type { Correction, Notices } from "#core/notice.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { type Publication, publication } from "./publication.ts";
import type { PublicSite } from "./published-sites.ts";

/** One receipt as the site may show it. */
export interface ShownReceipt {
	readonly id: string;
	/** Index of its leaf; undefined while it waits for the next seal. */
	readonly index: number | undefined;
	/** Undefined where the site says nothing of what the receipt says. */
	readonly summary: ReceiptSummary | undefined;
	/** The domain's pages, where it has any. */
	readonly site: PublicSite | undefined;
	/** Whether search engines and lists may know the page. */
	readonly listed: boolean;
	/** When it was taken down at its owner's request; ISO 8601. */
	readonly removedAt: string | undefined;
	/** Whether it is of a live audit, so that the site never says what it says. */
	readonly unlisted: boolean;
	/** None where the site says nothing of what the receipt says. */
	readonly corrections: readonly Correction[];
}

/**
 * Every audit leaf of the log and every receipt that waits, by id; where there is a server, without the leaves of live
 * audits: it answers for them itself.
 */
export async function receiptIds(): Promise<string[]> {
	const { log, receipts, notices, isWhole } = await publication();
	const { adapter } = readEnvironment(process.env);
	const published = receipts.summaries.map(({ id }) => id);
	if (!isWhole) {
		const removed = notices.notices.flatMap((each) =>
			each.kind === "removal" && each.receipts !== "all" ? each.receipts : [],
		);
		// Whose the other leaves are is not known here: the server answers for them.
		return [...new Set([...published, ...removed.filter((id) => log?.position(id) !== undefined)])];
	}
	const ids = [...new Set([...loggedReceipts({ log }), ...published])];
	if (adapter === "none") return ids;
	const entries = await Promise.all(ids.map(shownReceipt));
	return entries.filter(({ unlisted }) => !unlisted).map(({ id }) => id);
}

/** Receipts of the log's audit leaves, in their order. */
export function loggedReceipts({ log }: Pick<Publication, "log">): readonly string[] {
	return log?.receipts ?? [];
}

export async function shownReceipt(id: string): Promise<ShownReceipt> {
	const { log, notices } = await publication();
	const { summaries, sites, walls } = await lookups();
	const summary = summaries.get(id);
	const removal = notices.notices.find(
		(notice) => notice.kind === "removal" && notice.receipts !== "all" && notice.receipts.includes(id),
	);
	const index = log?.position(id);
	return {
		id,
		index,
		summary,
		site: summary && sites.get(summary.domain),
		listed: summary !== undefined && (walls.get(summary.domain) ?? false),
		removedAt: removal?.at,
		unlisted: index !== undefined && !summary && !removal && (log?.isUnlisted(index) ?? false),
		corrections: summary ? correctionsOf(notices, id) : [],
	};
}

/** A correction tells what the receipt said: where that is not shown, it is not either. */
function correctionsOf({ notices }: Notices, id: string): Correction[] {
	return notices.filter((notice) => notice.kind === "correction").filter(({ receipt }) => receipt === id);
}

interface Lookups {
	readonly summaries: ReadonlyMap<string, ReceiptSummary>;
	readonly sites: ReadonlyMap<string, PublicSite>;
	/** Whether a watched domain may stand in lists. */
	readonly walls: ReadonlyMap<string, boolean>;
}

let loading: Promise<Lookups> | undefined;

function lookups(): Promise<Lookups> {
	loading ??= load();
	return loading;
}

async function load(): Promise<Lookups> {
	const { receipts, sites, watched } = await publication();
	return {
		summaries: new Map(receipts.summaries.map((summary) => [summary.id, summary])),
		sites: new Map(sites.map((site) => [site.domain, site])),
		walls: new Map(watched.map(({ domain, wall }) => [domain, wall])),
	};
}
