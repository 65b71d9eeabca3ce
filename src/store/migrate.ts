import { type Kysely, PostgresAdapter, SqliteAdapter, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { Failure } from "#core/failure.ts";
import { accountTables } from "./account-tables.ts";
import { agencyClients } from "./agency-client-tables.ts";
import { agencies } from "./agency-tables.ts";
import { agentClients, agents } from "./agent-tables.ts";
import { alerts } from "./alert-tables.ts";
import type { Database } from "./database.ts";
import { oauth } from "./oauth-tables.ts";
import { ownAudits } from "./own-audit-tables.ts";
import { contactRequests } from "./request-tables.ts";
import { rescanAgain, rescanQueue } from "./rescan-tables.ts";
import { columnTypes, tableMaker } from "./table-maker.ts";
import type { Tables } from "./tables.ts";
import { watchedDomains, watchedModes } from "./watched-tables.ts";

/** Any number that other programs in the same Postgres do not lock. */
const LOCK = 5_318_008_115_001;

/** In this order for ever: a migration that a database may have applied is never changed. */
function migrations(kind: Database["kind"]): Record<string, Migration> {
	return {
		"001-live-state": liveState(kind),
		...(kind === "postgres" && { "002-rate-limit": rateLimit }),
		"003-watched-sites": watchedSites(kind),
		...(kind === "postgres" && { "004-rescan-queue": rescanQueue }),
		"010-nights": nights(kind),
		...(kind === "postgres" && { "011-rescan-again": rescanAgain }),
		"020-accounts": accountTables(kind),
		"021-own-audits": ownAudits(kind),
		"022-alerts": alerts(kind),
		"023-watched-domains": watchedDomains(kind),
		"024-agencies": agencies(kind),
		"025-clients": agencyClients(kind),
		"026-requests": contactRequests(kind),
		"027-oauth": oauth(kind),
		"028-agents": agents(kind),
		"029-agent-clients": agentClients(kind),
		"030-watched-modes": watchedModes(kind),
	};
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

async function createTables(database: Kysely<unknown>, kind: Database["kind"]): Promise<void> {
	const types = columnTypes(kind);
	const { text, integer, bytes } = types;
	const table = tableMaker(database, types);
	const series = { domain: text, source: text, mode: text, audited_at: text };
	await table("receipt", { id: text, ...series, text, expires_ms: integer }, "id")
		.addUniqueConstraint("receipt_series", ["domain", "source", "mode", "audited_at"])
		.execute();
	await table("evidence", { digest: text, packed: bytes }, "digest").execute();
	const submission = { receipt: text, kind: text, audited_at: text, submitted_ms: integer, leaf_index: integer };
	await table("submission", submission, undefined, ["leaf_index"])
		.addPrimaryKeyConstraint("submission_leaf", ["receipt", "kind", "audited_at"])
		.execute();
	const page = { slug: text, mode: text, domain: text, agency_name: text, receipt: text, audited_at: text };
	await table("page", { ...page, expires_ms: integer })
		.addPrimaryKeyConstraint("page_address", ["slug", "mode"])
		.execute();
	const lease = { domain: text, mode: text, owner: text, lease_until_ms: integer };
	const result = { receipt: text, audited_at: text, finished_ms: integer };
	await table("audit_claim", { ...lease, ...result }, undefined, ["owner", ...Object.keys(result)])
		.addPrimaryKeyConstraint("audit_claim_target", ["domain", "mode"])
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

/** Receipts of the watchlist that several machines audit, and their evidence: apart from those of strangers, which end. */
function watchedSites(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const types = columnTypes(kind);
			const { text, integer, bytes } = types;
			const table = tableMaker(database, types);
			const series = { domain: text, source: text, mode: text };
			const columns = { id: text, ...series, audited_at: text, found_at: text, night: text, text, leaf_index: integer };
			await table("watched_receipt", columns, "id", ["night", "leaf_index"])
				.addUniqueConstraint("watched_receipt_moment", ["domain", "source", "mode", "audited_at"])
				.addUniqueConstraint("watched_receipt_night", ["domain", "source", "mode", "night"])
				.execute();
			const site = { domain: text, listed: integer, agency_name: text, noted_ms: integer };
			await table("watched_site", site, "domain").execute();
			await table("watched_evidence", { digest: text, packed: bytes }, "digest").execute();
			// Finds what waits for the log, which has no index, and what a log that is shorter now does not have.
			const index = database.schema.createIndex("watched_receipt_leaf").on("watched_receipt");
			await index.columns(["leaf_index", "id"]).execute();
		},
	};
}

/** The scheduler's record. */
function nights(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const types = columnTypes(kind);
			const { text, integer } = types;
			const times = { planned_ms: integer, due_ms: integer, started_ms: integer, ended_ms: integer };
			const columns = { ...times, attempts: integer, step: text, outcome: text };
			const nullable = ["started_ms", "ended_ms", "step", "outcome"];
			await tableMaker(database, types)("night", columns, "planned_ms", nullable).execute();
		},
	};
}
