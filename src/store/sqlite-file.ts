import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { Failure } from "#core/failure.ts";
import { isSqliteBusy } from "./store-failure.ts";

/** Uses a write-ahead log and syncs every commit to disk. @param path file, or `:memory:` in tests */
export function openSqliteFile(path: string): DatabaseSync {
	if (path !== ":memory:") makeFile(path);
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

function makeFile(path: string): void {
	makeFolder(dirname(path));
	// SQLite would block on a pipe.
	if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error(`${path} is not a file`);
	// Private; SQLite gives files beside it the same mode. Also detects a read-only disk, which SQLite does not report.
	closeSync(openSync(path, "a", 0o600));
}

/** SQLite ignores its busy timeout if 2 processes change the journal mode of a new file at once. */
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

/** Node's `recursive` loops forever in folders such as /proc and hides a read-only disk. */
function makeFolder(path: string): void {
	if (existsSync(path)) return;
	makeFolder(dirname(path));
	try {
		mkdirSync(path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
	}
}

/** Caches statements: preparing takes longer than running, and new ones fill the memory until collected. */
export function statementsOf(database: DatabaseSync): (sql: string) => StatementSync {
	const known = new Map<string, StatementSync>();
	return (sql) => {
		const statement = known.get(sql) ?? database.prepare(sql);
		known.set(sql, statement);
		return statement;
	};
}

/** Begins as a writer, so that 2 processes cannot both read and then write. */
export function transaction<T>(database: DatabaseSync, work: () => T): T {
	database.exec("BEGIN IMMEDIATE");
	try {
		const result = work();
		database.exec("COMMIT");
		return result;
	} catch (error) {
		// SQLite rolls back by itself on a full disk.
		if (database.isTransaction) database.exec("ROLLBACK");
		throw error;
	}
}

/**
 * A consistent snapshot, despite readers and writers. Verified by reading, but not synced to disk.
 * @param to must not exist @throws Failure `store-unavailable` for an unreadable or damaged file or a failed copy
 */
export function copySqliteFile(file: string, to: string) {
	return withCopyFailure(file, () => {
		withDatabase(file, (database) => database.prepare("VACUUM INTO ?").run(to));
		// As private as the original.
		chmodSync(to, 0o600);
		return withDatabase(to, inspect);
	});
}

/** `pending`: unsealed leaves. @throws Error if the database is damaged */
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
				todo: "Check the free disk space and the permissions of both folders. Replace a damaged store with its last backup.",
			},
			{ cause: error },
		);
	}
}
