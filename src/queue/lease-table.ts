import type { SQLInputValue, StatementSync } from "node:sqlite";
import { FilePresence } from "#store/presence.ts";
import { openSqliteFile, statementsOf, transaction } from "#store/sqlite-file.ts";
import {
	type Entry,
	type Held,
	type Job,
	type JobList,
	type JobQueue,
	LEASE_MS,
	type PutBack,
	RESUMABLE_MS,
	RETENTION_MS,
	type Run,
	type Scope,
	tooOld,
} from "./job-queue.ts";

const VERSION = 4;
const SCHEMA = `
CREATE TABLE run (
	id TEXT PRIMARY KEY, list TEXT NOT NULL, shared TEXT NOT NULL, started_at INTEGER NOT NULL, finished_at INTEGER,
	paused INTEGER NOT NULL DEFAULT 0, reopened INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE job (
	run TEXT NOT NULL REFERENCES run (id), key TEXT NOT NULL, position INTEGER NOT NULL, data TEXT NOT NULL,
	priority INTEGER NOT NULL, is_local INTEGER NOT NULL, owner TEXT, lease_until INTEGER,
	not_before INTEGER NOT NULL DEFAULT 0, tries INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0,
	intent TEXT, outcome TEXT, dead INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (run, key)
) STRICT;
CREATE INDEX job_place ON job (run, position);
CREATE INDEX job_next ON job (run, tries, priority DESC, position) WHERE outcome IS NULL;
CREATE TABLE visit (host TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
PRAGMA user_version = ${VERSION};
`;

export interface LeaseTableOptions {
	/** Frees the jobs of a dead owner at once, before the lease expires. */
	readonly presence?: Pick<FilePresence, "newOwner" | "isGone" | "close"> | undefined;
	readonly clock?: (() => number) | undefined;
}

type Prepare = (sql: string) => StatementSync;
type Row = Readonly<Record<string, unknown>>;

export function openLeaseTable(path: string, options: LeaseTableOptions = {}): JobQueue {
	const { clock = Date.now, presence = new FilePresence(`${path}-processes`) } = options;
	const database = openSqliteFile(path);
	transaction(database, () => {
		// Tables of another version only contain one machine's unfinished runs, which start again.
		if (database.prepare("PRAGMA user_version").get()?.user_version === VERSION) return;
		database.exec(`DROP TABLE IF EXISTS job; DROP TABLE IF EXISTS run; DROP TABLE IF EXISTS visit; ${SCHEMA}`);
	});
	const prepare = statementsOf(database);
	const run = (sql: string, ...values: SQLInputValue[]) => Number(prepare(sql).run(...values).changes);
	return {
		newOwner: () => presence.newOwner(),
		openRun: async (list) => transaction(database, () => openRun(prepare, list, clock())),
		openRuns: async () =>
			prepare("SELECT id, shared FROM run WHERE finished_at IS NULL AND started_at > ? ORDER BY started_at")
				.all(clock() - RESUMABLE_MS)
				.map((row) => ({ id: String(row.id), shared: String(row.shared) })),
		lastRun: async () => {
			const row = prepare("SELECT id FROM run ORDER BY started_at DESC LIMIT 1").get();
			return row && String(row.id);
		},
		async claim(id, owner, scope = "all") {
			const now = clock();
			const isLapsed = (held: Row) => Number(held.lease_until) <= now || presence.isGone(String(held.owner));
			return transaction(database, () => claim(prepare, { run: id, owner, now, scope }, isLapsed));
		},
		extend: async (held) => {
			run(`UPDATE job SET lease_until = ? WHERE ${HELD}`, clock() + LEASE_MS, ...keysOf(held));
		},
		intend: async (held, intent) => {
			run(`UPDATE job SET intent = ? WHERE ${HELD}`, intent, ...keysOf(held));
		},
		putBack: async (held, { afterMs = 0, hasFailed = false }: PutBack = {}) => {
			const change = "owner = NULL, not_before = ?, tries = tries + ?";
			run(`UPDATE job SET ${change} WHERE ${HELD}`, Math.ceil(clock() + afterMs), Number(hasFailed), ...keysOf(held));
		},
		finish: async (id, key, outcome, isDead = false) =>
			run(
				"UPDATE job SET outcome = ?, dead = ?, owner = NULL WHERE run = ? AND key = ? AND outcome IS NULL",
				...[outcome, Number(isDead), id, key],
			) === 1,
		entries: (id) => entries(prepare, id),
		deadLetters: (id) => entries(prepare, id, "AND dead"),
		redo: async (id, keys) => transaction(database, () => redo(prepare, id, keys, clock())),
		progress: async (id) => progress(prepare, id),
		setPaused: async (id, paused) => {
			run("UPDATE run SET paused = ? WHERE id = ?", Number(paused), id);
		},
		closeRun: async (id) => {
			run("UPDATE run SET finished_at = ? WHERE id = ?", clock(), id);
		},
		visit: async (host, intervalMs) => transaction(database, () => visit(prepare, host, clock(), intervalMs)),
		close: async () => {
			database.close();
			presence.close();
		},
	};
}

const HELD = "run = ? AND key = ? AND owner = ? AND outcome IS NULL";
const keysOf = ({ run, key, owner }: Held) => [run, key, owner] as const;

function openRun(prepare: Prepare, list: JobList, now: number): Run {
	deleteBefore(prepare, now - RETENTION_MS);
	prepare(`UPDATE run SET finished_at = ? WHERE reopened AND finished_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM job WHERE run = run.id AND outcome IS NULL)`).run(now);
	const unfinished = prepare(
		"SELECT id FROM run WHERE list = ? AND finished_at IS NULL AND started_at > ? ORDER BY started_at DESC LIMIT 1",
	).get(list.digest, now - RESUMABLE_MS);
	const id = unfinished ? String(unfinished.id) : begin(prepare, list, now);
	if (unfinished) resumeRun(prepare, id, list);
	return { id, resumed: unfinished !== undefined, ...progress(prepare, id) };
}

function begin(prepare: Prepare, { digest, jobs, shared = "null" }: JobList, now: number): string {
	const id = freeRunId(prepare, now);
	prepare("INSERT INTO run (id, list, shared, started_at) VALUES (?, ?, ?, ?)").run(id, digest, shared, now);
	const insert = prepare("INSERT INTO job (run, key, position, data, priority, is_local) VALUES (?, ?, ?, ?, ?, ?)");
	let position = 0;
	for (const { key, data, priority = 0, isLocal = false } of jobs)
		insert.run(id, key, position++, data, priority, Number(isLocal));
	return id;
}

/** Resuming a run resets the tries of its jobs. */
function resumeRun(prepare: Prepare, id: string, { isPassing, shared = "null" }: JobList): void {
	prepare("UPDATE run SET shared = ? WHERE id = ?").run(shared, id);
	const redo = prepare(REDO);
	for (const { key, outcome } of entries(prepare, id))
		if (outcome !== undefined && isPassing?.(outcome)) redo.run(id, key);
	prepare("UPDATE job SET not_before = 0, lost = 0 WHERE run = ? AND outcome IS NULL").run(id);
}

const REDO = "UPDATE job SET outcome = NULL, dead = 0, tries = 0, lost = 0, not_before = 0 WHERE run = ? AND key = ?";

function redo(prepare: Prepare, id: string, keys: ReadonlySet<string> | undefined, now: number): number {
	const isYoung = prepare("SELECT 1 FROM run WHERE id = ? AND started_at > ?").get(id, now - RESUMABLE_MS);
	if (!isYoung) throw tooOld(id);
	const statement = prepare(REDO);
	let count = 0;
	for (const { key } of entries(prepare, id, "AND dead")) {
		if (keys && !keys.has(key)) continue;
		statement.run(id, key);
		count++;
	}
	if (count > 0)
		prepare("UPDATE run SET reopened = 1, finished_at = NULL WHERE id = ? AND finished_at IS NOT NULL").run(id);
	return count;
}

function deleteBefore(prepare: Prepare, before: number): void {
	prepare("DELETE FROM job WHERE run IN (SELECT id FROM run WHERE started_at < ?)").run(before);
	prepare("DELETE FROM run WHERE started_at < ?").run(before);
	prepare("DELETE FROM visit WHERE at < ?").run(before);
}

/** Runs begun in the same millisecond get different names. */
function freeRunId(prepare: Prepare, now: number): string {
	const taken = prepare("SELECT 1 FROM run WHERE id = ?");
	let at = now;
	while (taken.get(new Date(at).toISOString())) at++;
	return new Date(at).toISOString();
}

interface Claim {
	readonly run: string;
	readonly owner: string;
	readonly now: number;
	readonly scope: Scope;
}

function claim(prepare: Prepare, { run, owner, now, scope }: Claim, isLapsed: (held: Row) => boolean) {
	const state = prepare("SELECT paused FROM run WHERE id = ? AND finished_at IS NULL").get(run);
	if (!state) return undefined;
	if (state.paused) return "paused";
	const left = `FROM job WHERE run = ? AND outcome IS NULL ${scope === "all" ? "" : "AND NOT is_local"}`;
	// Failed jobs come last, when their fault may have passed.
	const inOrder = "ORDER BY tries, priority DESC, position";
	const unclaimed = prepare(
		`SELECT key, 0 AS gone ${left} AND owner IS NULL AND not_before <= ? ${inOrder} LIMIT 1`,
	).get(run, now);
	const held = unclaimed
		? []
		: prepare(`SELECT key, owner, lease_until, 1 AS gone ${left} AND owner IS NOT NULL ${inOrder}`).all(run);
	const free = unclaimed ?? held.find(isLapsed);
	if (!free) return prepare(`SELECT 1 ${left} LIMIT 1`).get(run) ? "busy" : undefined;
	const row = prepare(
		"UPDATE job SET owner = ?, lease_until = ?, lost = lost + ? WHERE run = ? AND key = ? RETURNING key, data, intent, tries, lost",
	).get(owner, now + LEASE_MS, Number(free.gone), run, String(free.key));
	return row && jobOf(row);
}

function jobOf(row: Row): Job {
	const job = { key: String(row.key), data: String(row.data), tries: Number(row.tries), lost: Number(row.lost) };
	return row.intent === null ? job : { ...job, intent: String(row.intent) };
}

const PAGE = 500;

function* entries(prepare: Prepare, run: string, only = ""): Generator<Entry> {
	const page = prepare(
		`SELECT key, data, outcome, position FROM job WHERE run = ? AND position > ? ${only} ORDER BY position LIMIT ${PAGE}`,
	);
	let last = -1;
	for (let rows = page.all(run, last); rows.length > 0; rows = page.all(run, last)) {
		for (const { key, data, outcome } of rows) {
			const entry = { key: String(key), data: String(data) };
			yield outcome === null ? entry : { ...entry, outcome: String(outcome) };
		}
		last = Number(rows.at(-1)?.position);
	}
}

function progress(prepare: Prepare, run: string) {
	const row = prepare(
		`SELECT count(*) AS total, count(outcome) AS done, count(owner) AS held, coalesce(sum(dead), 0) AS dead,
			(SELECT paused FROM run WHERE id = ?1) AS paused FROM job WHERE run = ?1`,
	).get(run);
	const count = (name: string) => Number(row?.[name] ?? 0);
	return {
		total: count("total"),
		done: count("done"),
		held: count("held"),
		dead: count("dead"),
		paused: count("paused") === 1,
	};
}

function visit(prepare: Prepare, host: string, now: number, intervalMs: number): number {
	const last = prepare("SELECT at FROM visit WHERE host = ?").get(host);
	const at = Number(last?.at ?? 0);
	// If the clock was set back, a visit in the future must not block the host.
	const wait = at <= now ? at + intervalMs - now : 0;
	if (wait > 0) return wait;
	prepare("INSERT INTO visit (host, at) VALUES (?, ?) ON CONFLICT (host) DO UPDATE SET at = excluded.at").run(
		host,
		now,
	);
	return 0;
}
