import type { StoredReceipt } from "#core/receipt.ts";
import type { Database } from "#store/database.ts";
import { evidenceNamedIn, outlivedEvidence, type PackedEvidence, packEvidence } from "../store/evidence-archive.ts";
import { createReceipt, isConfirmedBy } from "../store/receipt.ts";
import { isKept } from "../store/record-audit.ts";
import { deleteEvidence, insertEvidence } from "./evidence-table.ts";
import { NEVER_PUBLIC } from "./held-receipts.ts";
import type { LiveAuditOptions } from "./keep-live-audit.ts";
import { lockSeries, type Sql } from "./locks.ts";
import { readRowText } from "./receipt-table.ts";
import { insertSubmission } from "./submissions.ts";

/** `unreached` for one that says nothing of the site, `unwanted` for one that nobody wants any more: both are kept nowhere. */
export interface PrivateAudit {
	readonly status: "recorded" | "unchanged" | "unreached" | "unwanted";
	readonly stored: StoredReceipt;
}

export interface PrivateAuditOptions extends Pick<LiveAuditOptions, "report" | "evidence" | "sight" | "now"> {
	/** Notes in the same transaction whose the receipt is. @returns how many accounts have it now */
	readonly give: (trx: Sql, found: { readonly stored: StoredReceipt; readonly auditedAt: string }) => Promise<number>;
}

/**
 * Keeps an audit that no page ever shows, for accounts alone: receipt, evidence, whose they are, and what the log is to take,
 * which names nobody, in one transaction. Without an account that wants it nothing is kept: nobody could ever delete it.
 */
export async function keepPrivateAudit(db: Database, options: PrivateAuditOptions): Promise<PrivateAudit> {
	const { report, now, give } = options;
	const evidence = await packEvidence(options.evidence);
	const draft = await createReceipt(report, evidence.digest);
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

/** Evidence is pruned at every audit, so that what is to go is among the newest few. */
const LOOKED_AT = 6;

async function keepEvidence(trx: Sql, draft: StoredReceipt, evidence: PackedEvidence): Promise<void> {
	await insertEvidence(trx, evidence);
	// What has public pages is pruned with what is shown there.
	const newest = ofSeries(trx, draft).where("receipt.expires_ms", "=", NEVER_PUBLIC).limit(LOOKED_AT);
	const digests = (await newest.execute()).flatMap(({ text }) => evidenceNamedIn(text) ?? []);
	await deleteEvidence(trx, outlivedEvidence(digests, evidence.digest));
}

async function newestHeld(trx: Sql, draft: StoredReceipt): Promise<StoredReceipt | undefined> {
	const row = await ofSeries(trx, draft).limit(1).executeTakeFirst();
	return row && readRowText(row);
}

/** Those of the series that accounts have and the log takes from here, newest first: no copies of what is sealed from files. */
function ofSeries(trx: Sql, { receipt }: StoredReceipt) {
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
