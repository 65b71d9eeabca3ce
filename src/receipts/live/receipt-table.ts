import { Failure, isFailure } from "#core/failure.ts";
import { DAY_MS, LIVE_AUDIT_DAYS } from "#core/kept-for.ts";
import type { Series, StoredReceipt } from "#core/receipt.ts";
import type { LogFault } from "#core/verification.ts";
import { shortDigest } from "#core/wording.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { readReceipt, receiptText } from "../store/receipt.ts";
import type { ReceiptStore } from "../store/receipt-store.ts";
import { lockSeries, type Sql } from "./locks.ts";

const BATCH = 100;

/** Strict: each text must match its id, domain and time. */
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
			const says = (await faultOfRow(row)) ?? (await whyNeverLogged(sql, row));
			if (says === undefined) receipts++;
			else faults.push({ file: `live receipt ${row.id}`, says, todo: "Restore the live store from its backup." });
		}
		last = rows.at(-1)?.id ?? "";
		if (rows.length < BATCH) return { receipts, faults };
	}
}

async function faultOfRow(row: Omit<Tables["receipt"], "held">): Promise<string | undefined> {
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
	// A copy for accounts of a sealed file.
	if (expires_ms === 0) return undefined;
	const row = await sql
		.selectFrom("submission")
		.select("audited_at")
		.where("receipt", "=", id)
		.where("kind", "=", "audit")
		.executeTakeFirst();
	return row ? undefined : "It was never submitted to the log.";
}

/** Extended by every audit with the same result. */
export const LIVE_LIFETIME_MS = LIVE_AUDIT_DAYS * DAY_MS;

export interface KeptReceipt extends StoredReceipt {
	/** The canonical JSON whose SHA-256 is the id. */
	readonly text: string;
	readonly expiresMs: number;
}

export interface SqlReceipts extends ReceiptStore {
	/** Undefined if absent or expired. @throws Failure `receipt-invalid` when it was changed */
	get(id: string): Promise<KeptReceipt | undefined>;
	/** Validated like `get`. */
	text(id: string): Promise<string | undefined>;
	/** Undefined if absent or expired. */
	expiresMs(id: string): Promise<number | undefined>;
}

/** Treats expired receipts as absent, deleted or not. */
export function openSqlReceipts(
	db: Database,
	{ now = Date.now, lifetimeMs = LIVE_LIFETIME_MS }: { readonly now?: () => number; readonly lifetimeMs?: number } = {},
): SqlReceipts {
	const get = async (id: string) => {
		const row = await db.sql.selectFrom("receipt").selectAll().where("id", "=", id).executeTakeFirst();
		return row && row.expires_ms > now() ? readRow(row) : undefined;
	};
	return {
		get,
		text: async (id) => (await get(id))?.text,
		async expiresMs(id) {
			const row = await db.sql.selectFrom("receipt").select("expires_ms").where("id", "=", id).executeTakeFirst();
			return row && row.expires_ms > now() ? row.expires_ms : undefined;
		},
		async put(stored) {
			await db.sql.transaction().execute(async (trx) => {
				await lockSeries(trx, db.kind, stored.receipt);
				const there = await idAt(trx, stored.receipt);
				if (there === undefined) await insertReceipt(trx, stored, now() + lifetimeMs);
				else if (there !== stored.id) throw conflict(stored, there);
			});
			return stored;
		},
		list: (series, most) => listSeries(db, series, { now: now(), ...(most === undefined ? {} : { most }) }),
	};
}

/** Unexpired ones, newest first. @throws Failure `receipt-invalid` when one was changed */
export async function listSeries(
	db: Pick<Database, "sql">,
	series: Series,
	{ now, most }: { readonly now: number; readonly most?: number },
): Promise<readonly StoredReceipt[]> {
	const all = receiptsOfSeries(db.sql, series).selectAll().where("expires_ms", ">", now).orderBy("audited_at", "desc");
	const rows = await (most === undefined ? all : all.limit(most)).execute();
	const kept = await Promise.all(rows.map(readRow));
	return kept.map(({ id, receipt }) => ({ id, receipt }));
}

export async function listSeriesIds(
	db: Pick<Database, "sql">,
	series: Series,
	{ now, most }: { readonly now: number; readonly most: number },
): Promise<readonly string[]> {
	const rows = await receiptsOfSeries(db.sql, series)
		.select("id")
		.where("expires_ms", ">", now)
		.orderBy("audited_at", "desc")
		.limit(most)
		.execute();
	return rows.map(({ id }) => id);
}

export async function idAt(sql: Sql, series: Series & { readonly auditedAt: string }): Promise<string | undefined> {
	const row = await receiptsOfSeries(sql, series)
		.select("id")
		.where("audited_at", "=", series.auditedAt)
		.executeTakeFirst();
	return row?.id;
}

export async function insertReceipt(sql: Sql, { id, receipt }: StoredReceipt, expiresMs: number): Promise<void> {
	const { domain, source, mode, auditedAt } = receipt;
	const text = await receiptText(receipt);
	await sql
		.insertInto("receipt")
		.values({ id, domain, source, mode, audited_at: auditedAt, text, expires_ms: expiresMs })
		.execute();
}

/** @throws Failure `receipt-invalid` when the text is not that id's receipt */
export async function readRow(row: RowText & { readonly expires_ms: number }): Promise<KeptReceipt> {
	return { ...(await readRowText(row)), text: row.text, expiresMs: row.expires_ms };
}

interface RowText {
	readonly id: string;
	readonly text: string;
}

/** @throws Failure `receipt-invalid` when the text is not that id's receipt */
export async function readRowText(row: RowText): Promise<StoredReceipt> {
	const name = `What the live store has under ${shortDigest(row.id)}`;
	const todo = "Restore the live store from its backup.";
	const stored = await readReceipt(row.text, name, todo);
	if (stored.id === row.id) return stored;
	throw new Failure("receipt-invalid", {
		what: `${name} is another receipt.`,
		why: `Its digest is ${stored.id}.`,
		todo,
	});
}

function receiptsOfSeries(sql: Sql, { domain, source, mode }: Series) {
	return sql.selectFrom("receipt").where("domain", "=", domain).where("source", "=", source).where("mode", "=", mode);
}

function conflict({ receipt }: StoredReceipt, there: string): Failure {
	return new Failure("receipt-conflict", {
		what: `The live store already holds another receipt of ${receipt.domain} at ${receipt.auditedAt}.`,
		why: `Two audits of one series have the same time; the first is ${shortDigest(there)}.`,
		todo: "Run the audit again.",
	});
}

/** Also extends its pages and updates the time of the last audit. @returns whether the receipt exists */
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
	// Another process may have swept it meanwhile.
	return Number(changed.numUpdatedRows) > 0;
}
