import type { StoredReceipt } from "#core/receipt.ts";
import type { Database } from "#store/database.ts";
import { receiptText } from "../store/receipt-text.ts";
import type { Sql } from "./locks.ts";
import { readRowText } from "./receipt-table.ts";

/** Never public: a receipt that the live store has for accounts alone, as a copy of one that is a file or a watched one. */
export const NEVER_PUBLIC = 0;

/** Keeps a receipt for as long as an account has it, beyond the time of its public pages. To be called in a transaction. */
export async function holdReceipt(trx: Sql, stored: StoredReceipt): Promise<void> {
	const { numUpdatedRows } = await trx
		.updateTable("receipt")
		.set({ held: 1 })
		.where("id", "=", stored.id)
		.executeTakeFirstOrThrow();
	if (Number(numUpdatedRows) > 0) return;
	const { domain, source, mode, auditedAt } = stored.receipt;
	const text = await receiptText(stored.receipt);
	const series = { domain, source, mode, audited_at: auditedAt };
	await trx
		.insertInto("receipt")
		.values({ id: stored.id, ...series, text, expires_ms: NEVER_PUBLIC, held: 1 })
		// Of two audits of one series in one millisecond the first is kept.
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Leaves receipts that no account has any more to the next sweep. To be called in the transaction that took the rows away. */
export async function releaseReceipts(trx: Sql, kind: Database["kind"], ids: readonly string[]): Promise<void> {
	for (let at = 0; at < ids.length; at += AT_ONCE) {
		const some = ids.slice(at, at + AT_ONCE);
		// A statement sees what was there when it began: once these rows are ours, whoever held them has said whose they are.
		if (kind === "postgres")
			await trx.selectFrom("receipt").select("id").where("id", "in", some).orderBy("id").forUpdate().execute();
		await trx
			.updateTable("receipt")
			.set({ held: 0 })
			.where("id", "in", some)
			.where(({ not, exists, selectFrom }) =>
				not(
					exists(selectFrom("own_audit").select("own_audit.receipt").whereRef("own_audit.receipt", "=", "receipt.id")),
				),
			)
			.execute();
	}
}

const AT_ONCE = 500;

/**
 * A receipt that an account has, public or not.
 * @returns with the canonical JSON whose SHA-256 is the id; undefined for one that was taken down
 * @throws Failure `receipt-invalid` where it was changed
 */
export async function readHeld(sql: Sql, id: string): Promise<(StoredReceipt & { readonly text: string }) | undefined> {
	const row = await sql.selectFrom("receipt").select(["id", "text"]).where("id", "=", id).executeTakeFirst();
	return row && { ...(await readRowText(row)), text: row.text };
}
