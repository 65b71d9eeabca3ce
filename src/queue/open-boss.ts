import { CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely";
import { type ConnectionOptions, PgBoss } from "pg-boss";
import type { Database } from "#store/database.ts";
import { asStoreFailure } from "#store/store-failure.ts";
import type { Tables } from "#store/tables.ts";

type BossDatabase = NonNullable<ConnectionOptions["db"]>;

/** What the parts of the fleet's queue share. */
export interface FleetDatabase {
	readonly database: Kysely<Tables>;
	readonly boss: PgBoss;
	/** Milliseconds since 1970 as SQL: the database's clock, since those of the machines differ. */
	now(): RawBuilder<number>;
}

const SCHEMA = "sightline_jobs";

/**
 * pg-boss on our connections. It hands out jobs and keeps those put back; who holds one, and how it ended, is ours
 * (docs/decisions/027), so none of its maintenance is needed, and `stop` ends its last timer.
 */
export async function openBoss({ pool }: Database): Promise<PgBoss> {
	if (!pool) throw new Error("pg-boss needs Postgres.");
	const db: BossDatabase = {
		async executeSql(text, values) {
			const client = await pool.connect().catch((error: unknown) => {
				throw asStoreFailure(error);
			});
			let failed: unknown;
			try {
				return await client.query(text, values);
			} catch (error) {
				failed = error;
				throw asStoreFailure(error);
			} finally {
				// A statement of several parts that fails leaves its transaction open.
				client.release(failed !== undefined);
			}
		},
	};
	const boss = new PgBoss({ db, schema: SCHEMA, supervise: false, schedule: false });
	// Its background work reads again what it knows of queues; a database that is away shows in the next call of ours.
	boss.on("error", () => {});
	await boss.start();
	return boss;
}

/** For a call of pg-boss that is to take part in a transaction of ours. */
export function statementsOf(transaction: Kysely<Tables>): BossDatabase {
	return {
		executeSql: async (text, values = []) => {
			const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, [...values]));
			return { rows };
		},
	};
}

const QUEUE = "rescan-";

/** pg-boss's name for a run. */
export function queueOf(run: string): string {
	return `${QUEUE}${Date.parse(run)}`;
}

/** Milliseconds since 1970 at which the run of a queue began; NaN for another queue. */
export function startOf(queue: string): number {
	return queue.startsWith(QUEUE) ? Number(queue.slice(QUEUE.length)) : Number.NaN;
}

/** Lets the jobs of a run that were put back for later be claimed at once. pg-boss itself does so for one at a time. */
export async function makeDue(transaction: Kysely<Tables>, run: string): Promise<void> {
	await sql`update ${sql.table(`${SCHEMA}.job`)} set start_after = now()
		where name = ${queueOf(run)} and state = 'retry' and start_after > now()`.execute(transaction);
}
