import type { StoredReceipt } from "#core/receipt.ts";
import type { Database } from "#store/database.ts";
import { evidenceNamedIn, outlivedEvidence, type Packed, packFound } from "../store/evidence-archive.ts";
import { createReceipt, isConfirmedBy, receiptText } from "../store/receipt.ts";
import { isKept } from "../store/record-audit.ts";
import { deleteEvidence, insertEvidence } from "./evidence-table.ts";
import { lockSeries, type Sql } from "./locks.ts";
import { readRowText } from "./receipt-table.ts";
import type { LiveAuditOptions } from "./save-live-audit.ts";
import { insertSubmission } from "./submissions.ts";

/** `unreached`: says nothing about the site; `unwanted`: no account wants it. Neither is stored. */
export interface PrivateAudit {
	readonly status: "recorded" | "unchanged" | "unreached" | "unwanted";
	readonly stored: StoredReceipt;
}

export interface PrivateAuditOptions
	extends Pick<LiveAuditOptions, "report" | "evidence" | "occurrences" | "sight" | "now"> {
	/** Adds it to accounts in the same transaction. @returns how many have it now */
	readonly give: (trx: Sql, found: { readonly stored: StoredReceipt; readonly auditedAt: string }) => Promise<number>;
}

/** One transaction, without a page. Not stored if no account wants it, because nobody could delete it. */
export async function savePrivateAudit(db: Database, options: PrivateAuditOptions): Promise<PrivateAudit> {
	const { report, now, give } = options;
	const evidence = await packFound({ ...options, record: options.evidence });
	const draft = await createReceipt(report, evidence[0].name);
	return db.sql.transaction().execute(async (trx) => {
		await lockSeries(trx, db.kind, report);
		const last = await newestHeld(trx, draft);
		if (!isKept(options, last?.receipt)) return { status: "unreached", stored: draft };
		const same = last && isConfirmedBy(last.receipt, draft.receipt) ? last : undefined;
		const isNew = same === undefined;
		const stored = same ?? draft;
		if ((await give(trx, { stored, auditedAt: report.auditedAt })) === 0) return { status: "unwanted", stored };
		const leaf = { kind: isNew ? "audit" : "recheck", receipt: stored.id, auditedAt: report.auditedAt } as const;
		await insertSubmission(trx, leaf, now);
		if (isNew) await keepEvidence(trx, draft, evidence);
		return { status: isNew ? "recorded" : "unchanged", stored };
	});
}

/** Each audit prunes evidence, so only the newest few can have any. */
const LOOKED_AT = 6;

async function keepEvidence(trx: Sql, draft: StoredReceipt, evidence: readonly Packed[]): Promise<void> {
	await insertEvidence(trx, evidence);
	// Evidence of public ones is pruned with their pages.
	const newest = receiptsOfSeries(trx, draft).where("receipt.expires_ms", "=", NEVER_PUBLIC).limit(LOOKED_AT);
	const digests = (await newest.execute()).flatMap(({ text }) => evidenceNamedIn(text) ?? []);
	await deleteEvidence(trx, outlivedEvidence(digests, draft.receipt.evidenceDigest));
}

async function newestHeld(trx: Sql, draft: StoredReceipt): Promise<StoredReceipt | undefined> {
	const row = await receiptsOfSeries(trx, draft).limit(1).executeTakeFirst();
	return row && readRowText(row);
}

/** Receipts of accounts that the log takes from here, newest first; not copies of sealed files. */
function receiptsOfSeries(trx: Sql, { receipt }: StoredReceipt) {
	return trx
		.selectFrom("receipt")
		.innerJoin("submission", (join) =>
			join.onRef("submission.receipt", "=", "receipt.id").on("submission.kind", "=", "audit"),
		)
		.select(["receipt.id", "receipt.text"])
		.where("receipt.domain", "=", receipt.domain)
		.where("receipt.source", "=", receipt.source)
		.where("receipt.mode", "=", receipt.mode)
		.where("receipt.held", "=", 1)
		.orderBy("receipt.audited_at", "desc");
}

/** Expiry of a copy for accounts only, of a receipt in a file or of a watched site. */
const NEVER_PUBLIC = 0;

/** Keeps the receipt beyond its public pages while an account has it. Call in a transaction. */
export async function pinReceipt(trx: Sql, stored: StoredReceipt): Promise<void> {
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
		// Of 2 audits of a series in the same millisecond, keep the first.
		.onConflict((conflict) => conflict.doNothing())
		.execute();
}

/** Leaves receipts without an account to the next sweep. Call in the transaction that deleted the rows. */
export async function releaseReceipts(trx: Sql, kind: Database["kind"], ids: readonly string[]): Promise<void> {
	for (let at = 0; at < ids.length; at += AT_ONCE) {
		const some = ids.slice(at, at + AT_ONCE);
		// A statement sees the state at its start, so lock the rows first to see earlier holders' changes.
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

/** Public or private, with canonical JSON; undefined if taken down. @throws Failure `receipt-invalid` if changed */
export async function readHeld(sql: Sql, id: string): Promise<(StoredReceipt & { readonly text: string }) | undefined> {
	const row = await sql.selectFrom("receipt").select(["id", "text"]).where("id", "=", id).executeTakeFirst();
	return row && { ...(await readRowText(row)), text: row.text };
}
