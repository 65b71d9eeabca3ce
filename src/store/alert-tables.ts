import type { Migration } from "kysely/migration";
import type { AuditMode, SourceKind } from "#core/preset.ts";
import type { Database } from "./database.ts";
import { columnTypes, tableMaker } from "./table-maker.ts";

/** What accounts hear of the domains that they watch. Times ending in `_ms` are milliseconds since 1970. */
export interface AlertTables {
	/** How, one row an account and domain; without one, as is usual. */
	alert_setting: {
		account: string;
		domain: string;
		/** 1 for mail, 0 for none. */
		mail: number;
		/** Points that a fault must cost to be reported. */
		least: number;
		/** Address that messages are posted to; null for none. */
		webhook: string | null;
		/** Random part of what they are signed with; null where there is no webhook. */
		nonce: string | null;
		/** When posting failed last, ISO 8601, and a sentence that says how; null where it did not. */
		failed_at: string | null;
		failed_says: string | null;
	};
	/** How far each series was looked at. */
	alert_look: {
		account: string;
		domain: string;
		source: SourceKind;
		mode: AuditMode;
		/** Newest receipt then, and when the site was found so; ISO 8601. */
		receipt: string;
		found_at: string;
	};
	/** What got worse in a series, one row a cause. */
	alert_cause: {
		account: string;
		domain: string;
		source: SourceKind;
		mode: AuditMode;
		/** Id of the check. */
		check_id: string;
		stage: "noticed" | "reported" | "mending" | "over";
		/** When the site was last looked at for it; ISO 8601. */
		look: string;
		/** The fault as it was seen, JSON. */
		fault: string;
	};
	/** Messages that wait to be sent. */
	alert_message: {
		/** Stays the same however often it is tried. */
		id: string;
		account: string;
		/** Empty for one about several. */
		domain: string;
		channel: "mail" | "webhook";
		/** JSON. */
		content: string;
		created_ms: number;
	};
}

/** All of them: each has a column `account` and a column `domain`. */
export const ALERT_TABLES = [
	"alert_setting",
	"alert_look",
	"alert_cause",
	"alert_message",
] as const satisfies readonly (keyof AlertTables)[];

export function alerts(kind: Database["kind"]): Migration {
	return {
		up: async (database) => {
			const types = columnTypes(kind);
			const { text, integer } = types;
			const table = tableMaker(database, types);
			const watch = { account: text, domain: text };
			const webhook = { webhook: text, nonce: text, failed_at: text, failed_says: text };
			await table("alert_setting", { ...watch, mail: integer, least: integer, ...webhook }, undefined, [
				...Object.keys(webhook),
			])
				.addPrimaryKeyConstraint("alert_setting_once", ["account", "domain"])
				.execute();
			const series = { ...watch, source: text, mode: text };
			await table("alert_look", { ...series, receipt: text, found_at: text })
				.addPrimaryKeyConstraint("alert_look_once", ["account", "domain", "source", "mode"])
				.execute();
			await table("alert_cause", { ...series, check_id: text, stage: text, look: text, fault: text })
				.addPrimaryKeyConstraint("alert_cause_once", ["account", "domain", "source", "mode", "check_id"])
				.execute();
			const message = { id: text, ...watch, channel: text, content: text, created_ms: integer };
			await table("alert_message", message, "id").execute();
			await database.schema
				.createIndex("alert_message_account")
				.on("alert_message")
				.columns(["account", "domain"])
				.execute();
		},
	};
}
