import type { StoredReceipt } from "#core/receipt.ts";
import type { Database } from "#store/database.ts";
import { type PackedEvidence, packEvidence } from "../store/evidence-archive.ts";
import { createReceipt } from "../store/receipt.ts";
import { isKept } from "../store/record-audit.ts";
import { insertEvidence } from "./evidence-table.ts";
import { holdReceipt } from "./held-receipts.ts";
import { type LiveAuditOptions, pruneEvidence } from "./keep-live-audit.ts";
import { lockSeries, type Sql } from "./locks.ts";
import { readRowText } from "./receipt-table.ts";
import { insertSubmission } from "./submissions.ts";

/** `unreached` for one that says nothing of the site, which is kept nowhere. */
export interface PrivateAudit {
	readonly status: "recorded" | "unchanged" | "unreached";
	readonly stored: StoredReceipt;
}

/**
 * Keeps an audit that no page ever shows, for accounts alone: receipt, evidence and what the log is to take, which names
 * nobody, in one transaction. The caller notes whose it is; while that is not done it stays.
 */
export async function keepPrivateAudit(
	db: Database,
	options: Pick<LiveAuditOptions, "report" | "evidence" | "sight" | "now">,
): Promise<PrivateAudit> {
	const { report, now } = options;
	const evidence = await packEvidence(options.evidence);
	const draft = await createReceipt(report, evidence.digest);
	return db.sql.transaction().execute(async (trx) => {
		await lockSeries(trx, db.kind, report);
		const last = await newestHeld(trx, draft);
		if (!isKept(options, last?.receipt)) return { status: "unreached", stored: draft };
		if (last?.receipt.resultDigest !== draft.receipt.resultDigest) {
			await write(trx, draft, evidence, now);
			return { status: "recorded", stored: draft };
		}
		await insertSubmission(trx, { kind: "recheck", receipt: last.id, auditedAt: report.auditedAt }, now);
		return { status: "unchanged", stored: last };
	});
}

async function write(trx: Sql, draft: StoredReceipt, evidence: PackedEvidence, now: number): Promise<void> {
	await insertEvidence(trx, evidence);
	await holdReceipt(trx, draft);
	await insertSubmission(trx, { kind: "audit", receipt: draft.id, auditedAt: draft.receipt.auditedAt }, now);
	await pruneEvidence(trx, draft);
}

/** The newest of the series that accounts have and the log takes from here: not a copy of what is sealed from files. */
async function newestHeld(trx: Sql, { receipt }: StoredReceipt): Promise<StoredReceipt | undefined> {
	const row = await trx
		.selectFrom("receipt")
		.innerJoin("submission", (join) =>
			join.onRef("submission.receipt", "=", "receipt.id").on("submission.kind", "=", "audit"),
		)
		.select(["receipt.id", "receipt.text"])
		.where("receipt.domain", "=", receipt.domain)
		.where("receipt.source", "=", receipt.source)
		.where("receipt.mode", "=", receipt.mode)
		.where("receipt.held", "=", 1)
		.orderBy("receipt.audited_at", "desc")
		.limit(1)
		.executeTakeFirst();
	return row && readRowText(row);
}
