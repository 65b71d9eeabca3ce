import type { ReceiptLeaf } from "#core/verification.ts";
import type { Database } from "#store/database.ts";
import type { Sql } from "./locks.ts";

export function openSubmissions({ sql }: Pick<Database, "sql">, now: () => number = Date.now): Submissions {
	return {
		submit: (leaf) => insertSubmission(sql, leaf, now()),
		async pending() {
			const rows = await sql
				.selectFrom("submission")
				.select(["kind", "receipt", "audited_at"])
				.where("leaf_index", "is", null)
				.orderBy("submitted_ms")
				.orderBy("audited_at")
				.orderBy("receipt")
				.orderBy("kind")
				.execute();
			return rows.map(({ kind, receipt, audited_at }) => ({ kind, receipt, auditedAt: audited_at }));
		},
		async markLogged(places) {
			// In this order two seals cannot wait for each other.
			const sorted = places.toSorted((a, b) => a.index - b.index);
			for (let at = 0; at < sorted.length; at += AT_ONCE)
				await sql.transaction().execute(async (trx) => {
					for (const place of sorted.slice(at, at + AT_ONCE)) await markOne(trx, place);
				});
		},
		async giveUp(leaves) {
			for (let at = 0; at < leaves.length; at += AT_ONCE)
				await sql.transaction().execute(async (trx) => {
					for (const leaf of leaves.slice(at, at + AT_ONCE)) await forgetWaiting(trx, leaf);
				});
		},
		async resubmit(leaves) {
			for (let at = 0; at < leaves.length; at += AT_ONCE)
				await sql.transaction().execute(async (trx) => {
					for (const leaf of leaves.slice(at, at + AT_ONCE)) await waitAgain(trx, leaf);
				});
		},
		position: (receipt) => leafIndexOf(sql, receipt),
		async countPending() {
			const { count } = await sql
				.selectFrom("submission")
				.select(({ fn }) => fn.countAll().as("count"))
				.where("leaf_index", "is", null)
				.executeTakeFirstOrThrow();
			return Number(count);
		},
	};
}

const AT_ONCE = 500;

/** A second time changes nothing. */
export async function insertSubmission(sql: Sql, leaf: ReceiptLeaf, submittedMs: number): Promise<void> {
	const { receipt, kind, auditedAt } = leaf;
	await sql
		.insertInto("submission")
		.values({ receipt, kind, audited_at: auditedAt, submitted_ms: submittedMs, leaf_index: null })
		.onConflict((conflict) => conflict.columns(["receipt", "kind", "audited_at"]).doNothing())
		.execute();
}

/** Of the audit leaf; undefined while it waits. */
export async function leafIndexOf(sql: Sql, receipt: string): Promise<number | undefined> {
	const row = await sql
		.selectFrom("submission")
		.select("leaf_index")
		.where("receipt", "=", receipt)
		.where("kind", "=", "audit")
		.executeTakeFirst();
	return row?.leaf_index ?? undefined;
}

/** A marked one is left alone: a sweep may be about to delete it. */
async function markOne(
	sql: Sql,
	{ leaf, index }: { readonly leaf: ReceiptLeaf; readonly index: number },
): Promise<void> {
	if (leaf.kind === "recheck") return forgetWaiting(sql, leaf);
	await sql
		.updateTable("submission")
		.set({ leaf_index: index })
		.where("receipt", "=", leaf.receipt)
		.where("kind", "=", leaf.kind)
		.where("audited_at", "=", leaf.auditedAt)
		.where("leaf_index", "is", null)
		.execute();
}

async function waitAgain(sql: Sql, { kind, receipt, auditedAt }: ReceiptLeaf): Promise<void> {
	await sql
		.insertInto("submission")
		.values({ receipt, kind, audited_at: auditedAt, submitted_ms: Date.parse(auditedAt), leaf_index: null })
		.onConflict((conflict) => conflict.columns(["receipt", "kind", "audited_at"]).doUpdateSet({ leaf_index: null }))
		.execute();
}

async function forgetWaiting(sql: Sql, leaf: ReceiptLeaf): Promise<void> {
	await sql
		.deleteFrom("submission")
		.where("receipt", "=", leaf.receipt)
		.where("kind", "=", leaf.kind)
		.where("audited_at", "=", leaf.auditedAt)
		.where("leaf_index", "is", null)
		.execute();
}

/** What live audits ask the log to take; only the next seal, which reads it here, writes the log. */
export interface Submissions {
	submit(leaf: ReceiptLeaf): Promise<void>;
	/** Not yet sealed, oldest first. */
	pending(): Promise<readonly ReceiptLeaf[]>;
	/** Safe to repeat. Deletes rechecks instead: no page asks for their index, and each look at a site adds one. */
	markLogged(places: readonly { readonly leaf: ReceiptLeaf; readonly index: number }[]): Promise<void>;
	/** Leaves that no log will ever take. */
	giveUp(leaves: readonly ReceiptLeaf[]): Promise<void>;
	/** Leaves wait again where another log replaced theirs. Safe to repeat. */
	resubmit(leaves: readonly ReceiptLeaf[]): Promise<void>;
	position(receipt: string): Promise<number | undefined>;
	countPending(): Promise<number>;
}
