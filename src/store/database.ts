import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Presence } from "./presence.ts";
import type { Tables } from "./tables.ts";

export interface Database {
	readonly kind: "sqlite" | "postgres";
	readonly sql: Kysely<Tables>;
	/** For libraries with their own SQL; undefined on SQLite. */
	readonly pool?: Pool;
	/** Tells other processes on this store that this one is alive, until it is closed. Never rejects. */
	presence(): Promise<Presence>;
	/** @throws Failure `store-unavailable` */
	ping(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Also migrates, which is safe from several processes. Close it to release its connection.
 * @param options without `url`, uses `file`; a function (`isFunction`) is frozen between requests, so no connection
 * shows that it is alive @throws Failure `store-unavailable`; no message contains the password
 */
export async function openDatabase(options: {
	readonly url?: string | undefined;
	readonly file: string;
	readonly isFunction?: boolean;
}): Promise<Database> {
	// Lazy, because most commands have no live store.
	if (options.url === undefined) return (await import("./sqlite-database.ts")).openSqliteDatabase(options.file);
	return (await import("./postgres-database.ts")).openPostgresDatabase(options.url, options.isFunction);
}
