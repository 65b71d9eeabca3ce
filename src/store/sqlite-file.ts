import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Failure } from "#core/failure.ts";
import { isSqliteBusy } from "./store-failure.ts";

/**
 * Opens (and creates) the embedded database: one file, write-ahead log, every commit on disk before it returns.
 * @param path file, or `:memory:` in tests
 */
export function openSqliteFile(path: string): DatabaseSync {
	if (path !== ":memory:") makeFolder(dirname(path));
	// Read and written by its owner alone; the files beside it are given the same rights by SQLite.
	if (path !== ":memory:" && !existsSync(path)) closeSync(openSync(path, "a", 0o600));
	// SQLite would wait for whoever writes to a pipe.
	if (path !== ":memory:" && !statSync(path).isFile()) throw new Error(`${path} is not a file`);
	const database = new DatabaseSync(path);
	try {
		database.exec("PRAGMA busy_timeout = 5000");
		useWriteAheadLog(database);
		database.exec("PRAGMA synchronous = FULL");
	} catch (error) {
		database.close();
		throw error;
	}
	return database;
}

/** SQLite does not wait, whatever its time limit, where two processes change the journal of one new file at once. */
function useWriteAheadLog(database: DatabaseSync): void {
	for (const until = performance.now() + 5000; ; ) {
		try {
			database.exec("PRAGMA journal_mode = WAL");
			return;
		} catch (error) {
			if (!isSqliteBusy(error) || performance.now() > until) throw error;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
		}
	}
}

/** Node's own way never ends where a folder takes no other, as in /proc, and hides that a disk is read-only. */
function makeFolder(path: string): void {
	if (existsSync(path)) return;
	makeFolder(dirname(path));
	try {
		mkdirSync(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
}

/** Prepares each statement once: preparing takes longer than running, and what is prepared anew fills the memory until it is collected. */
export function statementsOf(database: DatabaseSync): (sql: string) => StatementSync {
	const known = new Map<string, StatementSync>();
	return (sql) => {
		const statement = known.get(sql) ?? database.prepare(sql);
		known.set(sql, statement);
		return statement;
	};
}

/** Runs `work` in one transaction that begins as a writer, so that two processes cannot both read and then write. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
	database.exec("BEGIN IMMEDIATE");
	try {
		const result = work();
		database.exec("COMMIT");
		return result;
	} catch (error) {
		database.exec("ROLLBACK");
		throw error;
	}
}

/**
 * Copies the live state as it is at one moment, into one new file, while others go on reading and writing.
 * The copy is read through before this returns. Nothing that has to outlive a power failure should trust it before an fsync.
 * @param to must not exist
 * @throws Failure `store-unavailable` when the file cannot be read, or is damaged, or the copy cannot be written
 */
export function copySqliteFile(file: string, to: string) {
	return withCopyFailure(file, () => {
		withDatabase(file, (database) => database.prepare("VACUUM INTO ?").run(to));
		// As private as the file that it was copied from.
		chmodSync(to, 0o600);
		return withDatabase(to, inspect);
	});
}

/** What it holds; pending are leaves that no seal has taken. @throws Error when it is damaged */
function inspect(database: DatabaseSync) {
	const [first] = database.prepare("PRAGMA integrity_check").all();
	if (first?.integrity_check !== "ok") throw new Error(`The copy is not whole: ${first?.integrity_check}`);
	const count = (from: string) => Number(database.prepare(`SELECT count(*) AS rows FROM ${from}`).get()?.rows);
	return { receipts: count("receipt"), pending: count("submission WHERE leaf_index IS NULL") };
}

function withDatabase<T>(file: string, work: (database: DatabaseSync) => T): T {
	const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
	try {
		return work(database);
	} finally {
		database.close();
	}
}

function withCopyFailure<T>(file: string, work: () => T): T {
	try {
		return work();
	} catch (error) {
		throw new Failure(
			"store-unavailable",
			{
				what: `The live store ${file} could not be copied.`,
				why: `Reason: ${error instanceof Error ? error.message : String(error)}.`,
				todo: "Look at the disk's free space and at the rights of both folders; a damaged store is replaced by its last backup.",
			},
			{ cause: error },
		);
	}
}
