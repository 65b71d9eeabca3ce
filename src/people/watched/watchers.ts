import { existsSync } from "node:fs";
import { type Settings, storePlace } from "#config/environment.ts";
import type { AuditMode } from "#core/preset.ts";
import type { RunLine } from "#core/run-line.ts";
import { keepPrivateAudit, type PrivateAudit, type PrivateAuditOptions } from "#receipts/live/keep-private-audit.ts";
import { carryOutOrders } from "#receipts/removal/carry-out-orders.ts";
import { openOwnerOrders } from "#receipts/removal/owner-orders.ts";
import type { OwnersPlaces } from "#receipts/removal/owners-places.ts";
import type { OwnedDomain } from "#receipts/store/owners-file.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { type FoundAudit, openOwnAudits, recordOwn } from "../audits/own-audits.ts";
import { lookAgain } from "./control.ts";

/** A domain that accounts watch, in one mode. */
export interface AccountsSite {
	/** ASCII host. */
	readonly domain: string;
	readonly mode: AuditMode;
}

/** What accounts watch, for a rescan. */
export interface Watchers {
	/** Carries out what owners have ordered, and looks whether proofs of control still hold. */
	prepare(places: OwnersPlaces): Promise<void>;
	/** Domains of which control is proved, one each, in the order of their names; those that are taken down are left out. */
	owned(): Promise<readonly OwnedDomain[]>;
	/** The other domains that accounts watch: a site for each domain and mode, however many accounts there are. */
	unproved(): Promise<readonly AccountsSite[]>;
	/** Keeps an audit for the accounts that watch the domain in this mode, and for nobody else; where there is none any more, not at all. */
	keepPrivately(audit: Omit<PrivateAuditOptions, "give">): Promise<PrivateAudit>;
	/** Gives the audit to the accounts that watch the domain. */
	give(domain: string, audit: FoundAudit): Promise<void>;
	/** Notes for them how the domain's turn ended. */
	ended(line: Pick<RunLine, "run" | "domain" | "reason" | "says">, mode?: AuditMode): Promise<void>;
	close(): Promise<void>;
}

/**
 * What accounts watch in the live store; undefined where there has never been one.
 * @throws Failure `store-unavailable`
 */
export async function openWatchers(settings: Settings): Promise<Watchers | undefined> {
	const place = storePlace(settings);
	if (place.url === undefined && !existsSync(place.file)) return undefined;
	return watchersOf(await openDatabase(place), settings);
}

/** The run's own sentence is for whoever keeps the watchlist file. */
const TAKEN_DOWN = "Its owner has asked for its audits to be taken down, so none is made.";

function watchersOf(database: Database, settings: Settings): Watchers {
	const { sql } = database;
	const audits = openOwnAudits(database);
	const orders = openOwnerOrders(database);
	return {
		async prepare(places) {
			await carryOutOrders(database, settings);
			await lookAgain(sql, places, Date.now);
		},
		async owned() {
			const hidden = await orders.hidden();
			const proved = sql.selectFrom("watched_domain").select(["domain", "mode", "proved_ms"]);
			const rows = await proved.where("proved_ms", "is not", null).orderBy("domain").orderBy("proved_ms").execute();
			const byDomain = Map.groupBy(rows, ({ domain }) => domain);
			return [...byDomain].flatMap(([domain, [first, ...others]]) => {
				if (!first || hidden.get(domain) === "all") return [];
				const isLight = [first, ...others].some(({ mode }) => mode === "light");
				return { domain, mode: isLight ? "light" : "deep", since: new Date(first.proved_ms ?? 0).toISOString() };
			});
		},
		async unproved() {
			const proved = sql.selectFrom("watched_domain").select("domain").where("proved_ms", "is not", null);
			const others = sql.selectFrom("watched_domain").select(["domain", "mode"]).distinct();
			return others.where("domain", "not in", proved).orderBy("domain").orderBy("mode", "desc").execute();
		},
		keepPrivately(audit) {
			const { domain, mode } = audit.report;
			const give: PrivateAuditOptions["give"] = async (trx, found) => {
				let given = 0;
				for (const account of await accountsOf(trx, domain, mode))
					if (await recordOwn(trx, database.kind, account, found)) given++;
				return given;
			};
			return keepPrivateAudit(database, { ...audit, give });
		},
		async give(domain, audit) {
			for (const account of await accountsOf(sql, domain)) await audits.record(account, audit);
		},
		async ended({ run, domain, reason, says }, mode) {
			const all = sql.updateTable("watched_domain").where("domain", "=", domain);
			const some = mode === undefined ? all : all.where("mode", "=", mode);
			await some.set({ rescan: run, rescan_says: (reason === "removal-asked" ? TAKEN_DOWN : says) ?? null }).execute();
		},
		close: () => database.close(),
	};
}

/** Accounts that watch a domain. @param mode only those that watch it in this one */
async function accountsOf(sql: Database["sql"], domain: string, mode?: AuditMode): Promise<string[]> {
	const all = sql.selectFrom("watched_domain").select("account").where("domain", "=", domain).orderBy("account");
	const rows = await (mode === undefined ? all : all.where("mode", "=", mode)).execute();
	return rows.map(({ account }) => account);
}
