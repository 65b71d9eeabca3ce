import { DAY_MS } from "#core/kept-for.ts";
import type { Database } from "#store/database.ts";
import { forgetOldest } from "#store/used-refresh.ts";
import { isoTime } from "../accounts/account.ts";
import { digestOf, newSecret } from "../oauth/one-way.ts";

const REFRESH_MS = 30 * DAY_MS;

/** A refresh token as agents are given it, once. */
export interface NewRefreshToken {
	readonly value: string;
	/** ISO 8601. */
	readonly expires_at: string;
}

export interface RefreshTokens {
	/** The registration that a token is of, which is not used up; undefined for one that is unknown. */
	find(token: string): Promise<string | undefined>;
	/** @param registration its id */
	make(registration: string): Promise<NewRefreshToken>;
	/** Uses a token up. @returns the registration that it is of, or whose token was used before; undefined for one that is unknown or has ended */
	use(token: string): Promise<{ readonly registration: string; readonly isFirst: boolean } | undefined>;
}

export function openRefreshTokens(database: Pick<Database, "sql">, now: () => number): RefreshTokens {
	const { sql } = database;
	const rowOf = (digest: string) =>
		sql.selectFrom("agent_refresh").selectAll().where("digest", "=", digest).executeTakeFirst();
	return {
		find: async (token) => (await rowOf(digestOf(token)))?.registration,
		async make(registration) {
			const value = newSecret("agr_");
			const ends_ms = now() + REFRESH_MS;
			const row = { digest: digestOf(value), registration, ends_ms, used_ms: null };
			await sql.insertInto("agent_refresh").values(row).execute();
			await forgetOldest(database, "agent_refresh", registration);
			return { value, expires_at: isoTime(ends_ms) };
		},
		async use(token) {
			const digest = digestOf(token);
			const found = await rowOf(digest);
			if (!found || found.ends_ms <= now()) return undefined;
			const { numUpdatedRows } = await sql
				.updateTable("agent_refresh")
				.set({ used_ms: now() })
				.where("digest", "=", digest)
				.where("used_ms", "is", null)
				.executeTakeFirst();
			return { registration: found.registration, isFirst: numUpdatedRows > 0n };
		},
	};
}
