import type { Migration } from "kysely/migration";

/** What rate-limiter-flexible counts in, shaped as its RateLimiterPostgres expects; on SQLite it counts in memory. */
export const rateLimit: Migration = {
	up: async ({ schema }) => {
		await schema
			.createTable("rate_limit")
			.addColumn("key", "varchar(255)", (column) => column.primaryKey())
			.addColumn("points", "integer", (column) => column.notNull().defaultTo(0))
			.addColumn("expire", "bigint")
			.execute();
	},
};
