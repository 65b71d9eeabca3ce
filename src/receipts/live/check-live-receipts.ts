import { isFailure } from "#core/failure.ts";
import type { LogFault } from "#core/verification.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { readRow } from "./receipt-table.ts";

const BATCH = 100;

/** Strict: each text has its id, and lies under its own domain and time. */
export async function checkLiveReceipts({ sql }: Pick<Database, "sql">) {
	const faults: LogFault[] = [];
	let [receipts, last] = [0, ""];
	for (;;) {
		const rows = await sql
			.selectFrom("receipt")
			.selectAll()
			.where("id", ">", last)
			.orderBy("id")
			.limit(BATCH)
			.execute();
		for (const row of rows) {
			const says = (await whatIsWrong(row)) ?? (await whyNeverLogged(sql, row));
			if (says === undefined) receipts++;
			else faults.push({ file: `live receipt ${row.id}`, says, todo: "Restore the live store from its backup." });
		}
		last = rows.at(-1)?.id ?? "";
		if (rows.length < BATCH) return { receipts, faults };
	}
}

async function whatIsWrong(row: Omit<Tables["receipt"], "held">): Promise<string | undefined> {
	try {
		const { receipt } = await readRow(row);
		const isPlaced =
			receipt.domain === row.domain &&
			receipt.source === row.source &&
			receipt.mode === row.mode &&
			receipt.auditedAt === row.audited_at;
		return isPlaced ? undefined : `It lies under ${row.domain} at ${row.audited_at}, which is not what it says.`;
	} catch (error) {
		if (isFailure(error)) return error.message;
		throw error;
	}
}

async function whyNeverLogged(
	sql: Database["sql"],
	{ id, expires_ms }: Pick<Tables["receipt"], "id" | "expires_ms">,
): Promise<string | undefined> {
	// For accounts alone: a copy of files that are sealed.
	if (expires_ms === 0) return undefined;
	const row = await sql
		.selectFrom("submission")
		.select("audited_at")
		.where("receipt", "=", id)
		.where("kind", "=", "audit")
		.executeTakeFirst();
	return row ? undefined : "It was never submitted to the log.";
}
