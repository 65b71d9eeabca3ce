import type { Migration } from "kysely/migration";
import type { Database } from "./database.ts";
import { columnTypes, tableMaker } from "./table-maker.ts";

/** What was sent by the contact form. Times ending in `_ms` are milliseconds since 1970. */
export interface RequestTables {
	contact_request: {
		/** Drawn with the form, so that a form that is sent twice is one request. */
		id: string;
		kind: "question" | "quote" | "consult";
		/** Slug of the agency that it is for; empty for the operator. */
		recipient: string;
		name: string;
		email: string;
		/** ASCII host; empty where none was named. */
		domain: string;
		note: string;
		/** Of a consultation: when it begins, and in whose time the sender said so. */
		starts_ms: number | null;
		zone: string | null;
		received_ms: number;
		/** When a process began to mail the recipient; another one may after a while, should that one have ended. */
		claimed_ms: number | null;
		/** When the recipient's mail was handed over, or none was to be sent; null while neither is so. */
		mailed_ms: number | null;
		/** When the recipient marked it as answered. */
		answered_ms: number | null;
	};
	/** Forms that were sent: one whose request is gone is not taken again while its token holds. */
	used_form: { id: string; used_ms: number };
	/**
	 * Mails to people who did not ask for them, on a day (UTC, ISO 8601), by mailbox or what else caps count by: apart from what
	 * they were about, which may be deleted on the same day. Deleted two days later.
	 */
	mail_count: { cap: string; day: string; whom: string; mails: number };
}

export function contactRequests(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const types = columnTypes(kind);
			const { text, integer } = types;
			const table = tableMaker(database, types);
			const sent = { id: text, kind: text, recipient: text, name: text, email: text, domain: text, note: text };
			const mailed = { claimed_ms: integer, mailed_ms: integer, answered_ms: integer };
			const times = { starts_ms: integer, zone: text, received_ms: integer, ...mailed };
			const nullable = ["starts_ms", "zone", ...Object.keys(mailed)];
			await table("contact_request", { ...sent, ...times }, "id", nullable).execute();
			const index = (name: string, columns: string[]) =>
				database.schema.createIndex(`contact_request_${name}`).on("contact_request").columns(columns).execute();
			await index("list", ["recipient", "received_ms", "id"]);
			await index("age", ["received_ms"]);
			await index("sender", ["email"]);
			await table("used_form", { id: text, used_ms: integer }, "id").execute();
			await table("mail_count", { cap: text, day: text, whom: text, mails: integer })
				.addPrimaryKeyConstraint("mail_count_day", ["day", "cap", "whom"])
				.execute();
		},
	};
}
