import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { isoTime } from "../accounts/account.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";
import type { ContactRequest } from "./contact-request.ts";

/** Rows of requests: what is read and changed of them, each by an index. */

type Row = Tables["contact_request"];

const PAGE = 50;

export function requestOf(row: Row): ContactRequest {
	return {
		id: row.id,
		kind: row.kind,
		to: row.recipient,
		name: row.name,
		email: row.email,
		domain: row.domain,
		note: row.note,
		receivedAt: isoTime(row.received_ms),
		...(row.starts_ms !== null && { startsAt: isoTime(row.starts_ms) }),
		...(row.zone !== null && { zone: row.zone }),
		...(row.answered_ms !== null && { answeredAt: isoTime(row.answered_ms) }),
	};
}

/** @returns whether the form was not sent before, even where its request is gone */
export async function insertRequest({ sql }: Database, row: Row): Promise<boolean> {
	return sql.transaction().execute(async (transaction) => {
		const used = await transaction
			.insertInto("used_form")
			.values({ id: row.id, used_ms: row.received_ms })
			.onConflict((conflict) => conflict.column("id").doNothing())
			.executeTakeFirst();
		if (Number(used.numInsertedOrUpdatedRows) === 0) return false;
		await transaction.insertInto("contact_request").values(row).execute();
		return true;
	});
}

/** @param before milliseconds since 1970: tokens of forms that were sent until then hold no more */
export async function forgetUsedForms({ sql }: Database, before: number): Promise<void> {
	await sql.deleteFrom("used_form").where("used_ms", "<", before).execute();
}

export interface RequestQuery extends Partial<PageQuery> {
	/** Only those that are not answered. */
	readonly open?: boolean;
}

export interface RequestPage {
	readonly requests: readonly ContactRequest[];
	/** Of the next page, where there is one. */
	readonly nextCursor?: string;
}

const PLACE = /^(\d{1,15}) ([\w-]+)$/;

/** @throws Failure `input-invalid` for a cursor that is none */
export async function listRequests(
	{ sql }: Database,
	to: string,
	{ limit = PAGE, cursor, open = false }: RequestQuery,
): Promise<RequestPage> {
	const [before, id = ""] = cursor === undefined ? [] : readCursor(cursor, PLACE);
	const rows = await sql
		.selectFrom("contact_request")
		.selectAll()
		.where("recipient", "=", to)
		.$if(open, (query) => query.where("answered_ms", "is", null))
		.$if(before !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) => eb(refTuple("received_ms", "id"), "<", tuple(Number(before), id))),
		)
		.orderBy("received_ms", "desc")
		.orderBy("id", "desc")
		.limit(limit + 1)
		.execute();
	const { rows: shown, ...next } = cutPage(rows, limit, (row) => [row.received_ms, row.id]);
	return { requests: shown.map(requestOf), ...next };
}

export async function findRequest({ sql }: Database, id: string): Promise<Row | undefined> {
	return sql.selectFrom("contact_request").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function countRequests(
	{ sql }: Database,
	to: string,
	which: { readonly open?: boolean } = {},
): Promise<number> {
	const { count } = await sql
		.selectFrom("contact_request")
		.select(({ fn }) => fn.countAll().as("count"))
		.where("recipient", "=", to)
		.$if(which.open === true, (query) => query.where("answered_ms", "is", null))
		.executeTakeFirstOrThrow();
	return Number(count);
}

export async function markRequest({ sql }: Database, to: string, id: string, answeredMs: number | null) {
	const { numUpdatedRows } = await sql
		.updateTable("contact_request")
		.set({ answered_ms: answeredMs })
		.where("id", "=", id)
		.where("recipient", "=", to)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export async function removeRequest({ sql }: Database, to: string, id: string): Promise<boolean> {
	const { numDeletedRows } = await sql
		.deleteFrom("contact_request")
		.where("id", "=", id)
		.where("recipient", "=", to)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

/** Minutes after which a process that began to mail and never said that it did has ended. */
const CLAIM_MINUTES = 10;

/** Whose requests were not mailed, in no order: whoever cannot be mailed does not stand before the others for ever. */
export async function unmailedRecipients({ sql }: Database, since: number): Promise<string[]> {
	const rows = await sql
		.selectFrom("contact_request")
		.select("recipient")
		.where("received_ms", ">", since)
		.where("mailed_ms", "is", null)
		.groupBy("recipient")
		.orderBy(({ fn }) => fn("random", []))
		.execute();
	return rows.map(({ recipient }) => recipient);
}

/** Requests whose recipient was not mailed, the oldest first. @param since received after it; milliseconds since 1970 */
export async function unmailedRequests({ sql }: Database, to: string, since: number, limit: number): Promise<Row[]> {
	return sql
		.selectFrom("contact_request")
		.selectAll()
		.where("recipient", "=", to)
		.where("received_ms", ">", since)
		.where("mailed_ms", "is", null)
		.orderBy("received_ms")
		.limit(limit)
		.execute();
}

/** Notes that a recipient is being mailed, so that no other process does the same. @returns false where one does so already */
export async function claimNotice({ sql }: Database, id: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await sql
		.updateTable("contact_request")
		.set({ claimed_ms: now })
		.where("id", "=", id)
		.where("mailed_ms", "is", null)
		.where(({ eb, or }) => or([eb("claimed_ms", "is", null), eb("claimed_ms", "<", now - CLAIM_MINUTES * 60_000)]))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** @param mailedMs when the notice was sent; null where a later sweep tries again */
export async function endNotice({ sql }: Database, id: string, mailedMs: number | null): Promise<void> {
	const ended = { claimed_ms: null, mailed_ms: mailedMs };
	await sql.updateTable("contact_request").set(ended).where("id", "=", id).execute();
}
