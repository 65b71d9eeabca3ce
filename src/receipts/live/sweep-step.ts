import { setImmediate } from "node:timers/promises";
import type { Database } from "#store/database.ts";
import { lockName, type Sql } from "./series-lock.ts";

/**
 * One short transaction of a sweep. Between two of them everybody else has a turn: SQLite does its work on the thread that
 * answers requests.
 */
export async function sweepStep<T>(db: Database, work: (trx: Sql) => Promise<T>): Promise<T> {
	const done = await db.sql.transaction().execute(async (trx) => {
		await lockSweeps(trx, db.kind);
		return work(trx);
	});
	await setImmediate();
	return done;
}

/** Waits until nobody sweeps, and keeps sweeps waiting until the transaction ends. */
export function lockSweeps(trx: Sql, kind: Database["kind"]): Promise<void> {
	return lockName(trx, kind, "sweep");
}
