import { hostname } from "node:os";
import type { Pool, PoolClient } from "pg";
import { Failure } from "#core/failure.ts";
import { connectionFault, storeUnavailable } from "./store-failure.ts";

/** Work that only one process at a time does on one Postgres; the number is its lock's. */
const WORKS = { seal: 1 } as const;
/** Sets these locks apart from others' in the same database. */
const LOCK_SPACE = 0x51_67_68_77;

export interface ExclusiveLock {
	/** @throws Failure `store-unavailable` when the connection that held it is lost: another process may hold it by now */
	expectHeld(): Promise<void>;
	release(): Promise<void>;
}

/**
 * An advisory lock in Postgres, which ends with the connection, however the process ends. It belongs to a transaction that
 * stays open, so that it holds behind a connection pooler too. Never waits.
 * @throws Failure `store-busy`, which names the holder; `store-unavailable`
 */
export async function lockExclusively(pool: Pool, work: keyof typeof WORKS): Promise<ExclusiveLock> {
	const client = await pool.connect().catch(lost);
	const key = [LOCK_SPACE, WORKS[work]];
	let held = false;
	try {
		await client.query("begin");
		// The transaction is idle while the work goes on.
		await client.query("set local idle_in_transaction_session_timeout = 0");
		await client.query("select set_config('application_name', $1, true)", [nameOf(work)]);
		const { rows } = await client.query("select pg_try_advisory_xact_lock($1, $2) as held", key);
		held = rows[0].held;
		if (!held) throw busy(work, await describeHolder(client, key));
	} catch (error) {
		throw error instanceof Failure ? error : lost(error);
	} finally {
		// With the connection goes whatever it has begun.
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

/** Shown to whoever asks for the lock meanwhile. Postgres keeps 63 bytes. */
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
	return new Failure("store-busy", { what, why, todo: `Let it end, then ${work} again; what is new is not lost.` });
}

function lost(error: unknown): never {
	throw storeUnavailable(error, connectionFault(error));
}
