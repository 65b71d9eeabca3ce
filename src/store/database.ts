import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Presence } from "./presence.ts";
import type { Tables } from "./tables.ts";

export interface Database {
	readonly kind: "sqlite" | "postgres";
	readonly sql: Kysely<Tables>;
	/** For what brings its own SQL; absent on SQLite. */
	readonly pool?: Pool;
	/** Shows other processes on this store that this one runs, until it is closed. Never rejects. */
	presence(): Promise<Presence>;
	/** @throws Failure `store-unavailable` when it cannot be asked */
	ping(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Also migrates; any number of processes may do so at once. Close it: an open one keeps a connection.
 * @param options without `url` the state is in `file`; a function (`isFunction`) is frozen between requests and has no
 * connection to say that it runs @throws Failure `store-unavailable`; no message names the password
 */
export async function openDatabase(options: {
	readonly url?: string | undefined;
	readonly file: string;
	readonly isFunction?: boolean;
}): Promise<Database> {
	// Loaded late: most commands find no live state to ask.
	if (options.url === undefined) return (await import("./sqlite-database.ts")).openSqliteDatabase(options.file);
	return (await import("./postgres-database.ts")).openPostgresDatabase(options.url, options.isFunction);
}
