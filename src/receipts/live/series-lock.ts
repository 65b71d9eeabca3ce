import { hash } from "node:crypto";
import type { Database } from "#store/database.ts";

/** Statements, also those of a transaction. */
export type Sql = Database["sql"];

/**
 * Waits until no other transaction holds this name, and holds it until its own ends. On SQLite nothing is to be done: it
 * has one writer at a time.
 */
export async function lockName(trx: Sql, kind: Database["kind"], name: string): Promise<void> {
	if (kind === "sqlite") return;
	const key = hash("sha256", name, "buffer").readBigInt64BE().toString();
	await trx.selectNoFrom(({ fn, val }) => fn("pg_advisory_xact_lock", [val(key)]).as("held")).execute();
}
