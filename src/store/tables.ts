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
	/** Of live audits; the text is the canonical JSON whose SHA-256 is the id. */
	receipt: table({
		id: key(text()),
		domain: text(),
		source: text(),
		mode: text(),
		audited_at: text(),
		text: text(),
		/** End of its public pages; then deleted unless an account has it. An audit that finds the same prolongs it. */
		expires_ms: integer(),
		/** 1 while an account has it, so that it is not swept. One whose time has never begun (0) was never public here. */
		held: byDefault(integer(), 0),
	}).with(
		"constraint receipt_series unique (domain, source, mode, audited_at)",
		"index receipt_expiry on receipt (expires_ms) where held = 0",
	),
	evidence: table({
		digest: key(text()),
		packed: bytes(),
	}),
	/** One row a leaf. Once it is sealed, a recheck goes and an audit stays as long as its receipt. */
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
		/** Slug of a known agency; empty where there is none. */
		agency: byDefault(text(), ""),
	}).with(
		"constraint page_address primary key (slug, mode)",
		"index page_expiry on page (expires_ms)",
		"index page_receipt on page (receipt)",
	),
	/** One row a domain and mode, with the newest result. */
	audit_claim: table({
		domain: text(),
		mode: text(),
		/** Null when the lease is free. */
		owner: orNull(text()),
		lease_until_ms: integer(),
		receipt: orNull(text()),
		audited_at: orNull(text()),
		finished_ms: orNull(integer()),
	}).with("constraint audit_claim_target primary key (domain, mode)"),
	/** Watched sites that several machines audit; they stay until their owner asks otherwise. */
	watched_receipt: table({
		id: key(text()),
		domain: text(),
		source: text(),
		mode: text(),
		audited_at: text(),
		/** When the site was last found so; ISO 8601 with milliseconds. */
		found_at: text(),
		/** Its run, at most one a series; null for one that was a file before. */
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
		/** 0 keeps it off every list, else 1. */
		listed: integer(),
		agency_name: text(),
		/** When the watchlist last had it. */
		noted_ms: integer(),
		/** Slug; empty where there is none. */
		agency: byDefault(text(), ""),
		mode: byDefault(text(), "light"),
		/** JSON of a `BriefClient`; empty where the watchlist names none. */
		client: byDefault(text(), ""),
	}),
	/** Compressed, where no bucket is configured. */
	watched_evidence: table({
		digest: key(text()),
		packed: bytes(),
	}),
	night: table({
		planned_ms: key(integer()),
		/** Later than planned, so that not every installation begins at once. */
		due_ms: integer(),
		started_ms: orNull(integer()),
		ended_ms: orNull(integer()),
		/** Once, and again after each end of its process. */
		attempts: integer(),
		step: orNull(text()),
		outcome: orNull(text<"done" | "failed">()),
	}),
	/** Shaped as rate-limiter-flexible's RateLimiterPostgres expects; on SQLite it counts in memory. */
	rate_limit: postgresTable({
		key: { ...text(), postgres: "varchar(255)", rules: " primary key" },
		points: byDefault(count(), 0),
		expire: orNull(integer()),
	}),
	// A fleet's queue, beside pg-boss's own tables; times are by the database's clock.
	rescan_run: postgresTable({
		id: key(text()),
		list: text(),
		shared: text(),
		started_ms: integer(),
		finished_ms: orNull(integer()),
		paused: byDefault(boolean(), false),
		has_local: boolean(),
		/** Finished, and open for jobs that are done once more. */
		reopened: byDefault(boolean(), false),
	}),
	/** One row a domain and night: its outcome is written once. */
	rescan_job: postgresTable({
		run: text(),
		key: text(),
		position: count(),
		data: text(),
		priority: count(),
		/** In pg-boss. */
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
	// Of accounts, asked for or made by a rescan. Times are ISO 8601 with milliseconds.
	own_audit: table({
		account: text(),
		/** Its text is in `receipt`, kept for as long as an account has it. */
		receipt: text(),
		domain: text(),
		source: text<SourceKind>(),
		mode: text<AuditMode>(),
		audited_at: text(),
		/** When an audit for this account last found this result. */
		found_at: text(),
		methodology: text(),
		/** Overall and by axis; null where the site could not be audited. */
		score: orNull(integer()),
		structure: orNull(integer()),
		accessibility: orNull(integer()),
		/** Code of the reason; null where there is a score. */
		failure: orNull(text()),
	}).with(
		"constraint own_audit_once primary key (account, receipt)",
		"index own_audit_domain on own_audit (account, domain, found_at, receipt)",
		"index own_audit_receipt on own_audit (receipt)",
		"index own_audit_time on own_audit (account, found_at, receipt)",
	),
	/** A repository's address for faults of a site, one row an account and domain. */
	own_tracker: table({
		account: text(),
		domain: text(),
		repository: text(),
	}).with("constraint own_tracker_once primary key (account, domain)"),
	/** Counts of the logs that an owner has sent, one row an account and domain. */
	access_result: table({
		account: text(),
		domain: text(),
		/** JSON of an `AccessReport`. */
		report: text(),
		/** JSON, compressed by gzip. */
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
		/** The owner publishes it to prove control of this account and domain alone. */
		token: text(),
		/** Null while control is not proved. */
		proved_ms: orNull(integer()),
		place: orNull(text<"dns" | "well-known">()),
		/** Its owner chose to publish it; counts while control is proved. */
		published_ms: orNull(integer()),
		/** When the places were looked at last, and what was found, in sentences. */
		looked_ms: orNull(integer()),
		looked_says: orNull(text()),
		/** End of the newest rescan; ISO 8601 with milliseconds. */
		rescan: orNull(text()),
		/** Why there is no score; null where there is one. */
		rescan_says: orNull(text()),
	}).with(
		"constraint watched_domain_once primary key (account, domain)",
		"index watched_domain_watchers on watched_domain (domain, account)",
	),
	/** Holds at once, and is carried out where the reports can be written. */
	owner_order: table({
		/** Random; orders are carried out in the order of `at`. */
		id: key(text()),
		kind: text<"removal" | "withdrawal" | "correction">(),
		domain: text(),
		/** `all`, or the id of a receipt; of a correction never `all`. */
		receipts: text(),
		/** A correction; empty takes the owner's word back. */
		says: text(),
		/** Where control was proved, and by what text. */
		place: text<"dns" | "well-known">(),
		found: text(),
		at: text(),
		/** Done, or found impossible for the reason in `outcome`; null while it waits. */
		done_ms: orNull(integer()),
		outcome: orNull(text()),
	}),
	/** One row an account and domain; usually none. */
	alert_setting: table({
		account: text(),
		domain: text(),
		/** 1 for mail, 0 for none. */
		mail: integer(),
		/** Points that a reported fault must cost. */
		least: integer(),
		webhook: orNull(text()),
		/** Random part of the signing secret; null without a webhook. */
		nonce: orNull(text()),
		/** Last failure, ISO 8601, and a sentence about it; null without one. */
		failed_at: orNull(text()),
		failed_says: orNull(text()),
	}).with("constraint alert_setting_once primary key (account, domain)"),
	alert_look: table({
		account: text(),
		domain: text(),
		source: text<SourceKind>(),
		mode: text<AuditMode>(),
		/** Newest receipt then, and when the site was found so; ISO 8601. */
		receipt: text(),
		found_at: text(),
	}).with("constraint alert_look_once primary key (account, domain, source, mode)"),
	/** One row a cause that got worse in a series. */
	alert_cause: table({
		account: text(),
		domain: text(),
		source: text<SourceKind>(),
		mode: text<AuditMode>(),
		check_id: text(),
		stage: text<"noticed" | "reported" | "mending" | "over">(),
		/** Last look at the site for it; ISO 8601. */
		look: text(),
		/** JSON. */
		fault: text(),
	}).with("constraint alert_cause_once primary key (account, domain, source, mode, check_id)"),
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
	contact_request: table({
		/** Drawn with the form, so that a form sent twice is one request. */
		id: key(text()),
		kind: text<"question" | "quote" | "consult">(),
		/** Slug of the agency; empty for the operator. */
		recipient: text(),
		name: text(),
		email: text(),
		/** ASCII host; empty where none was named. */
		domain: text(),
		note: text(),
		/** Of a consultation: its start, and the sender's time zone. */
		starts_ms: orNull(integer()),
		zone: orNull(text()),
		received_ms: integer(),
		/** When a process began to mail the recipient; should it have ended, another may after a while. */
		claimed_ms: orNull(integer()),
		/** When the mail was handed over, or none was needed; null before. */
		mailed_ms: orNull(integer()),
		answered_ms: orNull(integer()),
	}).with(
		"index contact_request_age on contact_request (received_ms)",
		"index contact_request_list on contact_request (recipient, received_ms, id)",
		"index contact_request_sender on contact_request (email)",
	),
	/** A form whose request is gone is not taken again while its token holds. */
	used_form: table({
		id: key(text()),
		used_ms: integer(),
	}),
	/** Unasked mails by day (UTC, ISO 8601) and cap; kept two days, apart from subjects, which may go earlier. */
	mail_count: table({
		cap: text(),
		day: text(),
		whom: text(),
		mails: integer(),
	}).with("constraint mail_count_day primary key (day, cap, whom)"),
	// By the agency's slug, which never changes.
	agency_brand: table({
		slug: key(text()),
		/** JSON of an `AgencyBrand`. */
		brand: text(),
		/** As it is shown; null where there is none. */
		logo: orNull(bytes<Uint8Array<ArrayBuffer>>()),
	}),
	/** One row an address and receipt: for each address at most one that waits, one that its page shows, and those before. */
	agency_brief: table({
		/** `<domain>~<agency slug>`. */
		slug: text(),
		receipt: text(),
		agency: text(),
		domain: text(),
		/** When the site was last found so at the making; ISO 8601 with milliseconds. */
		audited_at: text(),
		/** Account; empty for a rescan's, or where the account is gone. */
		made_by: text(),
		made_ms: integer(),
		approved_by: orNull(text()),
		approved_ms: orNull(integer()),
		sent_ms: orNull(integer()),
		/** When a newer one took its place on the page. */
		replaced_ms: orNull(integer()),
	}).with(
		"constraint agency_brief_once primary key (slug, receipt)",
		"index agency_brief_listed on agency_brief (agency, made_ms, slug, receipt)",
	),
	/** Texts are empty where nothing was said. */
	agency_client: table({
		agency: text(),
		domain: text(),
		name: text(),
		email: text(),
		note: text(),
		/** On the client's briefs. */
		message: text(),
		/** Of its briefs; empty for the agency's. */
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

/** Any number that other programs in the same Postgres do not lock. */
const LOCK = 5_318_008_115_001;

/** A migration that a database may have applied is never changed or moved. */
function migrations(kind: Database["kind"]): Record<string, Migration> {
	return { "001-tables": { up: (database) => createTables(database, kind, TABLES) } };
}

/** All or nothing; others wait. @throws Failure `store-unavailable` where a newer version of this program was here */
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
