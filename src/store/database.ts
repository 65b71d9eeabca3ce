import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Presence } from "./presence.ts";
import type { Tables } from "./tables.ts";

/** The live state of an installation: one SQLite file, or Postgres. */
export interface Database {
	readonly kind: "sqlite" | "postgres";
	readonly sql: Kysely<Tables>;
	/** The connections to Postgres, for what brings its own SQL; absent on SQLite. */
	readonly pool?: Pool;
	/** Tells other processes on this store that this one runs, from the first call until it is closed. Never rejects. */
	presence(): Promise<Presence>;
	/** @throws Failure `store-unavailable` when it cannot be asked */
	ping(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Opens the live state and brings its tables to the newest shape; any number of processes may do so at once.
 * Close it when done: an open one keeps a connection.
 * @param options `url` of a Postgres as in DATABASE_URL; without it the state is kept in `file`, which is created; a function
 * (`isFunction`) is frozen between two requests, and there are many: it holds no connection to say that it runs
 * @throws Failure `store-unavailable` when it cannot be reached or opened; no message names the password
 */
export async function openDatabase(options: {
	readonly url?: string | undefined;
	readonly file: string;
	readonly isFunction?: boolean;
}): Promise<Database> {
	// Loaded when it is opened: most commands that could ask the live state find that there is none.
	if (options.url === undefined) return (await import("./sqlite-database.ts")).openSqliteDatabase(options.file);
	return (await import("./postgres-database.ts")).openPostgresDatabase(options.url, options.isFunction);
}
