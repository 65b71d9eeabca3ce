import type { Database } from "#store/database.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";

/** Where a brief in an agency's name stands: seen by its members alone until one who may has approved it. */
export type BriefState = "waiting" | "approved" | "sent";

/** Names one brief. */
export interface BriefKey {
	/** The agency's slug. */
	readonly agency: string;
	/** Id of the receipt that it shows. */
	readonly receipt: string;
}

export interface BriefQuery extends PageQuery {
	readonly state?: BriefState | undefined;
	/** Of one site alone. */
	readonly domain?: string | undefined;
}

export type BriefRow = NonNullable<Awaited<ReturnType<typeof findBrief>>>;

type Sql = Database["sql"];

/** Briefs whose receipts last, with when they end: a receipt that was taken down is not there. */
function lasting(sql: Sql, agency: string, now: number) {
	return sql
		.selectFrom("agency_brief")
		.innerJoin("receipt", "receipt.id", "agency_brief.receipt")
		.where("agency_brief.agency", "=", agency)
		.where("receipt.expires_ms", ">", now)
		.select([
			"agency_brief.agency",
			"agency_brief.receipt",
			"agency_brief.domain",
			"agency_brief.audited_at as auditedAt",
			"agency_brief.slug",
			"agency_brief.made_ms as madeMs",
			"agency_brief.approved_ms as approvedMs",
			"agency_brief.sent_ms as sentMs",
			"receipt.expires_ms as expiresMs",
		]);
}

export function findBrief(sql: Sql, { agency, receipt }: BriefKey, now: number) {
	return lasting(sql, agency, now).where("agency_brief.receipt", "=", receipt).executeTakeFirst();
}

/** One page of a list, newest first; read by index, whatever lies before it. */
export async function briefPage(sql: Sql, agency: string, query: BriefQuery, now: number) {
	const { state, domain, limit, cursor } = query;
	const [madeMs, receipt = "", slug = ""] = cursor === undefined ? [] : readCursor(cursor, PLACE);
	const rows = await lasting(sql, agency, now)
		.$if(domain !== undefined, (each) => each.where("agency_brief.domain", "=", domain ?? ""))
		.$if(state !== undefined, (each) =>
			each.where("agency_brief.approved_ms", state === "waiting" ? "is" : "is not", null),
		)
		.$if(state === "approved" || state === "sent", (each) =>
			each.where("agency_brief.sent_ms", state === "sent" ? "is not" : "is", null),
		)
		.$if(madeMs !== undefined, (each) =>
			each.where(({ eb, refTuple, tuple }) =>
				eb(
					refTuple("agency_brief.made_ms", "agency_brief.slug", "agency_brief.receipt"),
					"<",
					tuple(Number(madeMs), slug, receipt),
				),
			),
		)
		.orderBy("agency_brief.made_ms", "desc")
		.orderBy("agency_brief.slug", "desc")
		.orderBy("agency_brief.receipt", "desc")
		.limit(limit + 1)
		.execute();
	return cutPage(rows, limit, (row) => [row.madeMs, row.receipt, row.slug]);
}

const PLACE = /^(\d{1,15}) ([0-9a-f]{64}) (\S{1,300})$/;
