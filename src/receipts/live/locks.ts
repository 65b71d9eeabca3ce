import { hash } from "node:crypto";
import type { Series } from "#core/receipt.ts";
import type { Database } from "#store/database.ts";
import { lockPatiently } from "#store/locks.ts";

/** Also those of a transaction. */
export type Sql = Database["sql"];

/** Holds the name until the transaction ends. SQLite needs no lock: it has one writer at a time. */
async function lockName(trx: Sql, kind: Database["kind"], name: string): Promise<void> {
	if (kind === "sqlite") return;
	await trx.selectNoFrom(({ fn, val }) => fn("pg_advisory_xact_lock", [val(keyOf(name))]).as("held")).execute();
}

function keyOf(name: string): string {
	return hash("sha256", name, "buffer").readBigInt64BE().toString();
}

/** Writes of one series follow each other, so that none takes another's moment. */
export function lockSeries(trx: Sql, kind: Database["kind"], { domain, source, mode }: Series): Promise<void> {
	return lockName(trx, kind, `series ${source} ${mode} ${domain}`);
}

/** Waits for sweeps, and keeps them waiting until the transaction ends. */
export function lockSweeps(trx: Sql, kind: Database["kind"]): Promise<void> {
	return lockName(trx, kind, "sweep");
}

/** An account's limited things are counted, and added to, by one request at a time. */
export function lockAccount(trx: Sql, kind: Database["kind"], account: string): Promise<void> {
	return lockName(trx, kind, `account ${account}`);
}

/** One process at a time: a hundred thousand sites take a while. On Postgres alone. */
export async function lockWatchedSites(trx: Sql): Promise<void> {
	await lockPatiently(trx, keyOf("watched sites"));
}
