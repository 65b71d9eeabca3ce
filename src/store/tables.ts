import type { Generated } from "kysely";
import type { AuditMode } from "#core/preset.ts";
import type { AccountTables } from "./account-tables.ts";
import type { AgencyClientTables } from "./agency-client-tables.ts";
import type { AgencyTables } from "./agency-tables.ts";
import type { AgentTables } from "./agent-tables.ts";
import type { AlertTables } from "./alert-tables.ts";
import type { OauthTables } from "./oauth-tables.ts";
import type { OwnAuditTables } from "./own-audit-tables.ts";
import type { RequestTables } from "./request-tables.ts";
import type { RescanTables } from "./rescan-tables.ts";
import type { WatchedTables } from "./watched-tables.ts";

/**
 * Live state. Times ending in `_ms` are milliseconds since 1970; `audited_at` is ISO 8601 with milliseconds, as in receipts.
 * SQL that reads or writes it stays within what SQLite and Postgres have in common.
 */
export interface Tables
	extends RescanTables,
		RequestTables,
		AccountTables,
		AgentTables,
		AlertTables,
		OauthTables,
		OwnAuditTables,
		WatchedTables,
		AgencyClientTables,
		AgencyTables {
	/** Receipts of live audits, whole: the text is the canonical JSON whose SHA-256 is the id. */
	receipt: {
		id: string;
		domain: string;
		source: string;
		mode: string;
		audited_at: string;
		text: string;
		/** When its public pages end, and it is deleted unless an account has it; a further audit that finds the same prolongs it. */
		expires_ms: number;
		/** 1 while an account has it, so that it is not swept; else 0. One whose time has never begun (0) was never public here. */
		held: Generated<number>;
	};
	/** Evidence of the newest receipts, compressed. */
	evidence: { digest: string; packed: Uint8Array };
	/** What the log is to take: one row a leaf. Once it is sealed, a recheck goes and an audit stays as long as its receipt. */
	submission: {
		receipt: string;
		kind: "audit" | "recheck";
		audited_at: string;
		submitted_ms: number;
		/** Index in the log once it is sealed. */
		leaf_index: number | null;
	};
	/** Live brief and share pages: which receipt an address shows. */
	page: {
		slug: string;
		mode: AuditMode;
		domain: string;
		agency_name: string;
		receipt: string;
		audited_at: string;
		expires_ms: number;
		/** Slug of an agency that is known here; empty where there is none. */
		agency: Generated<string>;
	};
	/** Leases on audits, one row a domain and mode, with the newest result. */
	audit_claim: {
		domain: string;
		mode: string;
		/** Holder of the lease; null when it is free. */
		owner: string | null;
		lease_until_ms: number;
		/** Of the last audit that ended. */
		receipt: string | null;
		audited_at: string | null;
		finished_ms: number | null;
	};
	/** Receipts of watched sites that several machines audit, whole as above; they stay until their owner asks otherwise. */
	watched_receipt: {
		id: string;
		domain: string;
		source: string;
		mode: string;
		audited_at: string;
		/** When the site was last found so; ISO 8601 with milliseconds. */
		found_at: string;
		/** The run that it was made in, at most one a series; null for one that was a file before. */
		night: string | null;
		text: string;
		/** Index in the log; null while it waits for the next seal. */
		leaf_index: number | null;
	};
	/** Domains that the watchlist makes public. */
	watched_site: {
		domain: string;
		/** 0 for one that is kept off every list, else 1. */
		listed: number;
		agency_name: string;
		/** When the watchlist last had it. */
		noted_ms: number;
		/** Slug of the agency; empty where there is none. */
		agency: Generated<string>;
		/** Whose audits its pages show: `light` or `deep` ones. */
		mode: Generated<string>;
	};
	/** Evidence of their newest receipts, compressed, where no bucket is configured for it. */
	watched_evidence: { digest: string; packed: Uint8Array };
	/** Nights of the scheduler: those that have begun, and the next one. */
	night: {
		/** The time of the schedule. */
		planned_ms: number;
		/** A little later, so that not every installation begins at once. */
		due_ms: number;
		started_ms: number | null;
		ended_ms: number | null;
		/** How often it was begun: once, and again after each end of the process that was at it. */
		attempts: number;
		/** The newest step that was begun. */
		step: string | null;
		outcome: "done" | "failed" | null;
	};
}
