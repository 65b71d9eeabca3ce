import { type Kysely, PostgresAdapter, SqliteAdapter, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { Failure } from "#core/failure.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** Any number that other programs in the same Postgres do not lock. */
const LOCK = 5_318_008_115_001;

/** In this order for ever: a migration that a database may have applied is never changed. */
function migrations(kind: Database["kind"]): Record<string, Migration> {
	return { "001-live-state": liveState(kind), ...(kind === "postgres" && { "002-rate-limit": rateLimit }) };
}

/**
 * Brings the tables to the newest shape, all or nothing. Processes that start at once wait for the first: on SQLite a
 * transaction begins as the only writer, on Postgres by a lock that ends with the transaction, which works through a
 * connection pooler as well.
 * @throws Failure `store-unavailable` where a newer version of this program has been here
 */
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

/** All tables of the live state. */
function liveState(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			await createTables(database, kind);
			await createIndexes(database);
		},
	};
}

/** Both databases refuse values of another type and compare texts byte by byte. */
function columnTypes(kind: Database["kind"]) {
	return kind === "sqlite"
		? { text: sql`text`, integer: sql`integer`, bytes: sql`blob`, end: sql`strict` }
		: { text: sql`text collate "C"`, integer: sql`bigint`, bytes: sql`bytea`, end: sql`` };
}

async function createTables(database: Kysely<unknown>, kind: Database["kind"]): Promise<void> {
	const { text, integer, bytes, end } = columnTypes(kind);
	const { schema } = database;
	await schema
		.createTable("receipt")
		.addColumn("id", text, (column) => column.primaryKey().notNull())
		.addColumn("domain", text, (column) => column.notNull())
		.addColumn("source", text, (column) => column.notNull())
		.addColumn("mode", text, (column) => column.notNull())
		.addColumn("audited_at", text, (column) => column.notNull())
		.addColumn("text", text, (column) => column.notNull())
		.addColumn("expires_ms", integer, (column) => column.notNull())
		.addUniqueConstraint("receipt_series", ["domain", "source", "mode", "audited_at"])
		.modifyEnd(end)
		.execute();
	await schema
		.createTable("evidence")
		.addColumn("digest", text, (column) => column.primaryKey().notNull())
		.addColumn("packed", bytes, (column) => column.notNull())
		.modifyEnd(end)
		.execute();
	await schema
		.createTable("submission")
		.addColumn("receipt", text, (column) => column.notNull())
		.addColumn("kind", text, (column) => column.notNull())
		.addColumn("audited_at", text, (column) => column.notNull())
		.addColumn("submitted_ms", integer, (column) => column.notNull())
		.addColumn("leaf_index", integer)
		.addPrimaryKeyConstraint("submission_leaf", ["receipt", "kind", "audited_at"])
		.modifyEnd(end)
		.execute();
	await schema
		.createTable("page")
		.addColumn("slug", text, (column) => column.notNull())
		.addColumn("mode", text, (column) => column.notNull())
		.addColumn("domain", text, (column) => column.notNull())
		.addColumn("agency_name", text, (column) => column.notNull())
		.addColumn("receipt", text, (column) => column.notNull())
		.addColumn("audited_at", text, (column) => column.notNull())
		.addColumn("expires_ms", integer, (column) => column.notNull())
		.addPrimaryKeyConstraint("page_address", ["slug", "mode"])
		.modifyEnd(end)
		.execute();
	await schema
		.createTable("audit_claim")
		.addColumn("domain", text, (column) => column.notNull())
		.addColumn("mode", text, (column) => column.notNull())
		.addColumn("owner", text)
		.addColumn("lease_until_ms", integer, (column) => column.notNull())
		.addColumn("receipt", text)
		.addColumn("audited_at", text)
		.addColumn("finished_ms", integer)
		.addPrimaryKeyConstraint("audit_claim_target", ["domain", "mode"])
		.modifyEnd(end)
		.execute();
}

async function createIndexes({ schema }: Kysely<unknown>): Promise<void> {
	await schema.createIndex("receipt_expiry").on("receipt").column("expires_ms").execute();
	await schema.createIndex("page_expiry").on("page").column("expires_ms").execute();
	await schema.createIndex("page_receipt").on("page").column("receipt").execute();
	await schema
		.createIndex("submission_pending")
		.on("submission")
		.column("submitted_ms")
		.where(sql.ref("leaf_index"), "is", null)
		.execute();
}

/** What rate-limiter-flexible counts in, shaped as its RateLimiterPostgres expects; on SQLite it counts in memory. */
const rateLimit: Migration = {
	up: async ({ schema }) => {
		await schema
			.createTable("rate_limit")
			.addColumn("key", "varchar(255)", (column) => column.primaryKey())
			.addColumn("points", "integer", (column) => column.notNull().defaultTo(0))
			.addColumn("expire", "bigint")
			.execute();
	},
};
