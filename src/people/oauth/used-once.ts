import { sql } from "kysely";
import type { Database } from "#store/database.ts";
import { digestOf } from "./one-way.ts";

/**
 * Notes that something was used that may be used once.
 * @param name what it is, of whom: two of one name are the same
 * @param untilMs when it is worth nothing anyway, milliseconds since 1970
 * @returns whether this was the first time, whichever process asks
 */
export async function useOnce({ sql: store }: Pick<Database, "sql">, name: string, untilMs: number): Promise<boolean> {
	const made = await store
		.insertInto("oauth_used")
		.values({ digest: digestOf(name), until_ms: Math.ceil(untilMs) })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return (made.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether it was, which uses nothing up. @param name as `useOnce` takes it */
export async function wasUsed({ sql: store }: Pick<Database, "sql">, name: string): Promise<boolean> {
	const used = store.selectFrom("oauth_used").select("digest").where("digest", "=", digestOf(name));
	return (await used.executeTakeFirst()) !== undefined;
}

/** Forgets what is worth nothing any more. @param now milliseconds since 1970 */
export async function sweepUsed({ sql: store }: Pick<Database, "sql">, now: number): Promise<void> {
	await store.deleteFrom("oauth_used").where("until_ms", "<", now).execute();
}

/** Used refresh tokens that are remembered of one family: each renewal uses one up, as often as its holder likes. */
const USED_MOST = 100;

/** Where refresh tokens are kept, and by which column a family of them is one. */
const FAMILIES = { oauth_refresh: "grant_id", agent_refresh: "registration" } as const;

/**
 * Forgets the oldest used refresh tokens of a family, beyond the newest 100. One that is forgotten works no more than one that is unknown.
 * @param family id of the grant or the registration
 */
export async function forgetOldest(
	{ sql: store }: Pick<Database, "sql">,
	table: keyof typeof FAMILIES,
	family: string,
): Promise<void> {
	const used = sql`from ${sql.table(table)} where ${sql.ref(FAMILIES[table])} = ${family} and used_ms is not null`;
	const newest = sql`select digest ${used} order by used_ms desc limit ${USED_MOST}`;
	await sql`delete ${used} and digest not in (${newest})`.execute(store);
}
