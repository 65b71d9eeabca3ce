import { randomUUID } from "node:crypto";
import { CompiledQuery, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from "kysely";
import { type ConnectionOptions, type JobInsert, PgBoss } from "pg-boss";
import { Failure } from "#core/failure.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { lockPatiently } from "#store/locks.ts";
import type { Presence } from "#store/presence.ts";
import { asStoreFailure } from "#store/store-failure.ts";
import type { Tables } from "#store/tables.ts";
import {
	type Entry,
	type Held,
	type Job,
	type JobList,
	type JobQueue,
	type JobSpec,
	LEASE_MS,
	type PutBack,
	RESUMABLE_MS,
	RETENTION_MS,
	type Scope,
	tooOld,
} from "./job-queue.ts";

type BossDatabase = NonNullable<ConnectionOptions["db"]>;

interface FleetDatabase {
	readonly database: Kysely<Tables>;
	readonly boss: PgBoss;
	/** SQL for milliseconds since 1970 by the database's clock, because the machines' clocks differ. */
	now(): RawBuilder<number>;
}

const SCHEMA = "sightline_jobs";

/** Leases and outcomes are ours (docs/decisions/012), so pg-boss needs no maintenance; `stop` ends its last timer. */
async function openBoss({ pool }: Database): Promise<PgBoss> {
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
				// A failed multi-statement query leaves its transaction open.
				client.release(failed !== undefined);
			}
		},
	};
	const boss = new PgBoss({ db, schema: SCHEMA, supervise: false, schedule: false });
	// Its background reads retry; our next call reports a lost database.
	boss.on("error", () => {});
	await boss.start();
	return boss;
}

export function statementsOf(transaction: Kysely<Tables>): BossDatabase {
	return {
		executeSql: async (text, values = []) => {
			const { rows } = await transaction.executeQuery(CompiledQuery.raw(text, [...values]));
			return { rows };
		},
	};
}

const QUEUE = "rescan-";

function queueOf(run: string): string {
	return `${QUEUE}${Date.parse(run)}`;
}

/** Milliseconds since 1970; NaN for a queue that is not a run's. */
export function startOf(queue: string): number {
	return queue.startsWith(QUEUE) ? Number(queue.slice(QUEUE.length)) : Number.NaN;
}

/** Makes postponed jobs claimable at once; pg-boss can only do so one job at a time. */
async function makeDue(transaction: Kysely<Tables>, run: string): Promise<void> {
	await sql`update ${sql.table(`${SCHEMA}.job`)} set start_after = now()
		where name = ${queueOf(run)} and state = 'retry' and start_after > now()`.execute(transaction);
}

/** Held while jobs are written. An arbitrary number that other programs on the same Postgres do not lock. */
export const PLANNING_LOCK = 5_318_008_115_002;
/** Rows per statement, so that each ends long before the server's limit. */
const BATCH = 1_000;

/** Atomic; if several processes try, one begins the run. */
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
		if (unfinished) await resumeRun(fleet, transaction, id, list);
		return { id, resumed: unfinished !== undefined };
	});
}

/** Writing a list of a million jobs takes minutes. */
const PATIENCE_MS = 10 * 60_000;

/** Atomic, one process at a time. */
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
		todo: "Wait until it ends, then try again.",
	});
}

/** Closes runs reopened for single jobs: the next night is a new run. */
async function closeReopened({ now }: FleetDatabase, transaction: Kysely<Tables>): Promise<void> {
	await sql`update rescan_run set finished_ms = ${now()} where reopened and finished_ms is null
		and not exists (select 1 from rescan_job where run = rescan_run.id and outcome is null)`.execute(transaction);
}

function youngest({ now }: FleetDatabase) {
	return sql<number>`${now()} - ${sql.lit(RESUMABLE_MS)}`;
}

async function begin(fleet: FleetDatabase, transaction: Kysely<Tables>, list: JobList): Promise<string> {
	const { id, started_ms } = await freeRun(fleet, transaction);
	const queue = queueOf(id);
	// One live job per domain, in a partition that is dropped with the run. Only we limit tries.
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

/** Runs begun in the same millisecond get different names. */
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
/** Negative priorities mark jobs for one process only, so that others can exclude them. */
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

/** Resuming a run resets the tries of its jobs. */
async function resumeRun(fleet: FleetDatabase, transaction: Kysely<Tables>, run: string, list: JobList) {
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

/** In list order; read in pages. */
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

/** Deletes runs older than a month: our rows in batches, pg-boss's by dropping tables. */
async function deleteOldRuns({ database, boss, now }: FleetDatabase): Promise<void> {
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
	// Includes queues of runs that were never fully written.
	for (const { name } of await boss.getQueues()) if (startOf(name) < before) await boss.deleteQueue(name);
	await database.deleteFrom("rescan_visit").where("at_ms", "<", before).execute();
}

interface FleetQueueOptions {
	/** Replaces the database's clock; milliseconds since 1970. */
	readonly clock?: (() => number) | undefined;
	readonly presence?: Presence | undefined;
}

/** @param url as in DATABASE_URL. @throws Failure `store-unavailable` */
export async function openFleetQueue(
	url: string,
	{ clock, presence: given }: FleetQueueOptions = {},
): Promise<JobQueue> {
	const store = await openDatabase({ url, file: "" });
	try {
		const presence = given ?? (await store.presence());
		const boss = await openBoss(store);
		const now = () =>
			clock
				? sql<number>`${sql.lit(clock())}::bigint`
				: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
		const close = () => boss.stop({ graceful: false }).finally(() => store.close());
		return queueOn({ database: store.sql, boss, now }, presence, close);
	} catch (error) {
		await store.close();
		throw error;
	}
}

function queueOn(fleet: FleetDatabase, presence: Presence, close: () => Promise<void>): JobQueue {
	const { database, now } = fleet;
	const known = new Set<string>();
	const held = ({ run, key, owner }: Held) =>
		database.updateTable("rescan_job").where("run", "=", run).where("key", "=", key).where("owner", "=", owner);
	return {
		newOwner: () => presence.newOwner(),
		async openRun(list) {
			await deleteOldRuns(fleet);
			const run = await openRun(fleet, list);
			return { ...run, ...(await progress(database, run.id)) };
		},
		openRuns: () =>
			database
				.selectFrom("rescan_run")
				.select(["id", "shared"])
				.where("finished_ms", "is", null)
				.where("started_ms", ">", sql<number>`${now()} - ${sql.lit(RESUMABLE_MS)}`)
				.orderBy("started_ms")
				.execute(),
		async lastRun() {
			const newest = database.selectFrom("rescan_run").select("id").orderBy("started_ms", "desc").limit(1);
			return (await newest.executeTakeFirst())?.id;
		},
		claim: (run, owner, scope = "all") => claim(fleet, presence, { run, owner, scope, known }),
		async extend(job) {
			await held(job)
				.set({ lease_until_ms: sql<number>`${now()} + ${sql.lit(LEASE_MS)}` })
				.execute();
		},
		async intend(job, intent) {
			await held(job).set({ intent }).execute();
		},
		putBack: (job, options = {}) => putBack(fleet, job, options),
		finish: (run, key, outcome, dead = false) => finish(fleet, { run, key, outcome, dead }),
		entries: (run) => entriesOf(database, run),
		deadLetters: (run) => entriesOf(database, run, true),
		redo: (run, keys) => redo(fleet, run, keys),
		progress: (run) => progress(database, run),
		async setPaused(run, paused) {
			await database.updateTable("rescan_run").set({ paused }).where("id", "=", run).execute();
		},
		async closeRun(run) {
			await database.updateTable("rescan_run").set({ finished_ms: now() }).where("id", "=", run).execute();
		},
		visit: (host, intervalMs) => visit(fleet, host, intervalMs),
		close,
	};
}

interface Claim {
	readonly run: string;
	readonly owner: string;
	readonly scope: Scope;
	readonly known: Set<string>;
}

async function claim(fleet: FleetDatabase, presence: Presence, asked: Claim) {
	const { database, boss } = fleet;
	const state = await database
		.selectFrom("rescan_run")
		.select(["paused", "has_local"])
		.where("id", "=", asked.run)
		.where("finished_ms", "is", null)
		.executeTakeFirst();
	if (!state) return undefined;
	if (state.paused) return "paused";
	// pg-boss looks up a queue once on its own connection, which must not happen while a transaction holds one.
	if (!asked.known.has(asked.run)) await boss.findJobs(queueOf(asked.run), { id: NO_JOB });
	asked.known.add(asked.run);
	const own = state.has_local && asked.scope === "all" ? await claimNext(fleet, asked, { maxPriority: -1 }) : undefined;
	const job =
		own ?? (await claimNext(fleet, asked, { minPriority: 0 })) ?? (await claimAbandoned(fleet, presence, asked));
	if (job) return job;
	const left = openJobs(database, asked).select("key").limit(1);
	return (await left.executeTakeFirst()) ? "busy" : undefined;
}

const NO_JOB = "00000000-0000-0000-0000-000000000000";
const TAKEN = ["key", "data", "intent", "tries", "lost"] as const;

function claimNext(fleet: FleetDatabase, { run, owner }: Claim, which: { minPriority?: number; maxPriority?: number }) {
	const { database, boss, now } = fleet;
	return database.transaction().execute(async (transaction) => {
		const db = statementsOf(transaction);
		const [next] = await boss.fetch<{ key: string }>(queueOf(run), { ...which, batchSize: 1, db });
		if (!next) return undefined;
		const row = await transaction
			.updateTable("rescan_job")
			.set({ owner, lease_until_ms: sql<number>`${now()} + ${sql.lit(LEASE_MS)}` })
			.where("run", "=", run)
			.where("key", "=", next.data.key)
			.where("outcome", "is", null)
			.returning(TAKEN)
			.executeTakeFirst();
		// A process that had lost the lease has finished the job.
		if (!row) await boss.complete(queueOf(run), next.id, null, { db });
		return row && jobOf(row);
	});
}

function jobOf({ intent, ...job }: Pick<Selectable<Tables["rescan_job"]>, (typeof TAKEN)[number]>): Job {
	return intent === null ? job : { ...job, intent };
}

function openJobs(database: Kysely<Tables>, { run, scope }: Pick<Claim, "run" | "scope">) {
	const open = database.selectFrom("rescan_job").where("run", "=", run).where("outcome", "is", null);
	return scope === "all" ? open : open.where("priority", ">=", 0);
}

const HELD_AT_ONCE = 500;

/** Claims the first job with an expired lease or dead owner. For pg-boss it stays active. */
async function claimAbandoned(
	{ database, now }: FleetDatabase,
	presence: Presence,
	asked: Claim,
): Promise<Job | undefined> {
	const held = await openJobs(database, asked)
		.select(["key", "owner", sql<boolean>`lease_until_ms <= ${now()}`.as("lapsed")])
		.where("owner", "is not", null)
		.orderBy("position")
		.limit(HELD_AT_ONCE)
		.execute();
	const gone = new Map<string, boolean>();
	for (const { key, owner, lapsed } of held) {
		if (owner === null) continue;
		if (!lapsed && !gone.has(owner)) gone.set(owner, await presence.isGone(owner));
		if (!lapsed && !gone.get(owner)) continue;
		const lease = sql<number>`${now()} + ${sql.lit(LEASE_MS)}`;
		const row = await database
			.updateTable("rescan_job")
			.set({ owner: asked.owner, lease_until_ms: lease, lost: sql<number>`lost + 1` })
			.where("run", "=", asked.run)
			.where("key", "=", key)
			.where("owner", "=", owner)
			.where("outcome", "is", null)
			.returning(TAKEN)
			.executeTakeFirst();
		if (row) return jobOf(row);
	}
	return undefined;
}

function putBack({ database, boss }: FleetDatabase, { run, key, owner }: Held, options: PutBack): Promise<void> {
	const { afterMs = 0, hasFailed = false } = options;
	return database.transaction().execute(async (transaction) => {
		const db = statementsOf(transaction);
		const row = await transaction
			.updateTable("rescan_job")
			.set({ owner: null, tries: sql<number>`tries + ${sql.lit(Number(hasFailed))}` })
			.where("run", "=", run)
			.where("key", "=", key)
			.where("owner", "=", owner)
			.where("outcome", "is", null)
			.returning("job")
			.executeTakeFirst();
		if (!row) return;
		await boss.fail(queueOf(run), row.job, null, { db });
		await boss.update(queueOf(run), undefined, { id: row.job, startAfter: afterMs / 1000, db });
	});
}

interface End {
	readonly run: string;
	readonly key: string;
	readonly outcome: string;
	readonly dead: boolean;
}

function finish({ database, boss }: FleetDatabase, { run, key, outcome, dead }: End): Promise<boolean> {
	return database.transaction().execute(async (transaction) => {
		const row = await transaction
			.updateTable("rescan_job")
			.set({ outcome, dead, owner: null })
			.where("run", "=", run)
			.where("key", "=", key)
			.where("outcome", "is", null)
			.returning("job")
			.executeTakeFirst();
		if (!row) return false;
		await boss.complete(queueOf(run), row.job, null, { includeQueued: true, db: statementsOf(transaction) });
		return true;
	});
}

async function progress(database: Kysely<Tables>, run: string) {
	const { rows } = await sql<{ total: number; done: number; held: number; dead: number; paused: boolean | null }>`
		select count(*) as total, count(outcome) as done, count(owner) as held, count(*) filter (where dead) as dead,
			(select paused from rescan_run where id = ${run}) as paused from rescan_job where run = ${run}`.execute(database);
	const { total = 0, done = 0, held = 0, dead = 0, paused } = rows[0] ?? {};
	return { total, done, held, dead, paused: paused === true };
}

async function visit({ database, now }: FleetDatabase, host: string, intervalMs: number): Promise<number> {
	const interval = sql.lit(intervalMs);
	// If the clock was set back, a visit in the future must not block the host.
	const noted = await sql`insert into rescan_visit (host, at_ms) values (${host}, ${now()})
		on conflict (host) do update set at_ms = excluded.at_ms
		where rescan_visit.at_ms > excluded.at_ms or rescan_visit.at_ms <= excluded.at_ms - ${interval}
		returning host`.execute(database);
	if (noted.rows.length > 0) return 0;
	const { rows } = await sql<{ wait: number }>`select at_ms + ${interval} - ${now()} as wait from rescan_visit
		where host = ${host}`.execute(database);
	return Math.max(1, rows[0]?.wait ?? 1);
}
