import { hash } from "node:crypto";
import type { Series } from "#core/receipt.ts";
import type { Database } from "#store/database.ts";
import { lockPatiently } from "#store/locks.ts";

/** Also a transaction. */
export type Sql = Database["sql"];

/** Locks the name until the transaction ends. SQLite needs no lock, because it has one writer at a time. */
async function lockName(trx: Sql, kind: Database["kind"], name: string): Promise<void> {
	if (kind === "sqlite") return;
	await trx.selectNoFrom(({ fn, val }) => fn("pg_advisory_xact_lock", [val(keyOf(name))]).as("held")).execute();
}

function keyOf(name: string): string {
	return hash("sha256", name, "buffer").readBigInt64BE().toString();
}

/** Serializes writes to a series, so that their times are unique. */
export function lockSeries(trx: Sql, kind: Database["kind"], { domain, source, mode }: Series): Promise<void> {
	return lockName(trx, kind, `series ${source} ${mode} ${domain}`);
}

/** Waits for sweeps and blocks them until the transaction ends. */
export function lockSweeps(trx: Sql, kind: Database["kind"]): Promise<void> {
	return lockName(trx, kind, "sweep");
}

/** Serializes requests that count and add to an account's limited items. */
export function lockAccount(trx: Sql, kind: Database["kind"], account: string): Promise<void> {
	return lockName(trx, kind, `account ${account}`);
}

/** One process at a time, because 100,000 sites take a while. Postgres only. */
export async function lockWatchedSites(trx: Sql): Promise<void> {
	await lockPatiently(trx, keyOf("watched sites"));
}
