import type { StoredReceipt } from "#core/receipt.ts";
import type { Database } from "#store/database.ts";
import { receiptText } from "../store/receipt-text.ts";
import type { Sql } from "./locks.ts";
import { readRowText } from "./receipt-table.ts";

/** For accounts alone: a copy of a receipt that is a file or a watched one. */
export const NEVER_PUBLIC = 0;

/** Outlives its public pages while an account has it. Call it in a transaction. */
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

/** Leaves receipts without an account to the next sweep. Call it in the transaction that deleted the rows. */
export async function releaseReceipts(trx: Sql, kind: Database["kind"], ids: readonly string[]): Promise<void> {
	for (let at = 0; at < ids.length; at += AT_ONCE) {
		const some = ids.slice(at, at + AT_ONCE);
		// A statement sees its start: once these rows are ours, earlier holders have said whose they are.
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

/** Public or not, with its canonical JSON; undefined once taken down. @throws Failure `receipt-invalid` if changed */
export async function readHeld(sql: Sql, id: string): Promise<(StoredReceipt & { readonly text: string }) | undefined> {
	const row = await sql.selectFrom("receipt").select(["id", "text"]).where("id", "=", id).executeTakeFirst();
	return row && { ...(await readRowText(row)), text: row.text };
}
