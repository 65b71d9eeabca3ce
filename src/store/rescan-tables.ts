import { type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The job queue of a fleet, beside pg-boss's own tables. Times ending in `_ms` are milliseconds since 1970, by the database's clock. */
export interface RescanTables {
	rescan_run: {
		/** ISO time of its start. */
		id: string;
		/** Digest of its list. */
		list: string;
		shared: string;
		started_ms: number;
		finished_ms: number | null;
		paused: Generated<boolean>;
		has_local: boolean;
		/** Whether it was finished, and is open for jobs that are done once more. */
		reopened: Generated<boolean>;
	};
	/** One row a domain and night: its outcome is written once. */
	rescan_job: {
		run: string;
		key: string;
		position: number;
		data: string;
		/** For pg-boss's. */
		priority: number;
		/** Id of the job in pg-boss that is to do it. */
		job: string;
		owner: string | null;
		lease_until_ms: number | null;
		tries: Generated<number>;
		lost: Generated<number>;
		intent: string | null;
		outcome: string | null;
		dead: Generated<boolean>;
	};
	/** When a host was visited last. */
	rescan_visit: { host: string; at_ms: number };
}

export const rescanQueue: Migration = {
	up: async (database: Kysely<unknown>) => {
		const { schema } = database;
		const text = sql`text collate "C"`;
		await schema
			.createTable("rescan_run")
			.addColumn("id", text, (column) => column.primaryKey())
			.addColumn("list", text, (column) => column.notNull())
			.addColumn("shared", text, (column) => column.notNull())
			.addColumn("started_ms", "bigint", (column) => column.notNull())
			.addColumn("finished_ms", "bigint")
			.addColumn("paused", "boolean", (column) => column.notNull().defaultTo(false))
			.addColumn("has_local", "boolean", (column) => column.notNull())
			.execute();
		await schema
			.createTable("rescan_job")
			.addColumn("run", text, (column) => column.notNull())
			.addColumn("key", text, (column) => column.notNull())
			.addColumn("position", "integer", (column) => column.notNull())
			.addColumn("data", text, (column) => column.notNull())
			.addColumn("priority", "integer", (column) => column.notNull())
			.addColumn("job", "uuid", (column) => column.notNull())
			.addColumn("owner", text)
			.addColumn("lease_until_ms", "bigint")
			.addColumn("tries", "integer", (column) => column.notNull().defaultTo(0))
			.addColumn("lost", "integer", (column) => column.notNull().defaultTo(0))
			.addColumn("intent", text)
			.addColumn("outcome", text)
			.addColumn("dead", "boolean", (column) => column.notNull().defaultTo(false))
			.addPrimaryKeyConstraint("rescan_job_once", ["run", "key"])
			.execute();
		await schema.createIndex("rescan_job_place").on("rescan_job").columns(["run", "position"]).execute();
		// What is open and held is asked for again and again, and becomes little.
		await sql`create index rescan_job_open on rescan_job (run, position) where outcome is null`.execute(database);
		await schema
			.createTable("rescan_visit")
			.addColumn("host", text, (column) => column.primaryKey())
			.addColumn("at_ms", "bigint", (column) => column.notNull())
			.execute();
	},
};

export const rescanAgain: Migration = {
	up: async ({ schema }: Kysely<unknown>) => {
		const table = schema.alterTable("rescan_run");
		await table.addColumn("reopened", "boolean", (column) => column.notNull().defaultTo(false)).execute();
	},
};
