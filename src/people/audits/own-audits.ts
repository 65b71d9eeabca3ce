import type { OwnAudit } from "#core/own-audit.ts";
import { type LogPlace, logPlace, type Series, type StoredReceipt } from "#core/receipt.ts";
import { holdReceipt, readHeld, releaseReceipts } from "#receipts/live/held-receipts.ts";
import { readRowText } from "#receipts/live/receipt-table.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import { holdAccount } from "../accounts/account.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";

/**
 * The audits of accounts: those that they have asked for, and those that a rescan has made of what they watch. All take the
 * account's id first, see rows of that account alone, and throw Failure `store-unavailable`.
 */
export interface OwnAudits {
	/**
	 * Notes that an account has an audit, and keeps its receipt for it. Again, it changes nothing but the newest time. For an
	 * account that has been deleted meanwhile nothing is kept.
	 */
	record(account: string, audit: FoundAudit): Promise<void>;
	/** Newest first. @throws Failure `input-invalid` for a cursor that is none */
	list(account: string, query: OwnAuditQuery): Promise<OwnAuditPage>;
	/** The newest audit of each domain that the account watches, as far as there is one. */
	newestOfWatched(account: string): Promise<readonly OwnAudit[]>;
	/** @throws Failure `receipt-invalid` where the receipt was changed */
	get(account: string, id: string): Promise<OwnReceipt | undefined>;
	/** At most so many receipts of a series, newest first, each with when it was last found so. */
	series(account: string, series: Series, most: number): Promise<readonly FoundReceipt[]>;
	/** Forgets one. @returns whether the account had it */
	remove(account: string, id: string): Promise<boolean>;
	/** Address of the repository in which the account reports faults of a site; `""` where it has named none. */
	tracker(account: string, domain: string): Promise<string>;
	setTracker(account: string, domain: string, repository: string): Promise<void>;
	/** Forgets all of an account. */
	forget(account: string): Promise<void>;
	/** The account's own data, as JSON. */
	exportOf(account: string): Promise<unknown>;
}

export interface FoundAudit {
	readonly stored: StoredReceipt;
	/** ISO 8601: when the site was found so. */
	readonly auditedAt: string;
}

interface OwnReceipt {
	readonly audit: OwnAudit;
	readonly stored: StoredReceipt;
	/** The canonical JSON whose SHA-256 is the id. */
	readonly text: string;
}

export interface FoundReceipt extends StoredReceipt {
	/** ISO 8601. */
	readonly foundAt: string;
}

type Sql = Database["sql"];

/** @param facts what the site was built from; by default from nothing */
export function openOwnAudits(
	{ sql, kind }: Database,
	facts: OwnAuditSource["facts"] = async () => ({ embedded: () => undefined, lastRun: null }),
): OwnAudits {
	const source = { sql, facts };
	return {
		record: (account, audit) =>
			sql.transaction().execute(async (trx) => {
				await recordOwn(trx, kind, account, audit);
			}),
		list: (account, query) => ownAuditPage(source, account, query),
		newestOfWatched: (account) => newestOfWatched(source, account),
		async get(account, id) {
			const audit = await ownAuditAt(source, account, id);
			const held = audit && (await readHeld(sql, id));
			if (!audit || !held) return undefined;
			const { text, ...stored } = held;
			return { audit, stored, text };
		},
		series: (account, series, most) => ownAuditSeries(sql, account, series, most),
		remove: (account, id) =>
			sql.transaction().execute(async (trx) => {
				const row = trx.deleteFrom("own_audit").where("account", "=", account).where("receipt", "=", id);
				const { numDeletedRows } = await row.executeTakeFirstOrThrow();
				await releaseReceipts(trx, kind, [id]);
				return Number(numDeletedRows) > 0;
			}),
		async tracker(account, domain) {
			const row = sql.selectFrom("own_tracker").select("repository").where("account", "=", account);
			return (await row.where("domain", "=", domain).executeTakeFirst())?.repository ?? "";
		},
		async setTracker(account, domain, repository) {
			await sql
				.insertInto("own_tracker")
				.values({ account, domain, repository })
				.onConflict((conflict) => conflict.columns(["account", "domain"]).doUpdateSet({ repository }))
				.execute();
		},
		forget: (account) => sql.transaction().execute((trx) => forgetOwn(trx, kind, account)),
		exportOf: (account) => exportOwn(sql, account),
	};
}

/** `OwnAudits.record` in a transaction. @returns whether the account is there */
export async function recordOwn(
	trx: Sql,
	kind: Database["kind"],
	account: string,
	{ stored, auditedAt }: FoundAudit,
): Promise<boolean> {
	if (!(await holdAccount(trx, kind, account))) return false;
	const { id, receipt } = stored;
	const { domain, source, mode, methodology, scores, failure } = receipt;
	const found_at = auditedAt > receipt.auditedAt ? auditedAt : receipt.auditedAt;
	const { structure = null, accessibility = null } = scores?.axes ?? {};
	const score = { score: scores?.overall ?? null, structure, accessibility };
	const series = { domain, source, mode, audited_at: receipt.auditedAt };
	await trx
		.insertInto("own_audit")
		.values({ account, receipt: id, ...series, found_at, methodology, ...score, failure: failure?.code ?? null })
		.onConflict((conflict) =>
			conflict.columns(["account", "receipt"]).doUpdateSet({ found_at }).where("own_audit.found_at", "<", found_at),
		)
		.execute();
	await holdReceipt(trx, stored);
	return true;
}

async function forgetOwn(trx: Sql, kind: Database["kind"], account: string): Promise<void> {
	const rows = await trx.deleteFrom("own_audit").where("account", "=", account).returning("receipt").execute();
	await releaseReceipts(
		trx,
		kind,
		rows.map(({ receipt }) => receipt),
	);
	await trx.deleteFrom("own_tracker").where("account", "=", account).execute();
}

async function exportOwn(sql: Sql, account: string) {
	const [audits, trackers] = await Promise.all([
		sql
			.selectFrom("own_audit")
			.select(["receipt", "domain", "source", "mode", "audited_at", "found_at", "methodology"])
			.select(["score", "structure", "accessibility", "failure"])
			.where("account", "=", account)
			.orderBy("found_at")
			.execute(),
		sql.selectFrom("own_tracker").select(["domain", "repository"]).where("account", "=", account).execute(),
	]);
	return { audits, trackers };
}

interface OwnAuditSource {
	readonly sql: Sql;
	/** What the site was built from: it knows leaves of receipts that are files. */
	readonly facts: () => Promise<Pick<PublishedFacts, "embedded" | "lastRun">>;
}

interface OwnAuditQuery extends PageQuery {
	/** ASCII host: only its audits. */
	readonly domain?: string | undefined;
}

export interface OwnAuditPage {
	/** Newest first. */
	readonly audits: readonly OwnAudit[];
	/** Absent on the last page. */
	readonly nextCursor?: string;
}

/**
 * One page of an account's audits, read by an index from the place that the cursor names: what lies before it is never
 * looked at. What was taken down is left out.
 * @throws Failure `input-invalid` for a cursor that is none
 */
async function ownAuditPage(
	{ sql, facts }: OwnAuditSource,
	account: string,
	{ limit, cursor, domain }: OwnAuditQuery,
): Promise<OwnAuditPage> {
	const [foundAt, id = ""] = cursor === undefined ? [] : readCursor(cursor, PLACE);
	const rows = await rowsOf(sql, account)
		.$if(domain !== undefined, (query) => query.where("own_audit.domain", "=", domain ?? ""))
		.$if(foundAt !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) =>
				eb(refTuple("own_audit.found_at", "own_audit.receipt"), "<", tuple(foundAt ?? "", id)),
			),
		)
		.orderBy("own_audit.found_at", "desc")
		.orderBy("own_audit.receipt", "desc")
		.limit(limit + 1)
		.execute();
	const { rows: shown, ...next } = cutPage(rows, limit, (row) => [row.found_at, row.receipt]);
	return { audits: await auditsOf(shown, facts), ...next };
}

async function ownAuditAt({ sql, facts }: OwnAuditSource, account: string, id: string): Promise<OwnAudit | undefined> {
	const row = await rowsOf(sql, account).where("own_audit.receipt", "=", id).executeTakeFirst();
	return row && (await auditsOf([row], facts))[0];
}

/** One look into the index for each domain, whatever number of audits it has. */
export async function newestOfWatched({ sql, facts }: OwnAuditSource, account: string): Promise<OwnAudit[]> {
	const rows = await rowsOf(sql, account)
		.where("own_audit.receipt", "in", ({ selectFrom }) =>
			selectFrom("watched_domain")
				.select(({ selectFrom: from }) =>
					from("own_audit as newest")
						.select("newest.receipt")
						.whereRef("newest.account", "=", "watched_domain.account")
						.whereRef("newest.domain", "=", "watched_domain.domain")
						.orderBy("newest.found_at", "desc")
						.orderBy("newest.receipt", "desc")
						.limit(1)
						.as("receipt"),
				)
				.where("watched_domain.account", "=", account),
		)
		.orderBy("own_audit.domain")
		.execute();
	return auditsOf(rows, facts);
}

/** @throws Failure `receipt-invalid` where a receipt was changed */
async function ownAuditSeries(
	sql: Sql,
	account: string,
	{ domain, source, mode }: Series,
	most: number,
): Promise<FoundReceipt[]> {
	const rows = await sql
		.selectFrom("own_audit")
		.innerJoin("receipt", "receipt.id", "own_audit.receipt")
		.select(["receipt.id", "receipt.text", "own_audit.found_at"])
		.where("own_audit.account", "=", account)
		.where("own_audit.domain", "=", domain)
		.where("own_audit.source", "=", source)
		.where("own_audit.mode", "=", mode)
		.orderBy("own_audit.found_at", "desc")
		.orderBy("own_audit.receipt", "desc")
		.limit(most)
		.execute();
	return Promise.all(rows.map(async (row) => ({ ...(await readRowText(row)), foundAt: row.found_at })));
}

function rowsOf(sql: Sql, account: string) {
	return sql
		.selectFrom("own_audit")
		.innerJoin("receipt", "receipt.id", "own_audit.receipt")
		.leftJoin("submission", (join) =>
			join.onRef("submission.receipt", "=", "own_audit.receipt").on("submission.kind", "=", "audit"),
		)
		.leftJoin("watched_receipt", "watched_receipt.id", "own_audit.receipt")
		.selectAll("own_audit")
		.select(["receipt.expires_ms", "submission.leaf_index", "watched_receipt.leaf_index as watched_index"])
		.select(["submission.receipt as submitted", "watched_receipt.id as watched"])
		.where("own_audit.account", "=", account);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

async function auditsOf(rows: readonly Row[], facts: OwnAuditSource["facts"]): Promise<OwnAudit[]> {
	const published = await facts();
	return rows.map((row) => auditOf(row, placeOf(row, published)));
}

/** Of a copy of a file, which the store asks no log to take, the build knows where it is: all of its newest run are sealed. */
function placeOf(
	{ receipt, audited_at, leaf_index, watched_index, submitted, watched }: Row,
	{ embedded, lastRun }: Pick<PublishedFacts, "embedded" | "lastRun">,
): LogPlace {
	const index = leaf_index ?? watched_index;
	if (index !== null) return logPlace(index);
	const known = embedded({ receiptId: receipt });
	if (known || submitted !== null || watched !== null) return logPlace(known?.logIndex);
	return lastRun !== null && audited_at < lastRun ? { state: "logged" } : { state: "pending" };
}

function auditOf(row: Row, place: LogPlace): OwnAudit {
	const { score, structure, accessibility } = row;
	const isPublic = row.expires_ms > Date.now();
	return {
		id: row.receipt,
		domain: row.domain,
		source: row.source,
		mode: row.mode,
		auditedAt: row.audited_at,
		foundAt: row.found_at,
		methodology: row.methodology,
		...(score === null || structure === null || accessibility === null
			? {}
			: { scores: { overall: score, axes: { structure, accessibility } } }),
		...(row.failure === null ? {} : { failure: row.failure }),
		place,
		...(isPublic ? { publicUntil: new Date(row.expires_ms).toISOString() } : {}),
	};
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{64})$/;
