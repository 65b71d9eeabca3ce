import { readEnvironment } from "#config/environment.ts";
import type { Correction, Notices } from "#core/notice.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import { type Publication, publication } from "./publication.ts";
import type { PublicSite } from "./published-sites.ts";

export interface ShownReceipt {
	readonly id: string;
	/** Undefined while it is not sealed yet. */
	readonly index: number | undefined;
	/** Undefined if the site must not show its content. */
	readonly summary: ReceiptSummary | undefined;
	readonly site: PublicSite | undefined;
	readonly listed: boolean;
	/** ISO 8601. */
	readonly removedAt: string | undefined;
	/** Whether it is a live audit's, which the site never shows. */
	readonly unlisted: boolean;
	/** Empty if the site must not show its content. */
	readonly corrections: readonly Correction[];
}

/** Includes pending receipts. Excludes live audits if a server renders them. */
export async function receiptIds(): Promise<string[]> {
	const { log, receipts, notices, isWhole } = await publication();
	const { adapter } = readEnvironment(process.env);
	const published = receipts.summaries.map(({ id }) => id);
	if (!isWhole) {
		const removed = notices.notices.flatMap((each) =>
			each.kind === "removal" && each.receipts !== "all" ? each.receipts : [],
		);
		// The other leaves are live audits, which the server renders.
		return [...new Set([...published, ...removed.filter((id) => log?.position(id) !== undefined)])];
	}
	const ids = [...new Set([...loggedReceipts({ log }), ...published])];
	if (adapter === "none") return ids;
	const entries = await Promise.all(ids.map(shownReceipt));
	return entries.filter(({ unlisted }) => !unlisted).map(({ id }) => id);
}

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

/** A correction reveals findings, so it is hidden with its receipt. */
function correctionsOf({ notices }: Notices, id: string): Correction[] {
	return notices.filter((notice) => notice.kind === "correction").filter(({ receipt }) => receipt === id);
}

interface Lookups {
	readonly summaries: ReadonlyMap<string, ReceiptSummary>;
	readonly sites: ReadonlyMap<string, PublicSite>;
	/** Whether a watched domain is listed. */
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
