import { hash } from "node:crypto";
import type { Series } from "#core/receipt.ts";
import type { Database } from "#store/database.ts";
import { lockPatiently } from "#store/locks.ts";

/** Statements, also those of a transaction. */
export type Sql = Database["sql"];

/**
 * Waits until no other transaction holds this name, and holds it until its own ends. On SQLite this does nothing: it
 * has one writer at a time.
 */
async function lockName(trx: Sql, kind: Database["kind"], name: string): Promise<void> {
	if (kind === "sqlite") return;
	await trx.selectNoFrom(({ fn, val }) => fn("pg_advisory_xact_lock", [val(keyOf(name))]).as("held")).execute();
}

function keyOf(name: string): string {
	return hash("sha256", name, "buffer").readBigInt64BE().toString();
}

/** Receipts of a series are written one after the other, so that none takes another's moment. */
export function lockSeries(trx: Sql, kind: Database["kind"], { domain, source, mode }: Series): Promise<void> {
	return lockName(trx, kind, `series ${source} ${mode} ${domain}`);
}

/** Waits until nobody sweeps, and keeps sweeps waiting until the transaction ends. */
export function lockSweeps(trx: Sql, kind: Database["kind"]): Promise<void> {
	return lockName(trx, kind, "sweep");
}

/** What one account may have so much of is counted, and added to, by one request after the other. */
export function lockAccount(trx: Sql, kind: Database["kind"], account: string): Promise<void> {
	return lockName(trx, kind, `account ${account}`);
}

/** Which sites Postgres shows is changed by one process at a time; of a hundred thousand it takes a while. On Postgres alone. */
export async function lockWatchedSites(trx: Sql): Promise<void> {
	await lockPatiently(trx, keyOf("watched sites"));
}
