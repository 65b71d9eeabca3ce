import { LRUCache } from "lru-cache";
import type { Audit } from "#audit/audit.ts";
import type { AgencyBrand } from "#core/agency/agency.ts";
import { HISTORY_LENGTH } from "#core/brief-document.ts";
import { logPlace, type Series, type StoredReceipt } from "#core/receipt.ts";
import type { Agencies } from "#people/agencies/agencies.ts";
import { openBriefPage, openPageTable } from "#receipts/live/live-pages.ts";
import {
	type KeptReceipt,
	listSeriesIds,
	openSqlReceipts,
	readRowText,
	type SqlReceipts,
} from "#receipts/live/receipt-table.ts";
import { type KeptAudit, type LiveAudit, saveLiveAudit } from "#receipts/live/save-live-audit.ts";
import { openSubmissions } from "#receipts/live/submissions.ts";
import { openWatchedSites } from "#receipts/watched/watched-sites.ts";
import type { LeaseHolder } from "#store/audit-leases.ts";
import type { Database } from "#store/database.ts";
import type { BriefApproval, LiveBrief, LivePages, LiveReceipt } from "../api/live-app.ts";
import type { RemovedDomains } from "./removed-domains.ts";

interface KnownAgencies {
	readonly brands: Pick<Agencies["brands"], "brand">;
	readonly briefs: Pick<Agencies["briefs"], "make" | "approve" | "replaced">;
	readonly clients: Pick<Agencies["clients"], "onBrief">;
}

type FindBrand = (slug: string) => Promise<AgencyBrand | undefined>;

export type LiveRecords = ReturnType<typeof openLiveRecords>;

export function openLiveRecords(
	database: Database,
	removed: Pick<RemovedDomains, "hides">,
	{ brands, briefs, clients }: KnownAgencies,
) {
	const findBrand: FindBrand = (slug) => brands.brand(slug);
	const receipts = cacheReceipts(database, openSqlReceipts(database));
	const submissions = openSubmissions(database);
	const pages = openPageTable(database);
	const watched = watchedPages(database, findBrand);
	const placeOf = async (receipt: string) => logPlace(await submissions.position(receipt));

	/** @param auditedAt time of the last audit with this result @returns undefined if the receipt is gone */
	const recall = async (id: string, auditedAt: string): Promise<KeptAudit | undefined> => {
		const kept = await receipts.get(id);
		return kept && { stored: { id, receipt: kept.receipt }, auditedAt, place: await placeOf(id) };
	};

	/** Rereads the place in the log, because it may have been sealed since. */
	async function briefAt(slug: string): Promise<LiveBrief | undefined> {
		const shown = await pages.shown(slug, Date.now());
		const kept = shown && (await receipts.get(shown.page.receipt, shown.receiptExpiresMs));
		if (!kept) return undefined;
		const { id, receipt } = kept;
		const { auditedAt, agencyName, agency, expiresMs } = shown.page;
		// An agency's client sees only audits that the agency has approved.
		const before = agency && (await receipts.all(await briefs.replaced(slug, HISTORY_LENGTH)));
		const series = before
			? [kept, ...before.filter((each) => each.receipt.auditedAt < receipt.auditedAt)]
			: await receipts.newest(receipt, HISTORY_LENGTH);
		const history = series.map((each) => ({ id: each.id, receipt: each.receipt }));
		const expiresAt = new Date(expiresMs).toISOString();
		return {
			stored: { id, receipt },
			auditedAt,
			place: logPlace(shown.leafIndex),
			slug,
			agencyName,
			...(await agencyOf(agency, findBrand)),
			client: agency === undefined ? undefined : await clients.onBrief(agency, receipt.domain),
			expiresAt,
			history,
		};
	}

	async function liveReceipt(id: string): Promise<LiveReceipt | undefined> {
		const kept = await receipts.get(id);
		if (!kept) return undefined;
		const { receipt, text, expiresMs } = kept;
		const expiresAt = new Date(expiresMs).toISOString();
		return { stored: { id, receipt }, text, place: await placeOf(id), expiresAt, listed: false };
	}

	const open = ({ stored, auditedAt }: LiveAudit, agencyName: string) =>
		openBriefPage(database, { stored, auditedAt, agencyName, now: Date.now() });

	async function approve({ stored, auditedAt }: LiveAudit, name: string, { agency, account }: BriefApproval) {
		await briefs.make({ agency, stored, auditedAt, account });
		return briefs.approve({ agency, receipt: stored.id }, { account, name });
	}

	return {
		/** Stores the audit and ends the lease in one transaction, unless the audit says nothing about the site. */
		async keep({ record: evidence, ...audit }: Audit, lease: LeaseHolder): Promise<LiveAudit> {
			return saveLiveAudit(database, { ...audit, evidence, now: Date.now(), lease });
		},
		recall,
		async openBrief(audit: LiveAudit, agencyName: string, approval?: BriefApproval): Promise<LiveBrief> {
			const { slug } = await (approval ? approve(audit, agencyName, approval) : open(audit, agencyName));
			const brief = await briefAt(slug);
			if (brief) return { ...brief, history: await visibleOf(brief.history, removed) };
			throw new RangeError(`The page ${slug} was opened for the receipt ${audit.stored.id}, which is not here.`);
		},
		countPending: () => submissions.countPending(),
		pages: {
			brief: sharedWhileAsked(async (slug: string) => {
				// A watched site's page takes precedence over one from an anonymous audit.
				const brief = (await watched.brief(slug)) ?? (await briefAt(slug));
				if (!brief || (await removed.hides(brief.stored))) return undefined;
				return { listed: false, ...brief, history: await visibleOf(brief.history, removed) };
			}),
			async receipt(id: string) {
				const found = (await watched.receipt(id)) ?? (await liveReceipt(id));
				return found && !(await removed.hides(found.stored)) ? found : undefined;
			},
		},
	};
}

/** Concurrent lookups of a page share one promise. */
function sharedWhileAsked<Found>(find: (slug: string) => Promise<Found>): (slug: string) => Promise<Found> {
	const asked = new Map<string, Promise<Found>>();
	return (slug) => {
		const found = asked.get(slug) ?? find(slug).finally(() => asked.delete(slug));
		asked.set(slug, found);
		return found;
	};
}

async function visibleOf(
	series: readonly StoredReceipt[],
	removed: Pick<RemovedDomains, "hides">,
): Promise<readonly StoredReceipt[]> {
	const hidden = await Promise.all(series.map((each) => removed.hides(each)));
	return series.filter((_, at) => !hidden[at]);
}

/** Each takes about 150 kB. */
const KEPT_RECEIPTS = 200;

/** Only sites without built pages. */
function watchedPages(database: Database, findBrand: FindBrand): LivePages {
	const kept = new LRUCache<string, StoredReceipt>({ max: KEPT_RECEIPTS });
	const sites = openWatchedSites(database, async (row) => {
		const stored = kept.get(row.id) ?? (await readRowText(row));
		kept.set(row.id, stored);
		return stored;
	});
	return {
		async brief(slug) {
			const [domain = "", named] = slug.split("~");
			const page = await sites.page(domain);
			if (!page || (named !== undefined && named !== page.agency)) return undefined;
			const { stored, auditedAt, agencyName, client, leafIndex, history } = page;
			const agency = await agencyOf(page.agency, findBrand);
			// Search engines need only one of its addresses.
			const listed = page.listed && named === undefined;
			return { stored, auditedAt, place: logPlace(leafIndex), slug, agencyName, ...agency, client, history, listed };
		},
		async receipt(id) {
			const found = await sites.receipt(id);
			if (!found) return undefined;
			const { stored, text, leafIndex, listed } = found;
			return { stored, text, place: logPlace(leafIndex), listed };
		},
	};
}

async function agencyOf(slug: string | undefined, findBrand: FindBrand): Promise<{ agency?: AgencyBrand }> {
	const agency = slug ? await findBrand(slug) : undefined;
	return agency ? { agency } : {};
}

/** UTF-16 code units, about 15,000 per receipt; the parsed data takes about 10 times as many bytes. */
const KEPT_TEXT = 2_000_000;

/** Receipts never change, but other processes may extend or remove them, so each use asks the store for the expiry. */
export function cacheReceipts(
	database: Pick<Database, "sql">,
	receipts: Pick<SqlReceipts, "get" | "expiresMs">,
	{ maxText = KEPT_TEXT, now = Date.now }: { readonly maxText?: number; readonly now?: () => number } = {},
) {
	const kept = new LRUCache<string, KeptReceipt>({
		maxSize: maxText,
		sizeCalculation: ({ text }) => text.length || 1,
	});

	async function read(id: string): Promise<KeptReceipt | undefined> {
		const found = await receipts.get(id);
		if (found) kept.set(id, found);
		return found;
	}

	/** For ids just read from the store; another process may have removed one meanwhile. */
	async function all(ids: readonly string[]): Promise<readonly KeptReceipt[]> {
		const found = await Promise.all(ids.map((id) => kept.get(id) ?? read(id)));
		return found.filter((each) => each !== undefined);
	}

	return {
		all,
		/** @param asked its expiry, if just read from the store */
		async get(id: string, asked?: number): Promise<KeptReceipt | undefined> {
			const known = kept.get(id);
			if (!known) return read(id);
			const expiresMs = asked ?? (await receipts.expiresMs(id));
			if (expiresMs !== undefined) return { ...known, expiresMs };
			kept.delete(id);
			return undefined;
		},
		/** Newest first. */
		async newest(series: Series, most: number): Promise<readonly KeptReceipt[]> {
			return all(await listSeriesIds(database, series, { now: now(), most }));
		},
	};
}
