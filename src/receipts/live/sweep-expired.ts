import { setImmediate } from "node:timers/promises";
import { DAY_MS } from "#core/kept-for.ts";
import { AuditLeases } from "#store/audit-leases.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { evidenceNamedIn } from "../store/evidence-archive.ts";
import { deleteEvidence } from "./evidence-table.ts";
import { lockSweeps, type Sql } from "./locks.ts";

/** Rows per transaction, so that others do not wait long. */
const BATCH = 20;
/** Milliseconds after which ended audits are deleted; the result cache needs them for a minute. */
const LEASE_LIFETIME_MS = DAY_MS;

/** Keeps submissions until logged, because leaves name no site. Idempotent, kill-safe. @param now ms since 1970 */
export async function sweepExpired(db: Database, now: number) {
	const [pages = 0] = await repeat(db, async (trx) => [await sweepPages(trx, db.kind, now)]);
	const [receipts = 0, evidence = 0] = await repeat(db, (trx) => sweepReceipts(trx, db.kind, now));
	await new AuditLeases(db).deleteBefore(now - LEASE_LIFETIME_MS);
	return { pages, receipts, evidence, submissions: await sweepSubmissions(db) };
}

/** Repeats until a step deletes nothing. @returns the sum of each count */
async function repeat(db: Database, work: (trx: Sql) => Promise<readonly number[]>): Promise<number[]> {
	const sums: number[] = [];
	for (;;) {
		const counts = await sweepStep(db, work);
		for (const [at, count] of counts.entries()) sums[at] = (sums[at] ?? 0) + count;
		if (counts.every((count) => count === 0)) return sums;
	}
}

async function sweepPages(trx: Sql, kind: Database["kind"], now: number): Promise<number> {
	const rows = await trx
		.selectFrom("page")
		.select(["slug", "mode"])
		.where("expires_ms", "<=", now)
		.orderBy("expires_ms")
		.limit(BATCH)
		.$if(kind === "postgres", (query) => query.forUpdate().skipLocked())
		.execute();
	let deleted = 0;
	for (const [mode, pages] of Map.groupBy(rows, (row) => row.mode)) {
		const slugs = pages.map(({ slug }) => slug);
		const doomed = trx.deleteFrom("page").where("mode", "=", mode).where("slug", "in", slugs);
		const { numDeletedRows } = await doomed.executeTakeFirstOrThrow();
		deleted += Number(numDeletedRows);
	}
	return deleted;
}

/** Skips rows locked by another transaction, which is extending or removing them, and their evidence. */
async function sweepReceipts(
	trx: Sql,
	kind: Database["kind"],
	now: number,
): Promise<readonly [receipts: number, evidence: number]> {
	const rows = await trx
		.selectFrom("receipt")
		.select(["id", "text"])
		.where("held", "=", 0)
		.where("expires_ms", "<=", now)
		.orderBy("expires_ms")
		.limit(BATCH)
		.$if(kind === "postgres", (query) => query.forUpdate().skipLocked())
		.execute();
	if (rows.length === 0) return [0, 0];
	const ids = rows.map(({ id }) => id);
	const { numDeletedRows } = await trx.deleteFrom("receipt").where("id", "in", ids).executeTakeFirstOrThrow();
	const digests = rows.flatMap(({ text }) => evidenceNamedIn(text) ?? []);
	return [Number(numDeletedRows), await deleteEvidence(trx, [...new Set(digests)].sort())];
}

/** Yields afterwards, because SQLite runs on the thread that serves requests. */
async function sweepStep<T>(db: Database, work: (trx: Sql) => Promise<T>): Promise<T> {
	const done = await db.sql.transaction().execute(async (trx) => {
		await lockSweeps(trx, db.kind);
		return work(trx);
	});
	await setImmediate();
	return done;
}

const PAGE = 200;

type LeafKey = Pick<Tables["submission"], "receipt" | "kind" | "audited_at">;

const BEFORE_ALL: LeafKey = { receipt: "", kind: "audit", audited_at: "" };

/** Deletes logged rechecks and audits without a receipt. Reads each row once, by key. @returns their number */
async function sweepSubmissions(db: Database): Promise<number> {
	let deleted = 0;
	for (let last = BEFORE_ALL; ; ) {
		const from = last;
		const page = await sweepStep(db, (trx) => sweepPage(trx, from));
		if (!page) return deleted;
		deleted += page.deleted;
		last = page.last;
	}
}

/** Compares whole keys, for which the index can be used. */
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
