import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { Failure } from "#core/failure.ts";
import type { Language } from "#core/language.ts";
import type { AuditMode, SourceKind } from "#core/preset.ts";
import { ACCOUNT_TABLES } from "./account-tables.ts";
import type { Database } from "./database.ts";
import {
	boolean,
	byDefault,
	bytes,
	type Columns,
	count,
	integer,
	key,
	orNull,
	postgresTable,
	type RowsOf,
	type Table,
	table,
	text,
	uuid,
} from "./table.ts";

/** `_ms`: milliseconds since 1970; `audited_at`: ISO 8601 with milliseconds. SQL stays within what both share. */
const TABLES = {
	/** Receipts of live audits; `text` is canonical JSON with the id as SHA-256. */
	receipt: table({
		id: key(text()),
		domain: text(),
		source: text(),
		mode: text(),
		audited_at: text(),
		text: text(),
		/** Expiry of its public pages; then deleted unless an account has it. Extended by audits with the same result. */
		expires_ms: integer(),
		/** 1 if an account has it, so that it is not swept. One with expiry 0 was never public here. */
		held: byDefault(integer(), 0),
	}).with(
		"constraint receipt_series unique (domain, source, mode, audited_at)",
		"index receipt_expiry on receipt (expires_ms) where held = 0",
	),
	evidence: table({
		digest: key(text()),
		packed: bytes(),
	}),
	/** One row per leaf. After the seal, a recheck is deleted, and an audit stays as long as its receipt. */
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
	page: table({
		slug: text(),
		mode: text<AuditMode>(),
		domain: text(),
		agency_name: text(),
		receipt: text(),
		audited_at: text(),
		expires_ms: integer(),
		/** Slug of a registered agency; empty without one. */
		agency: byDefault(text(), ""),
	}).with(
		"constraint page_address primary key (slug, mode)",
		"index page_expiry on page (expires_ms)",
		"index page_receipt on page (receipt)",
	),
	/** One row per domain and mode, with the newest result. */
	audit_claim: table({
		domain: text(),
		mode: text(),
		/** Null if the lease is free. */
		owner: orNull(text()),
		lease_until_ms: integer(),
		receipt: orNull(text()),
		audited_at: orNull(text()),
		finished_ms: orNull(integer()),
	}).with("constraint audit_claim_target primary key (domain, mode)"),
	/** Receipts of watched sites audited by a fleet; kept until their owner requests removal. */
	watched_receipt: table({
		id: key(text()),
		domain: text(),
		source: text(),
		mode: text(),
		audited_at: text(),
		/** Time of the last audit with this result; ISO 8601 with milliseconds. */
		found_at: text(),
		/** Its run, at most one per series; null for an uploaded file. */
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
		/** 0 to exclude it from every list, else 1. */
		listed: integer(),
		agency_name: text(),
		/** When it was last on the watchlist. */
		noted_ms: integer(),
		/** Slug; empty without an agency. */
		agency: byDefault(text(), ""),
		mode: byDefault(text(), "light"),
		/** JSON of a `BriefClient`; empty if the watchlist has none. */
		client: byDefault(text(), ""),
	}),
	/** Compressed; used if no bucket is configured. */
	watched_evidence: table({
		digest: key(text()),
		packed: bytes(),
	}),
	night: table({
		planned_ms: key(integer()),
		/** Planned time plus jitter, so that not every installation begins at once. */
		due_ms: integer(),
		started_ms: orNull(integer()),
		ended_ms: orNull(integer()),
		/** 1, plus 1 for each killed process. */
		attempts: integer(),
		step: orNull(text()),
		outcome: orNull(text<"done" | "failed">()),
	}),
	/** Schema of rate-limiter-flexible's RateLimiterPostgres; with SQLite, limits are counted in memory. */
	rate_limit: postgresTable({
		key: { ...text(), postgres: "varchar(255)", rules: " primary key" },
		points: byDefault(count(), 0),
		expire: orNull(integer()),
	}),
	// A fleet's queue, in addition to pg-boss's tables; times are by the database's clock.
	rescan_run: postgresTable({
		id: key(text()),
		list: text(),
		shared: text(),
		started_ms: integer(),
		finished_ms: orNull(integer()),
		paused: byDefault(boolean(), false),
		has_local: boolean(),
		/** Finished, and reopened to retry jobs. */
		reopened: byDefault(boolean(), false),
	}),
	/** One row per domain and night, whose outcome is written once. */
	rescan_job: postgresTable({
		run: text(),
		key: text(),
		position: count(),
		data: text(),
		priority: count(),
		/** pg-boss's job id. */
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
	// Accounts' audits, requested or by a rescan. Times are ISO 8601 with milliseconds.
	own_audit: table({
		account: text(),
		/** Id in `receipt`, where the text is kept as long as an account has it. */
		receipt: text(),
		domain: text(),
		source: text<SourceKind>(),
		mode: text<AuditMode>(),
		audited_at: text(),
		/** Time of the last audit for this account with this result. */
		found_at: text(),
		methodology: text(),
		/** Overall and by axis; null if the site could not be audited. */
		score: orNull(integer()),
		structure: orNull(integer()),
		accessibility: orNull(integer()),
		/** Failure code; null if there is a score. */
		failure: orNull(text()),
	}).with(
		"constraint own_audit_once primary key (account, receipt)",
		"index own_audit_domain on own_audit (account, domain, found_at, receipt)",
		"index own_audit_receipt on own_audit (receipt)",
		"index own_audit_time on own_audit (account, found_at, receipt)",
	),
	/** Repository URL for faults of a site, one row per account and domain. */
	own_tracker: table({
		account: text(),
		domain: text(),
		repository: text(),
	}).with("constraint own_tracker_once primary key (account, domain)"),
	/** Counts of uploaded logs, one row per account and domain. */
	access_result: table({
		account: text(),
		domain: text(),
		/** JSON of an `AccessReport`. */
		report: text(),
		/** JSON, gzipped. */
		state: bytes(),
		/** JSON: SHA-256 of the last logs. */
		digests: text(),
		updated_ms: integer(),
	}).with("constraint access_result_once primary key (account, domain)"),
	watched_domain: table({
		account: text(),
		domain: text(),
		mode: text<AuditMode>(),
		added_ms: integer(),
		/** Published by the owner to prove control, valid only for this account and domain. */
		token: text(),
		/** Null without proof of control. */
		proved_ms: orNull(integer()),
		place: orNull(text<"dns" | "well-known">()),
		/** When its owner published it; valid only with proof of control. */
		published_ms: orNull(integer()),
		/** Time of the last check of both places, and its results in sentences. */
		looked_ms: orNull(integer()),
		looked_says: orNull(text()),
		/** End of the newest rescan; ISO 8601 with milliseconds. */
		rescan: orNull(text()),
		/** Why there is no score; null if there is one. */
		rescan_says: orNull(text()),
	}).with(
		"constraint watched_domain_once primary key (account, domain)",
		"index watched_domain_watchers on watched_domain (domain, account)",
	),
	/** In force at once, and carried out where the reports are writable. */
	owner_order: table({
		/** Random; orders are carried out by `at`. */
		id: key(text()),
		kind: text<"removal" | "withdrawal" | "correction">(),
		domain: text(),
		/** `all` or a receipt id; for a correction never `all`. */
		receipts: text(),
		/** Text of a correction; empty withdraws it. */
		says: text(),
		/** Place and text of the proof of control. */
		place: text<"dns" | "well-known">(),
		found: text(),
		at: text(),
		/** When it was carried out or failed (reason in `outcome`); null if pending. */
		done_ms: orNull(integer()),
		outcome: orNull(text()),
	}),
	/** One row per account and domain; usually none. */
	alert_setting: table({
		account: text(),
		domain: text(),
		/** 1 for email, 0 for none. */
		mail: integer(),
		/** Minimum cost in points of a reported fault. */
		least: integer(),
		webhook: orNull(text()),
		/** Random part of the signing secret; null without a webhook. */
		nonce: orNull(text()),
		/** Time (ISO 8601) and description of the last failure; null without one. */
		failed_at: orNull(text()),
		failed_says: orNull(text()),
	}).with("constraint alert_setting_once primary key (account, domain)"),
	alert_look: table({
		account: text(),
		domain: text(),
		source: text<SourceKind>(),
		mode: text<AuditMode>(),
		/** Newest receipt at the look, and the time of the last audit with its result; ISO 8601. */
		receipt: text(),
		found_at: text(),
	}).with("constraint alert_look_once primary key (account, domain, source, mode)"),
	/** One row per cause and series. */
	alert_cause: table({
		account: text(),
		domain: text(),
		source: text<SourceKind>(),
		mode: text<AuditMode>(),
		check_id: text(),
		stage: text<"noticed" | "reported" | "mending" | "over">(),
		/** Last look; ISO 8601. */
		look: text(),
		/** JSON. */
		fault: text(),
	}).with("constraint alert_cause_once primary key (account, domain, source, mode, check_id)"),
	alert_message: table({
		/** Constant over retries. */
		id: key(text()),
		account: text(),
		/** Empty for a message about several domains. */
		domain: text(),
		channel: text<"mail" | "webhook">(),
		content: text(),
		created_ms: integer(),
	}).with("index alert_message_account on alert_message (account, domain)"),
	contact_request: table({
		/** Generated with the form, so that a form sent twice is one request. */
		id: key(text()),
		kind: text<"question" | "quote" | "consult">(),
		/** Slug of the agency; empty for the operator. */
		recipient: text(),
		name: text(),
		email: text(),
		/** ASCII host; empty without one. */
		domain: text(),
		note: text(),
		/** Consultations only: start, and the sender's time zone. */
		starts_ms: orNull(integer()),
		zone: orNull(text()),
		received_ms: integer(),
		/** When a process claimed the email to the recipient; others may take over after a timeout. */
		claimed_ms: orNull(integer()),
		/** When the email was sent or found unnecessary; null before. */
		mailed_ms: orNull(integer()),
		answered_ms: orNull(integer()),
	}).with(
		"index contact_request_age on contact_request (received_ms)",
		"index contact_request_list on contact_request (recipient, received_ms, id)",
		"index contact_request_sender on contact_request (email)",
	),
	/** Ids of deleted requests, to refuse their forms while the tokens are valid. */
	used_form: table({
		id: key(text()),
		used_ms: integer(),
	}),
	/** Unrequested emails by day (UTC, ISO 8601) and cap; kept 2 days, even if requests or accounts are deleted. */
	mail_count: table({
		cap: text(),
		day: text(),
		whom: text(),
		mails: integer(),
	}).with("constraint mail_count_day primary key (day, cap, whom)"),
	// Keyed by the agency's slug, which never changes.
	agency_brand: table({
		slug: key(text()),
		/** JSON of an `AgencyBrand`. */
		brand: text(),
		/** Rewritten PNG; null without a logo. */
		logo: orNull(bytes<Uint8Array<ArrayBuffer>>()),
	}),
	/** One row per address and receipt: per address at most one pending, one shown, and replaced ones. */
	agency_brief: table({
		/** `<domain>~<agency slug>`. */
		slug: text(),
		receipt: text(),
		agency: text(),
		domain: text(),
		/** Time of the last audit with this result when it was made; ISO 8601 with milliseconds. */
		audited_at: text(),
		/** Account; empty for a rescan or a deleted account. */
		made_by: text(),
		made_ms: integer(),
		approved_by: orNull(text()),
		approved_ms: orNull(integer()),
		sent_ms: orNull(integer()),
		/** When a newer one replaced it on the page. */
		replaced_ms: orNull(integer()),
	}).with(
		"constraint agency_brief_once primary key (slug, receipt)",
		"index agency_brief_listed on agency_brief (agency, made_ms, slug, receipt)",
	),
	/** Missing texts are empty. */
	agency_client: table({
		agency: text(),
		domain: text(),
		name: text(),
		email: text(),
		note: text(),
		/** Shown on the client's briefs. */
		message: text(),
		/** Language of its briefs; empty for the agency's. */
		language: text<Language | "">(),
		added_ms: integer(),
	}).with("constraint agency_client_once primary key (agency, domain)"),
	...ACCOUNT_TABLES,
};

export type Tables = RowsOf<typeof TABLES>;

/** Each has the columns `account` and `domain`. */
export const ALERT_TABLES = [
	"alert_setting",
	"alert_look",
	"alert_cause",
	"alert_message",
] as const satisfies readonly (keyof Tables)[];

/** An arbitrary number that other programs in the same Postgres do not lock. */
const LOCK = 5_318_008_115_001;

/** Never change or reorder a migration that a database may have applied. */
function migrations(kind: Database["kind"]): Record<string, Migration> {
	return { "001-tables": { up: (database) => createTables(database, kind, TABLES) } };
}

/** Atomic; others wait. @throws Failure `store-unavailable` if a newer version has migrated it */
export async function migrate(database: Kysely<Tables>, kind: Database["kind"]): Promise<void> {
	await database.transaction().execute(async (transaction) => {
		if (kind === "postgres") await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
		const provider = { getMigrations: async () => migrations(kind) };
		const { error } = await new Migrator({ db: transaction, provider }).migrateToLatest();
		if (error !== undefined) throw migrationFailure(error);
	});
}

function migrationFailure(error: unknown): unknown {
	if (!(error instanceof Error && /previously executed migration \S+ is missing/.test(error.message))) return error;
	return new Failure("store-unavailable", {
		what: "The live store cannot be opened.",
		why: "A newer version of this program has changed its tables.",
		todo: "Start that version, or restore a backup from before.",
	});
}

async function createTables(
	database: Kysely<unknown>,
	dialect: "sqlite" | "postgres",
	tables: Readonly<Record<string, Table<Columns>>>,
): Promise<void> {
	for (const [name, { columns, rest, kind }] of Object.entries(tables)) {
		if (kind === "postgres" && dialect !== "postgres") continue;
		const lines = Object.entries(columns).map(([each, of]) => `"${each}" ${of[dialect]}${of.rules}`);
		const constraints = rest.filter((each) => each.startsWith("constraint "));
		const end = dialect === "sqlite" && kind === "strict" ? " strict" : "";
		const statement = `create table "${name}" (${[...lines, ...constraints].join(", ")})${end}`;
		await sql.raw(statement).execute(database);
		for (const index of rest) if (!constraints.includes(index)) await sql.raw(`create ${index}`).execute(database);
	}
}
