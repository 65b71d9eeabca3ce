import { controlPlaces } from "#receipts/removal/control-token.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { WatchedDomain } from "./watched-domains.ts";

export type WatchedRow = Tables["watched_domain"];
export type WatchedSql = Database["sql"];

export function watchedOf(row: WatchedRow): WatchedDomain {
	const { domain, mode, rescan, rescan_says } = row;
	return {
		domain,
		mode,
		addedAt: isoOf(row.added_ms),
		control: controlOf(row),
		...(rescan === null ? {} : { lastRescan: { at: rescan, ...(rescan_says === null ? {} : { says: rescan_says }) } }),
	};
}

function controlOf({ domain, token, proved_ms, place, looked_ms, looked_says }: WatchedRow): WatchedDomain["control"] {
	return {
		...controlPlaces(domain, token),
		...(proved_ms === null ? {} : { since: isoOf(proved_ms) }),
		...(place === null ? {} : { place }),
		...(looked_ms === null ? {} : { lookedAt: isoOf(looked_ms) }),
		says: looked_says?.split("\n") ?? [],
	};
}

function isoOf(ms: number): string {
	return new Date(ms).toISOString();
}

export function rowOf(sql: WatchedSql, account: string, domain: string): Promise<WatchedRow | undefined> {
	const own = sql.selectFrom("watched_domain").selectAll().where("account", "=", account);
	return own.where("domain", "=", domain).executeTakeFirst();
}
