import type { OwnAudit } from "#core/own-audit.ts";
import { type LogPlace, logPlace, type Series } from "#core/receipt.ts";
import { readRowText } from "#receipts/live/receipt-table.ts";
import type { PublishedFacts } from "#site/publication/embedded-publication.ts";
import type { Database } from "#store/database.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";
import type { FoundReceipt } from "./own-audits.ts";

type Sql = Database["sql"];

export interface OwnAuditSource {
	readonly sql: Sql;
	/** What the site was built from: it knows leaves of receipts that are files. */
	readonly facts: () => Promise<Pick<PublishedFacts, "embedded" | "lastRun">>;
}

export interface OwnAuditQuery extends PageQuery {
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
export async function ownAuditPage(
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

export async function ownAuditAt(
	{ sql, facts }: OwnAuditSource,
	account: string,
	id: string,
): Promise<OwnAudit | undefined> {
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
export async function ownAuditSeries(
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
