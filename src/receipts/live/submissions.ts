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
			// A constant order prevents deadlocks between seals.
			const sorted = places.toSorted((a, b) => a.index - b.index);
			for (let at = 0; at < sorted.length; at += AT_ONCE)
				await sql.transaction().execute(async (trx) => {
					for (const place of sorted.slice(at, at + AT_ONCE)) await markOne(trx, place);
				});
		},
		async giveUp(leaves) {
			for (let at = 0; at < leaves.length; at += AT_ONCE)
				await sql.transaction().execute(async (trx) => {
					for (const leaf of leaves.slice(at, at + AT_ONCE)) await deletePending(trx, leaf);
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

/** Idempotent. */
export async function insertSubmission(sql: Sql, leaf: ReceiptLeaf, submittedMs: number): Promise<void> {
	const { receipt, kind, auditedAt } = leaf;
	await sql
		.insertInto("submission")
		.values({ receipt, kind, audited_at: auditedAt, submitted_ms: submittedMs, leaf_index: null })
		.onConflict((conflict) => conflict.columns(["receipt", "kind", "audited_at"]).doNothing())
		.execute();
}

/** Index of the audit leaf; undefined until it is sealed. */
export async function leafIndexOf(sql: Sql, receipt: string): Promise<number | undefined> {
	const row = await sql
		.selectFrom("submission")
		.select("leaf_index")
		.where("receipt", "=", receipt)
		.where("kind", "=", "audit")
		.executeTakeFirst();
	return row?.leaf_index ?? undefined;
}

/** Skips marked ones, which a sweep may be deleting. */
async function markOne(
	sql: Sql,
	{ leaf, index }: { readonly leaf: ReceiptLeaf; readonly index: number },
): Promise<void> {
	if (leaf.kind === "recheck") return deletePending(sql, leaf);
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

async function deletePending(sql: Sql, leaf: ReceiptLeaf): Promise<void> {
	await sql
		.deleteFrom("submission")
		.where("receipt", "=", leaf.receipt)
		.where("kind", "=", leaf.kind)
		.where("audited_at", "=", leaf.auditedAt)
		.where("leaf_index", "is", null)
		.execute();
}

/** Queue of live audits for the log. Only the next seal writes the log. */
export interface Submissions {
	submit(leaf: ReceiptLeaf): Promise<void>;
	/** Not yet sealed, oldest first. */
	pending(): Promise<readonly ReceiptLeaf[]>;
	/** Idempotent. Deletes rechecks, because no page needs their index and every audit adds one. */
	markLogged(places: readonly { readonly leaf: ReceiptLeaf; readonly index: number }[]): Promise<void>;
	/** Drops leaves that no log will ever accept. */
	giveUp(leaves: readonly ReceiptLeaf[]): Promise<void>;
	/** Makes leaves pending again after another log replaced theirs. Idempotent. */
	resubmit(leaves: readonly ReceiptLeaf[]): Promise<void>;
	position(receipt: string): Promise<number | undefined>;
	countPending(): Promise<number>;
}
