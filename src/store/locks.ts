import { closeSync, openSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Pool, PoolClient } from "pg";
import { Failure } from "#core/failure.ts";
import { connectionFault, isSqliteBusy, storeUnavailable } from "./store-failure.ts";
import type { Tables } from "./tables.ts";

/** Keeps references, because garbage collection closes a database and releases its lock. */
const held = new Set<unknown>();

/**
 * The operating system releases it when the process ends, so there is no expiry for a slow process to exceed. Works
 * across containers that share the folder. @returns releases it (idempotent); undefined if another holds it
 */
export function tryLockFile(path: string): (() => void) | undefined {
	// Lazy, because Node 22 prints a warning.
	const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
	// SQLite does not report a read-only disk.
	closeSync(openSync(path, "a"));
	const database = new DatabaseSync(path);
	try {
		database.exec("BEGIN EXCLUSIVE");
		held.add(database);
		return () => {
			if (held.delete(database)) database.close();
		};
	} catch (error) {
		database.close();
		if (isSqliteBusy(error)) return undefined;
		throw error;
	}
}

export async function lockFile(path: string, timeoutMs: number): Promise<(() => void) | undefined> {
	const end = Date.now() + timeoutMs;
	for (;;) {
		const release = tryLockFile(path);
		if (release || Date.now() >= end) return release;
		await pause(50);
	}
}

/** Lock numbers of work that only one process per Postgres may do. */
const WORKS = { seal: 1 } as const;
/** Namespace of these locks in the database. */
const LOCK_SPACE = 0x51_67_68_77;

interface ExclusiveLock {
	/** @throws Failure `store-unavailable` if its connection is lost, and another process may hold it */
	expectHeld(): Promise<void>;
	release(): Promise<void>;
}

/** Never waits. Holds an open transaction, because of poolers. @throws Failure `store-busy`, `store-unavailable` */
export async function lockExclusively(pool: Pool, work: keyof typeof WORKS): Promise<ExclusiveLock> {
	const client = await pool.connect().catch(lost);
	const key = [LOCK_SPACE, WORKS[work]];
	let held = false;
	try {
		await client.query("begin");
		// The transaction is idle during the work.
		await client.query("set local idle_in_transaction_session_timeout = 0");
		await client.query("select set_config('application_name', $1, true)", [nameOf(work)]);
		const { rows } = await client.query("select pg_try_advisory_xact_lock($1, $2) as held", key);
		held = rows[0].held;
		if (!held) throw busy(work, await describeHolder(client, key));
	} catch (error) {
		throw error instanceof Failure ? error : lost(error);
	} finally {
		// Closing the connection rolls back what it has begun.
		if (!held) client.release(true);
	}
	return {
		async expectHeld() {
			await client.query("select 1").catch(lost);
		},
		async release() {
			await client.query("rollback").then(
				() => client.release(),
				() => client.release(true),
			);
		},
	};
}

/** Shown to others that want the lock. Postgres keeps 63 bytes. */
function nameOf(work: string): string {
	return `sightline ${work} on ${hostname()}, process ${process.pid}`.slice(0, 63);
}

async function describeHolder(client: PoolClient, key: readonly number[]): Promise<string> {
	const { rows } = await client.query(
		`select application_name as name, host(client_addr) as address,
			extract(epoch from clock_timestamp() - xact_start)::integer as seconds
		from pg_locks join pg_stat_activity using (pid)
		where locktype = 'advisory' and granted and classid = $1 and objid = $2 and objsubid = 2
			and pg_locks.database = (select oid from pg_database where datname = current_database())`,
		[...key],
	);
	const [holder] = rows;
	if (!holder?.name) return "Its process has just ended, or belongs to another user of Postgres.";
	const from = holder.address === null ? "" : ` (from ${holder.address})`;
	return `It is ${holder.name}${from}, which began ${holder.seconds} s ago.`;
}

function busy(work: string, why: string): Failure {
	const what = `Another ${work} is at work on this Postgres.`;
	return new Failure("store-busy", { what, why, todo: `Wait until it ends, then ${work} again; nothing is lost.` });
}

function lost(error: unknown): never {
	throw storeUnavailable(error, connectionFault(error));
}

const LOOK_MS = 100;

/**
 * Released with the transaction. Polls, because a holder may take longer than the statement timeout.
 * @param key 8-byte integer that other programs in this Postgres do not lock; a string if above 2^53
 * @param patienceMs timeout in milliseconds, none by default @returns false after the timeout
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
