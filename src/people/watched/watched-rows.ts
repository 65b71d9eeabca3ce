import { controlPlaces } from "#receipts/removal/control-token.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { isoTime } from "../accounts/account.ts";
import type { WatchedDomain } from "./watched-domains.ts";

export type WatchedRow = Tables["watched_domain"];
export type WatchedSql = Database["sql"];

/** What a row says of control and of rescans when its account begins to watch. */
export const NOTHING_KNOWN = {
	proved_ms: null,
	place: null,
	looked_ms: null,
	looked_says: null,
	rescan: null,
	rescan_says: null,
} as const satisfies Partial<WatchedRow>;

export function watchedOf(row: WatchedRow): WatchedDomain {
	const { domain, mode, rescan, rescan_says } = row;
	return {
		domain,
		mode,
		addedAt: isoTime(row.added_ms),
		control: controlOf(row),
		...(rescan === null ? {} : { lastRescan: { at: rescan, ...(rescan_says === null ? {} : { says: rescan_says }) } }),
	};
}

function controlOf({ domain, token, proved_ms, place, looked_ms, looked_says }: WatchedRow): WatchedDomain["control"] {
	return {
		...controlPlaces(domain, token),
		...(proved_ms === null ? {} : { since: isoTime(proved_ms) }),
		...(place === null ? {} : { place }),
		...(looked_ms === null ? {} : { lookedAt: isoTime(looked_ms) }),
		says: looked_says?.split("\n") ?? [],
	};
}

export function rowOf(sql: WatchedSql, account: string, domain: string): Promise<WatchedRow | undefined> {
	const own = sql.selectFrom("watched_domain").selectAll().where("account", "=", account);
	return own.where("domain", "=", domain).executeTakeFirst();
}
