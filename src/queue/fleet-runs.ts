import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { JobInsert } from "pg-boss";
import type { Tables } from "#store/tables.ts";
import { type Entry, type JobList, type JobSpec, RESUMABLE_MS, RETENTION_MS } from "./job-queue.ts";
import { type FleetDatabase, queueOf, statementsOf } from "./open-boss.ts";

/** Any number that other programs in the same Postgres do not lock. */
const LOCK = 5_318_008_115_002;
/** Rows written or deleted by one statement, which ends long before the server's limit. */
const BATCH = 1_000;

/** Takes up or begins a run, all or nothing; of several that do so at once, one begins it. */
export async function openRun(fleet: FleetDatabase, list: JobList): Promise<{ id: string; resumed: boolean }> {
	return fleet.database.transaction().execute(async (transaction) => {
		await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
		const unfinished = await transaction
			.selectFrom("rescan_run")
			.select("id")
			.where("list", "=", list.digest)
			.where("finished_ms", "is", null)
			.where("started_ms", ">", sql<number>`${fleet.now()} - ${sql.lit(RESUMABLE_MS)}`)
			.orderBy("started_ms", "desc")
			.limit(1)
			.executeTakeFirst();
		const id = unfinished ? unfinished.id : await begin(fleet, transaction, list);
		if (unfinished) await takeUp(fleet, transaction, id, list);
		return { id, resumed: unfinished !== undefined };
	});
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
async function takeUp(fleet: FleetDatabase, transaction: Kysely<Tables>, run: string, { isPassing }: JobList) {
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
}

export async function redo(fleet: FleetDatabase, run: string, keys: ReadonlySet<string> | undefined): Promise<number> {
	return fleet.database.transaction().execute(async (transaction) => {
		const dead: string[] = [];
		for await (const { key } of entriesOf(transaction, run, true)) if (!keys || keys.has(key)) dead.push(key);
		await redoJobs(fleet, transaction, run, dead);
		if (dead.length > 0)
			await transaction.updateTable("rescan_run").set({ finished_ms: null }).where("id", "=", run).execute();
		return dead.length;
	});
}

async function redoJobs(fleet: FleetDatabase, transaction: Kysely<Tables>, run: string, keys: readonly string[]) {
	for (const batch of batches(keys)) {
		const fresh = { outcome: null, dead: false, owner: null, tries: 0, lost: 0, job: sql<string>`gen_random_uuid()` };
		const rows = await transaction
			.updateTable("rescan_job")
			.set(fresh)
			.where("run", "=", run)
			.where("key", "in", batch)
			.returning(["key", "job", "priority"])
			.execute();
		await fleet.boss.insert(queueOf(run), rows.map(bossJob), { db: statementsOf(transaction) });
	}
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
	const before = sql<number>`${now()} - ${sql.lit(RETENTION_MS)}`;
	const old = await database.selectFrom("rescan_run").select("id").where("started_ms", "<", before).execute();
	for (const { id } of old) {
		await boss.deleteQueue(queueOf(id));
		for (let count = BATCH; count === BATCH; ) {
			const { numAffectedRows } = await sql`delete from rescan_job where ctid = any (array(
				select ctid from rescan_job where run = ${id} limit ${sql.lit(BATCH)}))`.execute(database);
			count = Number(numAffectedRows ?? 0);
		}
		await database.deleteFrom("rescan_run").where("id", "=", id).execute();
	}
	await database.deleteFrom("rescan_visit").where("at_ms", "<", before).execute();
}
