import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Tables } from "./tables.ts";

/** The live state of an installation: one SQLite file, or Postgres. */
export interface Database {
	readonly kind: "sqlite" | "postgres";
	readonly sql: Kysely<Tables>;
	/** The connections to Postgres, for what brings its own SQL; absent on SQLite. */
	readonly pool?: Pool;
	/** @throws Failure `store-unavailable` when it cannot be asked */
	ping(): Promise<void>;
	close(): Promise<void>;
}
