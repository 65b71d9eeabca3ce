import type { AuditMode, SourceKind } from "#core/preset.ts";
import { ACCOUNT_TABLES } from "./account-tables.ts";
import {
	boolean,
	byDefault,
	bytes,
	count,
	integer,
	key,
	orNull,
	postgresTable,
	type RowsOf,
	table,
	text,
	uuid,
} from "./table.ts";

/**
 * Live state. Times ending in `_ms` are milliseconds since 1970; `audited_at` is ISO 8601 with milliseconds, as in receipts.
 * SQL that reads or writes it stays within what SQLite and Postgres have in common.
 */
export const TABLES = {
	/** Receipts of live audits, whole: the text is the canonical JSON whose SHA-256 is the id. */
	receipt: table({
		id: key(text()),
		domain: text(),
		source: text(),
		mode: text(),
		audited_at: text(),
		text: text(),
		/** When its public pages end, and it is deleted unless an account has it; a further audit that finds the same prolongs it. */
		expires_ms: integer(),
		/** 1 while an account has it, so that it is not swept; else 0. One whose time has never begun (0) was never public here. */
		held: byDefault(integer(), 0),
	}).with(
		"constraint receipt_series unique (domain, source, mode, audited_at)",
		"index receipt_expiry on receipt (expires_ms) where held = 0",
	),
	/** Evidence of the newest receipts, compressed. */
	evidence: table({
		digest: key(text()),
		packed: bytes(),
	}),
	/** What the log is to take: one row a leaf. Once it is sealed, a recheck goes and an audit stays as long as its receipt. */
	submission: table({
		receipt: text(),
		kind: text<"audit" | "recheck">(),
		audited_at: text(),
		submitted_ms: integer(),
		leaf_index: orNull(integer()),
	}).with(
		"constraint submission_leaf primary key (receipt, kind, audited_at)",
		"index submission_pending on submission (submitted_ms) where leaf_index is null",
	),
	/** Live brief and share pages: which receipt an address shows. */
	page: table({
		slug: text(),
		mode: text<AuditMode>(),
		domain: text(),
		agency_name: text(),
		receipt: text(),
		audited_at: text(),
		expires_ms: integer(),
		/** Slug of an agency that is known here; empty where there is none. */
		agency: byDefault(text(), ""),
	}).with(
		"constraint page_address primary key (slug, mode)",
		"index page_expiry on page (expires_ms)",
		"index page_receipt on page (receipt)",
	),
	/** Leases on audits, one row a domain and mode, with the newest result. */
	audit_claim: table({
		domain: text(),
		mode: text(),
		/** Holder of the lease; null when it is free. */
		owner: orNull(text()),
		lease_until_ms: integer(),
		/** Of the last audit that ended. */
		receipt: orNull(text()),
		audited_at: orNull(text()),
		finished_ms: orNull(integer()),
	}).with("constraint audit_claim_target primary key (domain, mode)"),
	/** Receipts of watched sites that several machines audit, whole as above; they stay until their owner asks otherwise. */
	watched_receipt: table({
		id: key(text()),
		domain: text(),
		source: text(),
		mode: text(),
		audited_at: text(),
		/** When the site was last found so; ISO 8601 with milliseconds. */
		found_at: text(),
		/** The run that it was made in, at most one a series; null for one that was a file before. */
		night: orNull(text()),
		text: text(),
		leaf_index: orNull(integer()),
	}).with(
		"constraint watched_receipt_moment unique (domain, source, mode, audited_at)",
		"constraint watched_receipt_night unique (domain, source, mode, night)",
		"index watched_receipt_leaf on watched_receipt (leaf_index, id)",
	),
	watched_site: table({
		domain: key(text()),
		/** 0 for one that is kept off every list, else 1. */
		listed: integer(),
		agency_name: text(),
		/** When the watchlist last had it. */
		noted_ms: integer(),
		/** Slug of the agency; empty where there is none. */
		agency: byDefault(text(), ""),
		/** Whose audits its pages show: `light` or `deep` ones. */
		mode: byDefault(text(), "light"),
	}),
	/** Evidence of their newest receipts, compressed, where no bucket is configured for it. */
	watched_evidence: table({
		digest: key(text()),
		packed: bytes(),
	}),
	/** Nights of the scheduler: those that have begun, and the next one. */
	night: table({
		planned_ms: key(integer()),
		/** A little later, so that not every installation begins at once. */
		due_ms: integer(),
		started_ms: orNull(integer()),
		ended_ms: orNull(integer()),
		/** How often it was begun: once, and again after each end of the process that was at it. */
		attempts: integer(),
		step: orNull(text()),
		outcome: orNull(text<"done" | "failed">()),
	}),
	/** What rate-limiter-flexible counts in, shaped as its RateLimiterPostgres expects; on SQLite it counts in memory. */
	rate_limit: postgresTable({
		key: { ...text(), postgres: "varchar(255)", rules: " primary key" },
		points: byDefault(count(), 0),
		expire: orNull(integer()),
	}),
	// The job queue of a fleet, beside pg-boss's own tables; times are by the database's clock.
	rescan_run: postgresTable({
		id: key(text()),
		list: text(),
		shared: text(),
		started_ms: integer(),
		finished_ms: orNull(integer()),
		paused: byDefault(boolean(), false),
		has_local: boolean(),
		/** Whether it was finished, and is open for jobs that are done once more. */
		reopened: byDefault(boolean(), false),
	}),
	/** One row a domain and night: its outcome is written once. */
	rescan_job: postgresTable({
		run: text(),
		key: text(),
		position: count(),
		data: text(),
		priority: count(),
		/** Id of the job in pg-boss that is to do it. */
		job: uuid(),
		owner: orNull(text()),
		lease_until_ms: orNull(integer()),
		tries: byDefault(count(), 0),
		lost: byDefault(count(), 0),
		intent: orNull(text()),
		outcome: orNull(text()),
		dead: byDefault(boolean(), false),
	}).with(
		"constraint rescan_job_once primary key (run, key)",
		"index rescan_job_place on rescan_job (run, position)",
		"index rescan_job_open on rescan_job (run, position) where outcome is null",
	),
	rescan_visit: postgresTable({
		host: key(text()),
		at_ms: integer(),
	}),
	// Audits that accounts have asked for, or that a rescan has made for them. Times are ISO 8601 with milliseconds.
	own_audit: table({
		account: text(),
		/** Id of the receipt. Its text is in `receipt`, kept for as long as an account has it. */
		receipt: text(),
		domain: text(),
		source: text<SourceKind>(),
		mode: text<AuditMode>(),
		/** That of the receipt. */
		audited_at: text(),
		/** When the site was last found so for this account. */
		found_at: text(),
		methodology: text(),
		/** Overall, and of the two axes; null where the site could not be audited. */
		score: orNull(integer()),
		structure: orNull(integer()),
		accessibility: orNull(integer()),
		/** Code of the reason why not; null where there is a score. */
		failure: orNull(text()),
	}).with(
		"constraint own_audit_once primary key (account, receipt)",
		"index own_audit_domain on own_audit (account, domain, found_at, receipt)",
		"index own_audit_receipt on own_audit (receipt)",
		"index own_audit_time on own_audit (account, found_at, receipt)",
	),
	/** The repository that faults of a site are reported in: an address, one row an account and domain. */
	own_tracker: table({
		account: text(),
		domain: text(),
		repository: text(),
	}).with("constraint own_tracker_once primary key (account, domain)"),
	// What accounts watch, and what owners have ordered.
	watched_domain: table({
		account: text(),
		domain: text(),
		mode: text<AuditMode>(),
		added_ms: integer(),
		/** What the owner publishes to prove control: of this account and domain alone. */
		token: text(),
		/** Since when control is proved; null while it is not. */
		proved_ms: orNull(integer()),
		/** Where the token was found last. */
		place: orNull(text<"dns" | "well-known">()),
		/** When the places were looked at last, and what was found there, in sentences. */
		looked_ms: orNull(integer()),
		looked_says: orNull(text()),
		/** When the newest rescan ended with the domain; ISO 8601 with milliseconds. */
		rescan: orNull(text()),
		/** Why that came to no score; null where it came to one. */
		rescan_says: orNull(text()),
	}).with(
		"constraint watched_domain_once primary key (account, domain)",
		"index watched_domain_watchers on watched_domain (domain, account)",
	),
	/** What owners have ordered in the dashboard: it holds at once, and is carried out where the reports can be written. */
	owner_order: table({
		/** Random; orders are carried out in the order of `at`. */
		id: key(text()),
		kind: text<"removal" | "withdrawal" | "correction">(),
		domain: text(),
		/** `all`, or the id of a receipt; of a correction never `all`. */
		receipts: text(),
		/** Text of a correction; empty takes the owner's word back. */
		says: text(),
		/** Where control was proved, and what stood there. */
		place: text<"dns" | "well-known">(),
		found: text(),
		at: text(),
		/** When it was carried out, or found to be impossible for the reason in `outcome`; null while it waits. */
		done_ms: orNull(integer()),
		outcome: orNull(text()),
	}),
	// What accounts hear of the domains that they watch.
	/** How, one row an account and domain; without one, as is usual. */
	alert_setting: table({
		account: text(),
		domain: text(),
		/** 1 for mail, 0 for none. */
		mail: integer(),
		/** Points that a fault must cost to be reported. */
		least: integer(),
		/** Address that messages are posted to; null for none. */
		webhook: orNull(text()),
		/** Random part of what they are signed with; null where there is no webhook. */
		nonce: orNull(text()),
		/** When posting failed last, ISO 8601, and a sentence that says how; null where it did not. */
		failed_at: orNull(text()),
		failed_says: orNull(text()),
	}).with("constraint alert_setting_once primary key (account, domain)"),
	/** How far each series was looked at. */
	alert_look: table({
		account: text(),
		domain: text(),
		source: text<SourceKind>(),
		mode: text<AuditMode>(),
		/** Newest receipt then, and when the site was found so; ISO 8601. */
		receipt: text(),
		found_at: text(),
	}).with("constraint alert_look_once primary key (account, domain, source, mode)"),
	/** What got worse in a series, one row a cause. */
	alert_cause: table({
		account: text(),
		domain: text(),
		source: text<SourceKind>(),
		mode: text<AuditMode>(),
		check_id: text(),
		stage: text<"noticed" | "reported" | "mending" | "over">(),
		/** When the site was last looked at for it; ISO 8601. */
		look: text(),
		/** The fault as it was seen, JSON. */
		fault: text(),
	}).with("constraint alert_cause_once primary key (account, domain, source, mode, check_id)"),
	/** Messages that wait to be sent. */
	alert_message: table({
		/** Stays the same however often it is tried. */
		id: key(text()),
		account: text(),
		/** Empty for one about several. */
		domain: text(),
		channel: text<"mail" | "webhook">(),
		content: text(),
		created_ms: integer(),
	}).with("index alert_message_account on alert_message (account, domain)"),
	// What was sent by the contact form.
	contact_request: table({
		/** Drawn with the form, so that a form that is sent twice is one request. */
		id: key(text()),
		kind: text<"question" | "quote" | "consult">(),
		/** Slug of the agency that it is for; empty for the operator. */
		recipient: text(),
		name: text(),
		email: text(),
		/** ASCII host; empty where none was named. */
		domain: text(),
		note: text(),
		/** Of a consultation: when it begins, and in whose time the sender said so. */
		starts_ms: orNull(integer()),
		zone: orNull(text()),
		received_ms: integer(),
		/** When a process began to mail the recipient; another one may after a while, should that one have ended. */
		claimed_ms: orNull(integer()),
		/** When the recipient's mail was handed over, or none was to be sent; null while neither is so. */
		mailed_ms: orNull(integer()),
		/** When the recipient marked it as answered. */
		answered_ms: orNull(integer()),
	}).with(
		"index contact_request_age on contact_request (received_ms)",
		"index contact_request_list on contact_request (recipient, received_ms, id)",
		"index contact_request_sender on contact_request (email)",
	),
	/** Forms that were sent: one whose request is gone is not taken again while its token holds. */
	used_form: table({
		id: key(text()),
		used_ms: integer(),
	}),
	/**
	 * Mails to people who did not ask for them, on a day (UTC, ISO 8601), by mailbox or what else caps count by: apart from what
	 * they were about, which may be deleted on the same day. Deleted two days later.
	 */
	mail_count: table({
		cap: text(),
		day: text(),
		whom: text(),
		mails: integer(),
	}).with("constraint mail_count_day primary key (day, cap, whom)"),
	// Brands of agencies, and briefs in their name, by the agency's slug, which never changes.
	agency_brand: table({
		slug: key(text()),
		/** JSON of an `AgencyBrand`. */
		brand: text(),
		/** As it is shown; null where there is none. */
		logo: orNull(bytes<Uint8Array<ArrayBuffer>>()),
	}),
	/** One row an address and receipt: at most one that waits, and one that was approved, for each address. */
	agency_brief: table({
		/** `<domain>~<agency slug>`. */
		slug: text(),
		receipt: text(),
		agency: text(),
		domain: text(),
		/** When the site was last found so when the brief was made; ISO 8601 with milliseconds. */
		audited_at: text(),
		/** Account; empty where a rescan has made it, or the account is gone. */
		made_by: text(),
		made_ms: integer(),
		approved_by: orNull(text()),
		approved_ms: orNull(integer()),
		sent_ms: orNull(integer()),
	}).with(
		"constraint agency_brief_once primary key (slug, receipt)",
		"index agency_brief_listed on agency_brief (agency, made_ms, slug, receipt)",
	),
	/** The sites that an agency works for. Texts are empty where nothing was said. */
	agency_client: table({
		agency: text(),
		domain: text(),
		name: text(),
		email: text(),
		note: text(),
		added_ms: integer(),
	}).with("constraint agency_client_once primary key (agency, domain)"),
	...ACCOUNT_TABLES,
};

export type Tables = RowsOf<typeof TABLES>;

/** What an account hears: each of them has a column `account` and a column `domain`. */
export const ALERT_TABLES = [
	"alert_setting",
	"alert_look",
	"alert_cause",
	"alert_message",
] as const satisfies readonly (keyof Tables)[];
