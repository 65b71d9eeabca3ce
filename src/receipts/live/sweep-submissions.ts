import { sql } from "kysely";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { Sql } from "./series-lock.ts";
import { sweepStep } from "./sweep-step.ts";

/** Rows that one transaction looks at. */
const PAGE = 500;

type LeafKey = Pick<Tables["submission"], "receipt" | "kind" | "audited_at">;

/**
 * Deletes what the log has taken and nobody asks for any more: rechecks, and audits whose receipt is gone. Every row is
 * looked at once, in the order of its key.
 * @returns how many were deleted
 */
export async function sweepSubmissions(db: Database): Promise<number> {
	let deleted = 0;
	for (let last: LeafKey | undefined; ; ) {
		const from = last;
		const page = await sweepStep(db, (trx) => sweepPage(trx, from));
		if (!page) return deleted;
		deleted += page.deleted;
		last = page.last;
	}
}

async function sweepPage(trx: Sql, from: LeafKey | undefined) {
	const rows = await trx
		.selectFrom("submission")
		.select(["receipt", "kind", "audited_at"])
		.$if(from !== undefined, (query) => query.where(isAfter(from as LeafKey)))
		.orderBy("receipt")
		.orderBy("kind")
		.orderBy("audited_at")
		.limit(PAGE)
		.execute();
	const last = rows.at(-1);
	if (!last) return undefined;
	const { numDeletedRows } = await trx
		.deleteFrom("submission")
		.where("leaf_index", "is not", null)
		.$if(from !== undefined, (query) => query.where(isAfter(from as LeafKey)))
		.where(sql<boolean>`not ${isAfter(last)}`)
		.where(({ or, eb, not, exists, selectFrom }) =>
			or([
				eb("kind", "=", "recheck"),
				not(exists(selectFrom("receipt").select("receipt.id").whereRef("receipt.id", "=", "submission.receipt"))),
			]),
		)
		.executeTakeFirstOrThrow();
	return { last, deleted: Number(numDeletedRows) };
}

/** Compared as a whole, which an index can do. */
function isAfter({ receipt, kind, audited_at }: LeafKey) {
	return sql<boolean>`(submission.receipt, submission.kind, submission.audited_at) > (${receipt}, ${kind}, ${audited_at})`;
}
