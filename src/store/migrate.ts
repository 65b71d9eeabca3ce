import { type Kysely, PostgresAdapter, SqliteAdapter, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { Failure } from "#core/failure.ts";
import type { Database } from "./database.ts";
import { createTables } from "./table.ts";
import { TABLES, type Tables } from "./tables.ts";

/** Any number that other programs in the same Postgres do not lock. */
const LOCK = 5_318_008_115_001;

/** A migration that a database may have applied is never changed or moved. */
function migrations(kind: Database["kind"]): Record<string, Migration> {
	return { "001-tables": { up: (database) => createTables(database, kind, TABLES) } };
}

/** All or nothing; others wait. @throws Failure `store-unavailable` where a newer version of this program was here */
export async function migrate(database: Kysely<Tables>, kind: Database["kind"]): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		if (kind === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
		const provider = { getMigrations: async () => migrations(kind) };
		const { error } = await new Migrator({ db: transaction, provider }).migrateToLatest();
		if (error !== undefined) throw migrationFailure(error);
	});
}

function migrationFailure(error: unknown): unknown {
	if (!(error instanceof Error && /previously executed migration \S+ is missing/.test(error.message))) return error;
	return new Failure("store-unavailable", {
		what: "The live store cannot be opened.",
		why: "A newer version of this program has changed its tables.",
		todo: "Start that version, or restore a backup from before.",
	});
}

/** SQLite's tables change within transactions; Kysely omits it for foreign keys, which are not used here. */
export class TransactionalSqliteAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

/** Kysely's session lock outlives a failed transaction and fails behind poolers: `migrate` has its own. */
export class UnlockedPostgresAdapter extends PostgresAdapter {
	override async acquireMigrationLock(): Promise<void> {
		// held already
	}
	override async releaseMigrationLock(): Promise<void> {
		// ends with the transaction
	}
}
