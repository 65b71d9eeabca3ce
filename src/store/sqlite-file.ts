import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Opens (and creates) the embedded database: one file, write-ahead log, every commit on disk before it returns.
 * @param path file, or `:memory:` in tests
 */
export function openSqliteFile(path: string): DatabaseSync {
	if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true });
	// Read and written by its owner alone; the files beside it are given the same rights by SQLite.
	if (path !== ":memory:" && !existsSync(path)) closeSync(openSync(path, "a", 0o600));
	const database = new DatabaseSync(path);
	database.exec("PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
	return database;
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
