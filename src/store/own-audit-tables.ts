import { sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { AuditMode, SourceKind } from "#core/preset.ts";
import type { Database } from "./database.ts";
import { columnTypes, tableMaker } from "./table-maker.ts";

/** Audits that accounts have asked for, or that a rescan has made for them. Times are ISO 8601 with milliseconds. */
export interface OwnAuditTables {
	/** One row an account and receipt. */
	own_audit: {
		account: string;
		/** Id of the receipt. Its text is in `receipt`, kept for as long as an account has it. */
		receipt: string;
		domain: string;
		source: SourceKind;
		mode: AuditMode;
		/** That of the receipt. */
		audited_at: string;
		/** When the site was last found so for this account. */
		found_at: string;
		methodology: string;
		/** Overall, and of the two axes; null where the site could not be audited. */
		score: number | null;
		structure: number | null;
		accessibility: number | null;
		/** Code of the reason why not; null where there is a score. */
		failure: string | null;
	};
	/** The repository that faults of a site are reported in: an address, one row an account and domain. */
	own_tracker: { account: string; domain: string; repository: string };
}

export function ownAudits(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const types = columnTypes(kind);
			const { text, integer } = types;
			const { schema } = database;
			const table = tableMaker(database, types);
			const series = { domain: text, source: text, mode: text, audited_at: text, found_at: text };
			const scores = { score: integer, structure: integer, accessibility: integer };
			const columns = { account: text, receipt: text, ...series, methodology: text, ...scores, failure: text };
			await table("own_audit", columns, undefined, [...Object.keys(scores), "failure"])
				.addPrimaryKeyConstraint("own_audit_once", ["account", "receipt"])
				.execute();
			// Pages of a list are read by these alone, whatever lies before them.
			await schema.createIndex("own_audit_time").on("own_audit").columns(["account", "found_at", "receipt"]).execute();
			await schema
				.createIndex("own_audit_domain")
				.on("own_audit")
				.columns(["account", "domain", "found_at", "receipt"])
				.execute();
			await schema.createIndex("own_audit_receipt").on("own_audit").column("receipt").execute();
			await table("own_tracker", { account: text, domain: text, repository: text })
				.addPrimaryKeyConstraint("own_tracker_once", ["account", "domain"])
				.execute();
			await schema
				.alterTable("receipt")
				.addColumn("held", integer, (column) => column.notNull().defaultTo(0))
				.execute();
			// A sweep passes by what accounts have without looking at it.
			await schema.dropIndex("receipt_expiry").execute();
			await schema
				.createIndex("receipt_expiry")
				.on("receipt")
				.column("expires_ms")
				.where(sql.ref("held"), "=", sql.lit(0))
				.execute();
		},
	};
}
