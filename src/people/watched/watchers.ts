import { existsSync } from "node:fs";
import { type Settings, storePlace } from "#config/environment.ts";
import type { AuditMode } from "#core/preset.ts";
import { type PrivateAudit, type PrivateAuditOptions, savePrivateAudit } from "#receipts/live/held-receipts.ts";
import { carryOutOrders, OwnerOrders } from "#receipts/removal/owner-orders.ts";
import type { OwnersPlaces } from "#receipts/removal/owners-places.ts";
import type { OwnedDomain } from "#receipts/store/published-watchlist.ts";
import type { RunLine } from "#receipts/store/run-file.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { type FoundAudit, OwnAudits, recordOwn } from "../audits/own-audits.ts";
import { recheckControl } from "./watched-domains.ts";

export interface AccountsSite {
	readonly domain: string;
	readonly mode: AuditMode;
}

/** Undefined if there has never been a live store. @throws Failure `store-unavailable` */
export async function openWatchers(settings: Settings): Promise<Watchers | undefined> {
	const place = storePlace(settings);
	if (place.url === undefined && !existsSync(place.file)) return undefined;
	return new Watchers(await openDatabase(place), settings);
}

/** Replaces the run's text, which addresses the owner of the watchlist file. */
const TAKEN_DOWN = "Its owner asked us to take its audits down, so we do not audit it.";

export class Watchers {
	readonly #database: Database;
	readonly #sql: Database["sql"];
	readonly #settings: Settings;

	constructor(database: Database, settings: Settings) {
		this.#database = database;
		this.#sql = database.sql;
		this.#settings = settings;
	}

	async prepare(places: OwnersPlaces): Promise<void> {
		await carryOutOrders(this.#database, this.#settings);
		await recheckControl(this.#sql, places, Date.now);
	}

	/** Domains that their owners publish, sorted by name, except those taken down. */
	async published(): Promise<readonly OwnedDomain[]> {
		const hidden = await new OwnerOrders(this.#database).hidden();
		const proved = this.#sql.selectFrom("watched_domain").select(["domain", "mode", "published_ms"]);
		const chosen = proved.where("proved_ms", "is not", null).where("published_ms", "is not", null);
		const rows = await chosen.orderBy("domain").orderBy("published_ms").execute();
		const byDomain = Map.groupBy(rows, ({ domain }) => domain);
		return [...byDomain].flatMap(([domain, [first, ...others]]) => {
			if (!first || hidden.get(domain) === "all") return [];
			const isLight = [first, ...others].some(({ mode }) => mode === "light");
			return { domain, mode: isLight ? "light" : "deep", since: new Date(first.published_ms ?? 0).toISOString() };
		});
	}

	/** One site per domain and mode, however many accounts watch it. */
	async unpublished(): Promise<readonly AccountsSite[]> {
		const watched = this.#sql.selectFrom("watched_domain").select("domain");
		const published = watched.where("proved_ms", "is not", null).where("published_ms", "is not", null);
		const others = this.#sql.selectFrom("watched_domain").select(["domain", "mode"]).distinct();
		return others.where("domain", "not in", published).orderBy("domain").orderBy("mode", "desc").execute();
	}

	/** Stores the audit for accounts that watch the domain in this mode; a no-op if there are none. */
	keepPrivately(audit: Omit<PrivateAuditOptions, "give">): Promise<PrivateAudit> {
		const { domain, mode } = audit.report;
		const give: PrivateAuditOptions["give"] = async (trx, found) => {
			let given = 0;
			for (const account of await accountsOf(trx, domain, mode))
				if (await recordOwn(trx, this.#database.kind, account, found)) given++;
			return given;
		};
		return savePrivateAudit(this.#database, { ...audit, give });
	}

	async give(domain: string, audit: FoundAudit): Promise<void> {
		const audits = new OwnAudits(this.#database);
		for (const account of await accountsOf(this.#sql, domain)) await audits.record(account, audit);
	}

	async ended(
		{ run, domain, reason, says }: Pick<RunLine, "run" | "domain" | "reason" | "says">,
		mode?: AuditMode,
	): Promise<void> {
		const all = this.#sql.updateTable("watched_domain").where("domain", "=", domain);
		const some = mode === undefined ? all : all.where("mode", "=", mode);
		await some.set({ rescan: run, rescan_says: (reason === "removal-asked" ? TAKEN_DOWN : says) ?? null }).execute();
	}

	close(): Promise<void> {
		return this.#database.close();
	}
}

async function accountsOf(sql: Database["sql"], domain: string, mode?: AuditMode): Promise<string[]> {
	const all = sql.selectFrom("watched_domain").select("account").where("domain", "=", domain).orderBy("account");
	const rows = await (mode === undefined ? all : all.where("mode", "=", mode)).execute();
	return rows.map(({ account }) => account);
}
