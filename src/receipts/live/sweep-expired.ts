import { openAuditClaims } from "#store/audit-claims.ts";
import type { Database } from "#store/database.ts";
import { evidenceNamedIn } from "../evidence-archive.ts";
import { lockName, type Sql } from "./series-lock.ts";
import { deleteEvidence } from "./sql-evidence.ts";

/** What a sweep has deleted. */
export interface Swept {
	readonly pages: number;
	readonly receipts: number;
	readonly evidence: number;
	/** Submissions that are in the log and whose receipt is gone. */
	readonly submissions: number;
}

/** Rows that one transaction deletes: nobody waits long for it. */
const BATCH = 100;
/** How long an audit that ended is remembered; answers need it for a minute. */
const CLAIM_LIFETIME_MS = 86_400_000;

/**
 * Deletes what has expired: pages, receipts and their evidence, claims of a day ago. Submissions stay until they are in the
 * log: a leaf names nobody. Cut off anywhere, the next sweep goes on; two at once do the work together.
 * @param now milliseconds since 1970
 */
export async function sweepExpired(db: Database, now: number): Promise<Swept> {
	const repeat = async (work: (trx: Sql) => Promise<readonly number[]>) => {
		const sums: number[] = [];
		for (;;) {
			const counts = await db.sql.transaction().execute(async (trx) => {
				await lockName(trx, db.kind, "sweep");
				return work(trx);
			});
			for (const [at, count] of counts.entries()) sums[at] = (sums[at] ?? 0) + count;
			if (counts.every((count) => count === 0)) return sums;
		}
	};
	const [pages = 0] = await repeat(async (trx) => [await sweepPages(trx, now)]);
	const [receipts = 0, evidence = 0] = await repeat((trx) => sweepReceipts(trx, now));
	await openAuditClaims(db).forget(now - CLAIM_LIFETIME_MS);
	const [submissions = 0] = await repeat(async (trx) => [await sweepSubmissions(trx)]);
	return { pages, receipts, evidence, submissions };
}

async function sweepPages(trx: Sql, now: number): Promise<number> {
	const rows = await trx.selectFrom("page").select("slug").where("expires_ms", "<=", now).limit(BATCH).execute();
	if (rows.length === 0) return 0;
	const { numDeletedRows } = await trx
		.deleteFrom("page")
		.where("slug", "in", slugsOf(rows))
		.where("expires_ms", "<=", now)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

function slugsOf(rows: readonly { readonly slug: string }[]): string[] {
	return [...new Set(rows.map(({ slug }) => slug))].sort();
}

/** One that was prolonged since it was looked at stays, and its evidence with it. */
async function sweepReceipts(trx: Sql, now: number): Promise<readonly [receipts: number, evidence: number]> {
	const rows = await trx
		.selectFrom("receipt")
		.select("id")
		.where("expires_ms", "<=", now)
		.orderBy("expires_ms")
		.limit(BATCH)
		.execute();
	if (rows.length === 0) return [0, 0];
	const deleted = await trx
		.deleteFrom("receipt")
		.where("id", "in", rows.map(({ id }) => id).sort())
		.where("expires_ms", "<=", now)
		.returning("text")
		.execute();
	const digests = deleted.flatMap(({ text }) => evidenceNamedIn(text) ?? []);
	return [deleted.length, await deleteEvidence(trx, [...new Set(digests)])];
}

async function sweepSubmissions(trx: Sql): Promise<number> {
	const rows = await trx
		.selectFrom("submission")
		.select("receipt")
		.distinct()
		.where("leaf_index", "is not", null)
		.where(({ not, exists, selectFrom }) =>
			not(exists(selectFrom("receipt").select("receipt.id").whereRef("receipt.id", "=", "submission.receipt"))),
		)
		.limit(BATCH)
		.execute();
	if (rows.length === 0) return 0;
	const { numDeletedRows } = await trx
		.deleteFrom("submission")
		.where("receipt", "in", rows.map(({ receipt }) => receipt).sort())
		.where("leaf_index", "is not", null)
		.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}
