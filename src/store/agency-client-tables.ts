import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import type { Database } from "./database.ts";
import { columnTypes, tableMaker } from "./table-maker.ts";

export interface AgencyClientTables {
	/** The sites that an agency works for. Texts are empty where nothing was said. */
	agency_client: {
		/** Id of the organization. */
		agency: string;
		/** ASCII host. */
		domain: string;
		name: string;
		email: string;
		note: string;
		added_ms: number;
	};
}

export function agencyClients(kind: Database["kind"]): Migration {
	return {
		up: async (database: Kysely<unknown>) => {
			const types = columnTypes(kind);
			const { text, integer } = types;
			const columns = { agency: text, domain: text, name: text, email: text, note: text, added_ms: integer };
			await tableMaker(database, types)("agency_client", columns)
				.addPrimaryKeyConstraint("agency_client_once", ["agency", "domain"])
				.execute();
		},
	};
}
