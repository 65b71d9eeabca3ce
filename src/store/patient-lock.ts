import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "./tables.ts";

/** Between two looks. Milliseconds. */
const LOOK_MS = 100;

/**
 * Takes an advisory lock in Postgres that ends with the transaction. Asks again and again: whoever holds it may do so for
 * longer than a statement is let wait.
 * @param key any eight-byte integer that other programs in the same Postgres do not lock; in digits where a number is too small
 * @param patienceMs milliseconds; for ever without it
 * @returns whether it is held: false where the time is up
 */
export async function lockPatiently(
	transaction: Kysely<Tables>,
	key: number | string,
	patienceMs = Number.POSITIVE_INFINITY,
): Promise<boolean> {
	const end = performance.now() + patienceMs;
	const ask = transaction.selectNoFrom(({ fn, val }) =>
		fn<boolean>("pg_try_advisory_xact_lock", [val(key)]).as("held"),
	);
	while (!(await ask.executeTakeFirstOrThrow()).held) {
		if (performance.now() > end) return false;
		await pause(LOOK_MS);
	}
	return true;
}
