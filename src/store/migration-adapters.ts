import { PostgresAdapter, SqliteAdapter } from "kysely";

/** The tables of SQLite change within transactions; Kysely leaves it out for the sake of foreign keys, which are not used here. */
export class TransactionalSqliteAdapter extends SqliteAdapter {
	override get supportsTransactionalDdl(): boolean {
		return true;
	}
}

/** Without Kysely's lock, which belongs to the session and would outlive a failed transaction: `migrate` has one of its own. */
export class UnlockedPostgresAdapter extends PostgresAdapter {
	override async acquireMigrationLock(): Promise<void> {
		// held already
	}
	override async releaseMigrationLock(): Promise<void> {
		// ends with the transaction
	}
}
