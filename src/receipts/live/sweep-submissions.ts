import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { Sql } from "./series-lock.ts";
import { sweepStep } from "./sweep-step.ts";

/** Rows that one transaction looks at. */
const PAGE = 200;

type LeafKey = Pick<Tables["submission"], "receipt" | "kind" | "audited_at">;

const BEFORE_ALL: LeafKey = { receipt: "", kind: "audit", audited_at: "" };

/**
 * Deletes what the log has taken and nobody asks for any more: rechecks, and audits whose receipt is gone. Every row is
 * looked at once, in the order of its key.
 * @returns how many were deleted
 */
export async function sweepSubmissions(db: Database): Promise<number> {
	let deleted = 0;
	for (let last = BEFORE_ALL; ; ) {
		const from = last;
		const page = await sweepStep(db, (trx) => sweepPage(trx, from));
		if (!page) return deleted;
		deleted += page.deleted;
		last = page.last;
	}
}

/** Keys are compared as a whole, which an index can do. */
async function sweepPage(trx: Sql, { receipt, kind, audited_at }: LeafKey) {
	const rows = await trx
		.selectFrom("submission")
		.select(["receipt", "kind", "audited_at"])
		.where(({ eb, refTuple, tuple }) =>
			eb(refTuple("receipt", "kind", "audited_at"), ">", tuple(receipt, kind, audited_at)),
		)
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
		.where(({ eb, refTuple, tuple }) =>
			eb(refTuple("receipt", "kind", "audited_at"), ">", tuple(receipt, kind, audited_at)),
		)
		.where(({ eb, refTuple, tuple }) =>
			eb(refTuple("receipt", "kind", "audited_at"), "<=", tuple(last.receipt, last.kind, last.audited_at)),
		)
		.where(({ or, eb, not, exists, selectFrom }) =>
			or([
				eb("kind", "=", "recheck"),
				not(exists(selectFrom("receipt").select("receipt.id").whereRef("receipt.id", "=", "submission.receipt"))),
			]),
		)
		.executeTakeFirstOrThrow();
	return { last, deleted: Number(numDeletedRows) };
}
