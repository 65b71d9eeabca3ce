import { sql } from "kysely";
import type { Database } from "./database.ts";

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
