import type { Migration } from "kysely/migration";
import type { AuditMode } from "#core/preset.ts";
import type { Database } from "./database.ts";
import { columnTypes, tableMaker } from "./table-maker.ts";

/** What accounts watch, and what owners have ordered. Times ending in `_ms` are milliseconds since 1970. */
export interface WatchedTables {
	/** One row an account and domain. */
	watched_domain: {
		account: string;
		/** ASCII host. */
		domain: string;
		mode: AuditMode;
		added_ms: number;
		/** What the owner publishes to prove control: of this account and domain alone. */
		token: string;
		/** Since when control is proved; null while it is not. */
		proved_ms: number | null;
		/** Where the token was found last. */
		place: "dns" | "well-known" | null;
		/** When the places were looked at last, and what was found there, in sentences. */
		looked_ms: number | null;
		looked_says: string | null;
		/** When the newest rescan ended with the domain; ISO 8601 with milliseconds. */
		rescan: string | null;
		/** Why that came to no score; null where it came to one. */
		rescan_says: string | null;
	};
	/** What owners have ordered in the dashboard: it holds at once, and is carried out where the reports can be written. */
	owner_order: {
		/** Random; orders are carried out in the order of `at`. */
		id: string;
		kind: "removal" | "withdrawal" | "correction";
		domain: string;
		/** `all`, or the id of a receipt; of a correction never `all`. */
		receipts: string;
		/** Text of a correction; empty takes the owner's word back. */
		says: string;
		/** Where control was proved, and what stood there. */
		place: "dns" | "well-known";
		found: string;
		/** ISO 8601 with milliseconds. */
		at: string;
		/** When it was carried out, or found to be impossible for the reason in `outcome`; null while it waits. */
		done_ms: number | null;
		outcome: string | null;
	};
}

export function watchedDomains(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const types = columnTypes(kind);
			const { text, integer } = types;
			const table = tableMaker(database, types);
			const watch = { account: text, domain: text, mode: text, added_ms: integer };
			const control = { token: text, proved_ms: integer, place: text, looked_ms: integer, looked_says: text };
			const rescan = { rescan: text, rescan_says: text };
			const nullable = ["proved_ms", "place", "looked_ms", "looked_says", "rescan", "rescan_says"];
			await table("watched_domain", { ...watch, ...control, ...rescan }, undefined, nullable)
				.addPrimaryKeyConstraint("watched_domain_once", ["account", "domain"])
				.execute();
			// Who watches a domain is asked for every line of a night.
			const index = database.schema.createIndex("watched_domain_watchers").on("watched_domain");
			await index.columns(["domain", "account"]).execute();
			const order = { id: text, kind: text, domain: text, receipts: text, says: text };
			const done = { done_ms: integer, outcome: text };
			await table(
				"owner_order",
				{ ...order, place: text, found: text, at: text, ...done },
				"id",
				Object.keys(done),
			).execute();
		},
	};
}

/** The mode that a public domain is watched in, which tells the audits that its pages show. */
export function watchedModes(kind: Database["kind"]): Migration {
	return {
		up: async ({ schema }) => {
			const { text } = columnTypes(kind);
			const site = schema.alterTable("watched_site");
			await site.addColumn("mode", text, (column) => column.notNull().defaultTo("light")).execute();
		},
	};
}
