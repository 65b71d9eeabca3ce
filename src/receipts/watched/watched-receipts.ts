import { Failure } from "#core/failure.ts";
import type { Series, StoredReceipt } from "#core/receipt.ts";
import { shortDigest } from "#core/wording.ts";
import type { Database } from "#store/database.ts";
import type { Sql } from "../live/locks.ts";
import { readRowText } from "../live/receipt-table.ts";
import type { ReceiptStore } from "../store/receipt-store.ts";
import { receiptText } from "../store/receipt-text.ts";

/** For many processes, without an end. Pages beyond the build show them as pending before `export-receipts.ts`. */
export function openWatchedReceipts({ sql }: Pick<Database, "sql">): Required<ReceiptStore> {
	return {
		async put(stored, night) {
			if (await insertWatched(sql, stored, night)) return stored;
			const first = await keptInstead(sql, stored, night);
			if (!first) throw conflict(stored);
			return first;
		},
		async list(series, most) {
			const all = ofSeries(sql, series).select(["id", "text"]).orderBy("audited_at", "desc");
			const rows = await (most === undefined ? all : all.limit(most)).execute();
			return Promise.all(rows.map(readRowText));
		},
		async confirm(receipt, auditedAt) {
			await sql
				.updateTable("watched_receipt")
				.set({ found_at: auditedAt })
				.where("id", "=", receipt)
				.where("found_at", "<", auditedAt)
				.execute();
		},
	};
}

/** One statement, so that exactly one process writes. @returns false where its moment or night is taken */
async function insertWatched(sql: Sql, { id, receipt }: StoredReceipt, night: string | undefined): Promise<boolean> {
	const { domain, source, mode, auditedAt } = receipt;
	const times = { audited_at: auditedAt, found_at: auditedAt, night: night ?? null };
	const { numInsertedOrUpdatedRows } = await sql
		.insertInto("watched_receipt")
		.values({ id, domain, source, mode, ...times, text: await receiptText(receipt), leaf_index: null })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return Number(numInsertedOrUpdatedRows) > 0;
}

async function keptInstead(
	sql: Sql,
	{ id, receipt }: StoredReceipt,
	night: string | undefined,
): Promise<StoredReceipt | undefined> {
	const row = await ofSeries(sql, receipt)
		.select(["id", "text"])
		.where(({ or, eb }) => or([eb("id", "=", id), ...(night === undefined ? [] : [eb("night", "=", night)])]))
		.executeTakeFirst();
	return row && readRowText(row);
}

function ofSeries(sql: Sql, { domain, source, mode }: Series) {
	return sql
		.selectFrom("watched_receipt")
		.where("domain", "=", domain)
		.where("source", "=", source)
		.where("mode", "=", mode);
}

function conflict({ id, receipt }: StoredReceipt): Failure {
	return new Failure("receipt-conflict", {
		what: `There is another receipt of ${receipt.domain} at ${receipt.auditedAt} already.`,
		why: `Two audits of one series carry the same time; this one would be ${shortDigest(id)}.`,
		todo: "Run the audit again.",
	});
}
