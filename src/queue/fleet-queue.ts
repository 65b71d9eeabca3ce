import { type Kysely, type Selectable, sql } from "kysely";
import { openDatabase } from "#store/database.ts";
import type { Presence } from "#store/presence.ts";
import type { Tables } from "#store/tables.ts";
import { deleteOldRuns, entriesOf, openRun, redo } from "./fleet-runs.ts";
import { type Held, type Job, type JobQueue, LEASE_MS, type PutBack, RESUMABLE_MS, type Scope } from "./job-queue.ts";
import { type FleetDatabase, openBoss, queueOf, statementsOf } from "./open-boss.ts";

export interface FleetQueueOptions {
	/** In place of the database's clock; milliseconds since 1970. */
	readonly clock?: (() => number) | undefined;
	/** In place of what Postgres knows of who still runs. */
	readonly presence?: Presence | undefined;
}

/**
 * The job queue of any number of machines: pg-boss hands out jobs, tables of ours say who holds one and how it ended.
 * @param url as in DATABASE_URL
 * @throws Failure `store-unavailable`
 */
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
	/** Runs whose queue pg-boss has looked up. */
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
	// pg-boss looks a queue up once, with a connection of its own: not while a transaction holds one.
	if (!asked.known.has(asked.run)) await boss.findJobs(queueOf(asked.run), { id: NO_JOB });
	asked.known.add(asked.run);
	const own = state.has_local && asked.scope === "all" ? await claimNext(fleet, asked, { maxPriority: -1 }) : undefined;
	const job = own ?? (await claimNext(fleet, asked, { minPriority: 0 })) ?? (await takeOver(fleet, presence, asked));
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
		// Finished by one who had lost it.
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

/** Looked at when nothing else is left. */
const HELD_AT_ONCE = 500;

/** The first job whose lease has ended, or whose owner has; for pg-boss it goes on. */
async function takeOver({ database, now }: FleetDatabase, presence: Presence, asked: Claim): Promise<Job | undefined> {
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
	// A visit of the future was noted before the clock was set back; it must not keep the host closed.
	const noted = await sql`insert into rescan_visit (host, at_ms) values (${host}, ${now()})
		on conflict (host) do update set at_ms = excluded.at_ms
		where rescan_visit.at_ms > excluded.at_ms or rescan_visit.at_ms <= excluded.at_ms - ${interval}
		returning host`.execute(database);
	if (noted.rows.length > 0) return 0;
	const { rows } = await sql<{ wait: number }>`select at_ms + ${interval} - ${now()} as wait from rescan_visit
		where host = ${host}`.execute(database);
	return Math.max(1, rows[0]?.wait ?? 1);
}
