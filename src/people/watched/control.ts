import { type ControlLook, controlPlaces, lookForControl } from "#receipts/removal/control-token.ts";
import type { OwnersPlaces } from "#receipts/removal/owners-places.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { isoTime } from "../accounts/account.ts";
import type { WatchedDomain } from "./watched-domains.ts";

/**
 * A proof ends when its place answers without the token. Silence proves nothing, nor does an unknown domain: a resolver
 * that is cut off would end every proof in one night.
 * @returns where the token stands now, and what each place said
 */
export async function lookAtControl(
	sql: WatchedSql,
	row: WatchedRow,
	places: OwnersPlaces,
	now: number,
): Promise<Pick<ControlLook, "place" | "looked">> {
	const { account, domain, token } = row;
	const { looked, place, isNameUnknown } = await lookForControl(domain, token, places);
	const isGone = !isNameUnknown && looked.some((each) => each.place === row.place && each.answered);
	const proved =
		place !== undefined ? { proved_ms: row.proved_ms ?? now, place } : isGone && { proved_ms: null, place: null };
	// One sentence a place: answers may have lines of their own.
	const says = looked.map(({ at, says }) => `${at}: ${says.replaceAll(/\s+/g, " ")}`).join("\n");
	await sql
		.updateTable("watched_domain")
		.set({ ...proved, looked_ms: now, looked_says: says })
		.where("account", "=", account)
		.where("domain", "=", domain)
		.execute();
	return { looked, ...(place === undefined ? {} : { place }) };
}

const AT_ONCE = 8;

/** @param now milliseconds since 1970, asked for each */
export async function lookAgain(sql: WatchedSql, places: OwnersPlaces, now: () => number): Promise<void> {
	const rows = await sql.selectFrom("watched_domain").selectAll().where("proved_ms", "is not", null).execute();
	const left = rows.values();
	const looking = Array.from({ length: AT_ONCE }, async () => {
		for (const row of left) await lookAtControl(sql, row, places, now());
	});
	await Promise.all(looking);
}

export type WatchedRow = Tables["watched_domain"];
export type WatchedSql = Database["sql"];

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
