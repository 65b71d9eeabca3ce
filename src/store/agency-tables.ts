import type { Migration } from "kysely/migration";
import type { Database } from "./database.ts";
import { columnTypes, tableMaker } from "./table-maker.ts";

/** Brands of agencies, and briefs in their name, by the agency's slug, which never changes. */
export interface AgencyTables {
	agency_brand: {
		slug: string;
		/** JSON of an `AgencyBrand`. */
		brand: string;
		/** As it is shown; null where there is none. */
		logo: Uint8Array<ArrayBuffer> | null;
	};
	/** One row an address and receipt: at most one that waits, and one that was approved, for each address. */
	agency_brief: {
		/** `<domain>~<agency slug>`. */
		slug: string;
		receipt: string;
		agency: string;
		domain: string;
		/** When the site was last found so when the brief was made; ISO 8601 with milliseconds. */
		audited_at: string;
		/** Account; empty where a rescan has made it, or the account is gone. */
		made_by: string;
		made_ms: number;
		/** Null while it waits. */
		approved_by: string | null;
		approved_ms: number | null;
		sent_ms: number | null;
	};
}

export function agencies(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const types = columnTypes(kind);
			const { text, integer, bytes } = types;
			const table = tableMaker(database, types);
			await table("agency_brand", { slug: text, brand: text, logo: bytes }, "slug", ["logo"]).execute();
			const times = { approved_by: text, approved_ms: integer, sent_ms: integer };
			const brief = { slug: text, receipt: text, agency: text, domain: text, audited_at: text };
			await table(
				"agency_brief",
				{ ...brief, made_by: text, made_ms: integer, ...times },
				undefined,
				Object.keys(times),
			)
				.addPrimaryKeyConstraint("agency_brief_once", ["slug", "receipt"])
				.execute();
			const { schema } = database;
			const listed = schema.createIndex("agency_brief_listed").on("agency_brief");
			await listed.columns(["agency", "made_ms", "slug", "receipt"]).execute();
			for (const name of ["page", "watched_site"]) {
				const named = schema.alterTable(name);
				await named.addColumn("agency", text, (column) => column.notNull().defaultTo("")).execute();
			}
		},
	};
}
