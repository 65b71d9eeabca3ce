import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { type AgencyBrand, type BriefClient, briefClientSchema } from "#core/agency/agency.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { readAgencyFiles } from "../agencies/agency-files.ts";
import { lockWatchedSites, type Sql } from "../live/locks.ts";
import { readRowText } from "../live/receipt-table.ts";
import { readPublishedWatchlist, type WatchEntry } from "../store/published-watchlist.ts";

export interface WatchedSitePage {
	readonly domain: string;
	/** False to exclude it from every list. */
	readonly listed: boolean;
	/** Slug and name of the brief's agency; empty without one. */
	readonly agency: string;
	readonly agencyName: string;
	readonly client: BriefClient | undefined;
	/** Newest receipt of the watched mode. */
	readonly stored: StoredReceipt;
	/** ISO 8601: time of the last audit with this result. */
	readonly auditedAt: string;
	/** Index in the log; undefined until it is sealed. */
	readonly leafIndex: number | undefined;
	/** Includes the previous audit of the mode, for comparison. */
	readonly history: readonly StoredReceipt[];
}

export interface WatchedReceipt {
	readonly stored: StoredReceipt;
	/** The canonical JSON whose SHA-256 is the id. */
	readonly text: string;
	readonly leafIndex: number | undefined;
	readonly listed: boolean;
}

/** Shows only sites on the watchlist. */
export interface WatchedSites {
	page(domain: string): Promise<WatchedSitePage | undefined>;
	receipt(id: string): Promise<WatchedReceipt | undefined>;
}

/** @param read parses a row's receipt; frequent callers may cache it */
export function openWatchedSites({ sql }: Pick<Database, "sql">, read = readRowText): WatchedSites {
	const siteOf = (domain: string) =>
		sql.selectFrom("watched_site").selectAll().where("domain", "=", domain).executeTakeFirst();
	const newestOf = (domain: string, mode: string) =>
		sql
			.selectFrom("watched_receipt")
			.select(["id", "text", "found_at", "leaf_index"])
			.where("domain", "=", domain)
			.where("mode", "=", mode)
			.orderBy("audited_at", "desc")
			.limit(2)
			.execute();
	return {
		async page(domain) {
			const site = await siteOf(domain);
			if (!site) return undefined;
			const own = await newestOf(domain, site.mode);
			const rows = own.length > 0 ? own : await newestOf(domain, site.mode === "deep" ? "light" : "deep");
			const history = await Promise.all(rows.map(read));
			const [[newest], [stored]] = [rows, history];
			if (!newest || !stored) return undefined;
			return {
				domain,
				listed: site.listed === 1,
				agency: site.agency,
				agencyName: site.agency_name,
				client: site.client === "" ? undefined : briefClientSchema.parse(JSON.parse(site.client)),
				stored,
				auditedAt: newest.found_at,
				leafIndex: newest.leaf_index ?? undefined,
				history,
			};
		},
		async receipt(id) {
			const row = await sql
				.selectFrom("watched_receipt")
				.innerJoin("watched_site", "watched_site.domain", "watched_receipt.domain")
				.select(["id", "text", "leaf_index", "listed"])
				.where("id", "=", id)
				.executeTakeFirst();
			if (!row) return undefined;
			const { text, leaf_index, listed } = row;
			return { stored: await read(row), text, leafIndex: leaf_index ?? undefined, listed: listed === 1 };
		},
	};
}

const PAGE = 500;

/**
 * Hides sites that are no longer on the watchlist. A no-op without DATABASE_URL.
 * @returns a sentence for a missing or unreadable watchlist, which changes nothing
 * @throws Failure `store-unavailable`; as the readers of watchlist and agencies
 */
export async function publishWatchedSites(
	{ databaseUrl: url, reports }: Settings,
	now = Date.now(),
): Promise<string | undefined> {
	if (url === undefined) return undefined;
	const { entries, faults, isReadable } = await readPublishedWatchlist(reports);
	if (!isReadable)
		return `Sites that the server shows beyond the build were not updated: the watchlist cannot be read. ${faults[0]}`;
	const { brands } = await readAgencyFiles(join(reports, "agencies"));
	const db = await openDatabase({ url, file: "" });
	try {
		await db.sql.transaction().execute(async (trx) => {
			await lockWatchedSites(trx);
			for (let from = 0; from < entries.length; from += PAGE)
				await noteSites(trx, entries.slice(from, from + PAGE), brands, now);
			await trx.deleteFrom("watched_site").where("noted_ms", "<>", now).execute();
		});
	} finally {
		await db.close();
	}
	return undefined;
}

async function noteSites(
	trx: Sql,
	entries: readonly WatchEntry[],
	brands: ReadonlyMap<string, AgencyBrand>,
	now: number,
): Promise<void> {
	const rows = entries.map(({ domain, mode, wall, agency, client }) => ({
		domain,
		mode,
		listed: wall ? 1 : 0,
		agency: agency ?? "",
		agency_name: brands.get(agency ?? "")?.name ?? "",
		client: client === undefined ? "" : JSON.stringify(client),
		noted_ms: now,
	}));
	await trx
		.insertInto("watched_site")
		.values(rows)
		.onConflict((conflict) =>
			conflict.column("domain").doUpdateSet(({ ref }) => ({
				mode: ref("excluded.mode"),
				listed: ref("excluded.listed"),
				agency: ref("excluded.agency"),
				agency_name: ref("excluded.agency_name"),
				client: ref("excluded.client"),
				noted_ms: ref("excluded.noted_ms"),
			})),
		)
		.execute();
}
