import { randomUUID } from "node:crypto";
import { type Kysely, sql, type Transaction } from "kysely";
import type { JobInsert } from "pg-boss";
import { Failure } from "#core/failure.ts";
import { lockPatiently } from "#store/locks.ts";
import type { Tables } from "#store/tables.ts";
import { type Entry, type JobList, type JobSpec, RESUMABLE_MS, RETENTION_MS, tooOld } from "./job-queue.ts";
import { type FleetDatabase, makeDue, queueOf, startOf, statementsOf } from "./open-boss.ts";

/** Held while jobs are written. Any number that other programs in the same Postgres do not lock. */
export const PLANNING_LOCK = 5_318_008_115_002;
/** Rows written or deleted by one statement, which ends long before the server's limit. */
const BATCH = 1_000;

/** Takes up or begins a run, all or nothing; of several that do so at once, one begins it. */
export async function openRun(fleet: FleetDatabase, list: JobList): Promise<{ id: string; resumed: boolean }> {
	return planning(fleet, async (transaction) => {
		await closeReopened(fleet, transaction);
		const unfinished = await transaction
			.selectFrom("rescan_run")
			.select("id")
			.where("list", "=", list.digest)
			.where("finished_ms", "is", null)
			.where("started_ms", ">", youngest(fleet))
			.orderBy("started_ms", "desc")
			.limit(1)
			.executeTakeFirst();
		const id = unfinished ? unfinished.id : await begin(fleet, transaction, list);
		if (unfinished) await takeUp(fleet, transaction, id, list);
		return { id, resumed: unfinished !== undefined };
	});
}

/** Writing a list of a million takes minutes. */
const PATIENCE_MS = 10 * 60_000;

/** Changes the jobs of runs, all or nothing, one process at a time. */
function planning<T>(
	{ database }: FleetDatabase,
	change: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T> {
	return database.transaction().execute(async (transaction) => {
		if (!(await lockPatiently(transaction, PLANNING_LOCK, PATIENCE_MS))) throw stillPlanned();
		return change(transaction);
	});
}

function stillPlanned(): Failure {
	return new Failure("store-busy", {
		what: "The run cannot be planned.",
		why: "Another process has been writing the jobs of a run to this Postgres for ten minutes.",
		todo: "Let it end, then try again.",
	});
}

/** What was opened for single jobs is over with them: the next night is a run of its own. */
async function closeReopened({ now }: FleetDatabase, transaction: Kysely<Tables>): Promise<void> {
	await sql`update rescan_run set finished_ms = ${now()} where reopened and finished_ms is null
		and not exists (select 1 from rescan_job where run = rescan_run.id and outcome is null)`.execute(transaction);
}

/** Runs that began later may be taken up. */
function youngest({ now }: FleetDatabase) {
	return sql<number>`${now()} - ${sql.lit(RESUMABLE_MS)}`;
}

async function begin(fleet: FleetDatabase, transaction: Kysely<Tables>, list: JobList): Promise<string> {
	const { id, started_ms } = await freeRun(fleet, transaction);
	const queue = queueOf(id);
	// One live job a domain; a table of its own, which goes with the run. Ours is the only limit on tries.
	await fleet.boss.createQueue(queue, { policy: "exclusive", partition: true, retryLimit: 1_000_000 });
	const run = { id, list: list.digest, shared: list.shared ?? "null", started_ms };
	await transaction
		.insertInto("rescan_run")
		.values({ ...run, has_local: false })
		.execute();
	let [position, hasLocal] = [0, false];
	for (const batch of batches(list.jobs)) {
		const rows = batch.map((spec) => rowOf(id, spec, position++));
		hasLocal ||= batch.some(({ isLocal }) => isLocal);
		await transaction.insertInto("rescan_job").values(rows).execute();
		await fleet.boss.insert(queue, rows.map(bossJob), { db: statementsOf(transaction) });
	}
	if (hasLocal) await transaction.updateTable("rescan_run").set({ has_local: true }).where("id", "=", id).execute();
	return id;
}

/** Two runs begun in the same millisecond still get two names. */
async function freeRun(fleet: FleetDatabase, transaction: Kysely<Tables>) {
	const { rows } = await sql<{
		at: number;
	}>`select greatest(${fleet.now()}, coalesce(max(started_ms) + 1, 0)) as at from rescan_run
		where started_ms between ${fleet.now()} - 1000 and ${fleet.now()} + 1000`.execute(transaction);
	const started_ms = rows[0]?.at ?? 0;
	return { id: new Date(started_ms).toISOString(), started_ms };
}

const PRIORITIES = 100;
const POSITIONS = 10_000_000;
/** Jobs for one process alone are below zero for pg-boss, so that others can leave them out. */
const LOCAL = (PRIORITIES + 2) * POSITIONS;

function rowOf(run: string, { key, data, priority = 0, isLocal = false }: JobSpec, position: number) {
	const rank = Math.min(Math.max(priority, 0), PRIORITIES) * POSITIONS + POSITIONS - position;
	return { run, key, position, data, job: randomUUID(), priority: isLocal ? rank - LOCAL : rank };
}

function bossJob({ job, key, priority }: Pick<Tables["rescan_job"], "job" | "key" | "priority">): JobInsert {
	return { id: job, priority, singletonKey: key, data: { key } };
}

function* batches<T>(items: Iterable<T>): Generator<T[]> {
	let batch: T[] = [];
	for (const item of items) {
		batch.push(item);
		if (batch.length < BATCH) continue;
		yield batch;
		batch = [];
	}
	if (batch.length > 0) yield batch;
}

/** Whoever takes up a run gives its jobs new chances. */
async function takeUp(fleet: FleetDatabase, transaction: Kysely<Tables>, run: string, list: JobList) {
	const { isPassing, shared = "null" } = list;
	await transaction.updateTable("rescan_run").set({ shared }).where("id", "=", run).execute();
	const again: string[] = [];
	for await (const { key, outcome } of entriesOf(transaction, run))
		if (outcome !== undefined && isPassing?.(outcome)) again.push(key);
	await redoJobs(fleet, transaction, run, again);
	await transaction
		.updateTable("rescan_job")
		.set({ lost: 0 })
		.where("run", "=", run)
		.where("outcome", "is", null)
		.where("lost", ">", 0)
		.execute();
	await makeDue(transaction, run);
}

export async function redo(fleet: FleetDatabase, run: string, keys: ReadonlySet<string> | undefined): Promise<number> {
	return planning(fleet, async (transaction) => {
		const isYoung = transaction.selectFrom("rescan_run").select("id").where("id", "=", run);
		if (!(await isYoung.where("started_ms", ">", youngest(fleet)).executeTakeFirst())) throw tooOld(run);
		const dead: string[] = [];
		for await (const { key } of entriesOf(transaction, run, true)) if (!keys || keys.has(key)) dead.push(key);
		const count = await redoJobs(fleet, transaction, run, dead);
		const finished = transaction.updateTable("rescan_run").where("id", "=", run).where("finished_ms", "is not", null);
		if (count > 0) await finished.set({ reopened: true, finished_ms: null }).execute();
		return count;
	});
}

async function redoJobs(fleet: FleetDatabase, transaction: Kysely<Tables>, run: string, keys: readonly string[]) {
	let count = 0;
	for (const batch of batches(keys)) {
		const fresh = { outcome: null, dead: false, owner: null, tries: 0, lost: 0, job: sql<string>`gen_random_uuid()` };
		const rows = await transaction
			.updateTable("rescan_job")
			.set(fresh)
			.where("run", "=", run)
			.where("key", "in", batch)
			.where("outcome", "is not", null)
			.returning(["key", "job", "priority"])
			.execute();
		await fleet.boss.insert(queueOf(run), rows.map(bossJob), { db: statementsOf(transaction) });
		count += rows.length;
	}
	return count;
}

/** Every job of a run in the order of the list, or those that are dead; read page by page. */
export async function* entriesOf(database: Kysely<Tables>, run: string, dead = false): AsyncGenerator<Entry> {
	let last = -1;
	for (;;) {
		let page = database
			.selectFrom("rescan_job")
			.select(["key", "data", "outcome", "position"])
			.where("run", "=", run)
			.where("position", ">", last);
		if (dead) page = page.where("dead", "=", true);
		const rows = await page.orderBy("position").limit(BATCH).execute();
		for (const { key, data, outcome } of rows) yield outcome === null ? { key, data } : { key, data, outcome };
		if (rows.length < BATCH) return;
		last = rows.at(-1)?.position ?? last;
	}
}

/** What is older than a month goes: rows in batches, pg-boss's as a table each. */
export async function deleteOldRuns({ database, boss, now }: FleetDatabase): Promise<void> {
	const { rows } = await sql<{ before: number }>`select ${now()} - ${sql.lit(RETENTION_MS)} as before`.execute(
		database,
	);
	const before = rows[0]?.before ?? 0;
	const old = await database.selectFrom("rescan_run").select("id").where("started_ms", "<", before).execute();
	for (const { id } of old) {
		for (let count = BATCH; count === BATCH; ) {
			const { numAffectedRows } = await sql`delete from rescan_job where ctid = any (array(
				select ctid from rescan_job where run = ${id} limit ${sql.lit(BATCH)}))`.execute(database);
			count = Number(numAffectedRows ?? 0);
		}
		await database.deleteFrom("rescan_run").where("id", "=", id).execute();
	}
	// Also those of runs that were never written to the end.
	for (const { name } of await boss.getQueues()) if (startOf(name) < before) await boss.deleteQueue(name);
	await database.deleteFrom("rescan_visit").where("at_ms", "<", before).execute();
}
