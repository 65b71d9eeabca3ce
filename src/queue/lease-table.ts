import type { DatabaseSync } from "node:sqlite";
import { type FilePresence, openFilePresence } from "#store/presence.ts";
import { openSqliteFile, transaction } from "#store/sqlite-file.ts";
import { type Finished, type Job, type JobList, type JobQueue, LEASE_MS, type Run } from "./job-queue.ts";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS run (
	id TEXT PRIMARY KEY, list TEXT NOT NULL, started_at INTEGER NOT NULL, finished_at INTEGER
) STRICT;
CREATE TABLE IF NOT EXISTS job (
	run TEXT NOT NULL REFERENCES run (id), key TEXT NOT NULL, position INTEGER NOT NULL,
	owner TEXT, lease_until INTEGER, intent TEXT, outcome TEXT,
	PRIMARY KEY (run, key)
) STRICT;
CREATE TABLE IF NOT EXISTS visit (host TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
`;

const RESUMABLE_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = 30 * RESUMABLE_MS;

/**
 * The job queue of one machine: a table of leases in an SQLite file.
 * @param given tells whether an owner still runs: the jobs of one that has ended are free at once, not only when the
 * lease ends
 */
export function openLeaseTable(path: string, given?: FilePresence): JobQueue {
	const database = openSqliteFile(path);
	const presence = given ?? openFilePresence(`${path}-processes`);
	database.exec(SCHEMA);
	return {
		newOwner: presence.newOwner,
		openRun: async (list) => transaction(database, () => openRun(database, list)),
		async claim(run, owner, now) {
			const isLapsed = (held: Row) => Number(held.lease_until) <= now || presence.isGone(String(held.owner));
			return transaction(database, () => claim(database, { run, owner, now }, isLapsed));
		},
		extend: async (run, key, owner, now) => {
			database
				.prepare("UPDATE job SET lease_until = ? WHERE run = ? AND key = ? AND owner = ?")
				.run(now + LEASE_MS, run, key, owner);
		},
		intend: async (run, key, intent) => {
			database.prepare("UPDATE job SET intent = ? WHERE run = ? AND key = ?").run(intent, run, key);
		},
		finish: async (run, key, outcome) =>
			database
				.prepare("UPDATE job SET outcome = ?, owner = NULL WHERE run = ? AND key = ? AND outcome IS NULL")
				.run(outcome, run, key).changes === 1,
		finished: async (run) => finished(database, run),
		closeRun: async (run, now) => {
			database.prepare("UPDATE run SET finished_at = ? WHERE id = ?").run(now, run);
		},
		visit: async (host, now, intervalMs) => transaction(database, () => visit(database, host, now, intervalMs)),
		close: async () => {
			database.close();
			presence.close();
		},
	};
}

function openRun(database: DatabaseSync, list: JobList): Run {
	deleteBefore(database, list.now - RETENTION_MS);
	const unfinished = database
		.prepare(
			"SELECT id FROM run WHERE list = ? AND finished_at IS NULL AND started_at > ? ORDER BY started_at DESC LIMIT 1",
		)
		.get(list.digest, list.now - RESUMABLE_MS);
	if (unfinished) {
		const id = String(unfinished.id);
		const redo = database.prepare("UPDATE job SET outcome = NULL WHERE run = ? AND key = ?");
		for (const { key, outcome } of finished(database, id)) if (list.isPassing?.(outcome)) redo.run(id, key);
		return { id, resumed: true, done: finished(database, id).length };
	}
	const id = freeRunId(database, list.now);
	database.prepare("INSERT INTO run (id, list, started_at) VALUES (?, ?, ?)").run(id, list.digest, list.now);
	const insert = database.prepare("INSERT INTO job (run, key, position) VALUES (?, ?, ?)");
	for (const [position, key] of list.keys.entries()) insert.run(id, key, position);
	return { id, resumed: false, done: 0 };
}

function deleteBefore(database: DatabaseSync, before: number): void {
	database.prepare("DELETE FROM job WHERE run IN (SELECT id FROM run WHERE started_at < ?)").run(before);
	database.prepare("DELETE FROM run WHERE started_at < ?").run(before);
	database.prepare("DELETE FROM visit WHERE at < ?").run(before);
}

/** Two runs begun in the same millisecond still get two names. */
function freeRunId(database: DatabaseSync, now: number): string {
	const taken = database.prepare("SELECT 1 FROM run WHERE id = ?");
	let at = now;
	while (taken.get(new Date(at).toISOString())) at++;
	return new Date(at).toISOString();
}

type Row = Readonly<Record<string, unknown>>;

function claim(
	database: DatabaseSync,
	{ run, owner, now }: { readonly run: string; readonly owner: string; readonly now: number },
	isLapsed: (held: Row) => boolean,
): Job | "busy" | undefined {
	const unclaimed = database
		.prepare(
			"SELECT key, intent FROM job WHERE run = ? AND outcome IS NULL AND owner IS NULL ORDER BY position LIMIT 1",
		)
		.get(run);
	const ofRun = "SELECT key, owner, lease_until, intent FROM job WHERE run = ? AND outcome IS NULL ORDER BY position";
	const held = unclaimed ? [] : database.prepare(ofRun).all(run);
	const free = unclaimed ?? held.find(isLapsed);
	if (!free) return held.length > 0 ? "busy" : undefined;
	const key = String(free.key);
	database
		.prepare("UPDATE job SET owner = ?, lease_until = ? WHERE run = ? AND key = ?")
		.run(owner, now + LEASE_MS, run, key);
	return free.intent === null ? { key } : { key, intent: String(free.intent) };
}

function finished(database: DatabaseSync, run: string): Finished[] {
	return database
		.prepare("SELECT key, outcome FROM job WHERE run = ? AND outcome IS NOT NULL ORDER BY position")
		.all(run)
		.map((row) => ({ key: String(row.key), outcome: String(row.outcome) }));
}

function visit(database: DatabaseSync, host: string, now: number, intervalMs: number): number {
	const last = database.prepare("SELECT at FROM visit WHERE host = ?").get(host);
	const at = Number(last?.at ?? 0);
	// A visit of the future was noted before the clock was set back; it must not keep the host closed.
	const wait = at <= now ? at + intervalMs - now : 0;
	if (wait > 0) return wait;
	database
		.prepare("INSERT INTO visit (host, at) VALUES (?, ?) ON CONFLICT (host) DO UPDATE SET at = excluded.at")
		.run(host, now);
	return 0;
}
