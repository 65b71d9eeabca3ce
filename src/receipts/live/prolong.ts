import type { Sql } from "./series-lock.ts";

/**
 * Keeps a receipt and every page that shows it at least until then, and says on the pages when the site was last found so.
 * @returns whether the receipt is there
 */
export async function prolong(trx: Sql, receipt: string, expiresMs: number, auditedAt: string): Promise<boolean> {
	const row = await trx.selectFrom("receipt").select("expires_ms").where("id", "=", receipt).executeTakeFirst();
	if (!row) return false;
	const until = Math.max(expiresMs, row.expires_ms);
	const changed = await trx
		.updateTable("receipt")
		.set({ expires_ms: until })
		.where("id", "=", receipt)
		.executeTakeFirstOrThrow();
	await trx.updateTable("page").set({ expires_ms: until }).where("receipt", "=", receipt).execute();
	await trx
		.updateTable("page")
		.set({ audited_at: auditedAt })
		.where("receipt", "=", receipt)
		.where("audited_at", "<", auditedAt)
		.execute();
	// Another process may have swept it away since it was looked at.
	return Number(changed.numUpdatedRows) > 0;
}
