import type { Sight } from "#audit/audit.ts";
import { isFailure } from "#core/failure.ts";
import type { Occurrence } from "#core/occurrence.ts";
import { type LogPlace, logPlace, type StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { finishLease, type LeaseHolder } from "#store/audit-leases.ts";
import type { Database } from "#store/database.ts";
import { evidenceNamedIn, outlivedEvidence, type Packed, packFound } from "../store/evidence-archive.ts";
import { createReceipt, isConfirmedBy } from "../store/receipt.ts";
import { isKept } from "../store/record-audit.ts";
import { deleteEvidence, insertEvidence } from "./evidence-table.ts";
import { putPage, readPage } from "./live-pages.ts";
import { lockSeries, type Sql } from "./locks.ts";
import { idAt, insertReceipt, LIVE_LIFETIME_MS, prolong, readRow } from "./receipt-table.ts";
import { insertSubmission, leafIndexOf } from "./submissions.ts";

export interface LiveAuditOptions {
	readonly report: Report;
	readonly evidence: unknown;
	readonly occurrences?: readonly Occurrence[] | undefined;
	readonly sight: Sight;
	readonly now: number;
	/** 30 days by default. */
	readonly lifetimeMs?: number;
	/** Ended in the same transaction, unless another audit has taken it over. */
	readonly lease?: Pick<LeaseHolder, "owner" | "mode">;
}

/** Equal results share one object while it is in memory. */
export interface LiveAudit {
	/** New, or the last one of the series with the same result. */
	readonly stored: StoredReceipt;
	/** ISO 8601: time of the last audit with this result. */
	readonly auditedAt: string;
	/** `unsaved`: it says nothing about the site and is not stored. */
	readonly place: LogPlace | { readonly state: "unsaved" };
}

export interface KeptAudit extends LiveAudit {
	readonly place: LogPlace;
}

/**
 * One transaction for receipt, evidence, log submission and page. An equal result extends the last receipt; a repeat
 * is a no-op. Of 2 audits of a series in the same millisecond, keeps the first. An audit not to be stored changes
 * nothing, not even its lease.
 */
export async function saveLiveAudit(db: Database, options: LiveAuditOptions): Promise<LiveAudit> {
	const { report, now, lifetimeMs = LIVE_LIFETIME_MS } = options;
	const evidence = await packFound({ ...options, record: options.evidence });
	const draft = await createReceipt(report, evidence[0].name);
	return db.sql.transaction().execute(async (trx) => {
		await lockSeries(trx, db.kind, report);
		const expiresMs = now + lifetimeMs;
		const last = await readLast(trx, draft, now);
		if (!isKept(options, last?.receipt))
			return { stored: draft, auditedAt: report.auditedAt, place: { state: "unsaved" } };
		const known = await findSame(trx, draft, last);
		const isThere = known !== undefined && (await prolong(trx, known.id, expiresMs, report.auditedAt));
		const stored = isThere ? known : draft;
		if (!isThere) await writeReceipt(trx, draft, evidence, { now, expiresMs });
		else if (report.auditedAt !== stored.receipt.auditedAt)
			await insertSubmission(trx, { kind: "recheck", receipt: stored.id, auditedAt: report.auditedAt }, now);
		const auditedAt = await showPage(trx, stored, report.auditedAt, expiresMs);
		const kept = { stored, auditedAt, place: logPlace(await leafIndexOf(trx, stored.id)) };
		const { domain } = report;
		if (options.lease) await finishLease(trx, { ...options.lease, domain, receipt: stored.id, auditedAt, now });
		return kept;
	});
}

async function writeReceipt(
	trx: Sql,
	draft: StoredReceipt,
	evidence: readonly Packed[],
	{ now, expiresMs }: { readonly now: number; readonly expiresMs: number },
): Promise<void> {
	await insertEvidence(trx, evidence);
	await insertReceipt(trx, draft, expiresMs);
	await insertSubmission(trx, { kind: "audit", receipt: draft.id, auditedAt: draft.receipt.auditedAt }, now);
	await pruneEvidence(trx, draft);
}

async function findSame(
	trx: Sql,
	{ receipt }: StoredReceipt,
	last: StoredReceipt | undefined,
): Promise<StoredReceipt | undefined> {
	if (last && isConfirmedBy(last.receipt, receipt)) return last;
	const id = await idAt(trx, receipt);
	if (id === undefined) return undefined;
	const row = await trx.selectFrom("receipt").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
	const { receipt: first } = await readRow(row);
	return { id, receipt: first };
}

async function readLast(trx: Sql, { receipt }: StoredReceipt, now: number): Promise<StoredReceipt | undefined> {
	const [row] = await newestRows(trx, receipt, 1, now);
	const last = row && (await readRow(row).catch(ignoreDamaged));
	return last && { id: last.id, receipt: last.receipt };
}

/** Ignores a receipt changed on disk, which `npm run verify` reports. */
function ignoreDamaged(error: unknown): undefined {
	if (!isFailure(error)) throw error;
}

function newestRows(trx: Sql, { domain, source, mode }: StoredReceipt["receipt"], most: number, now: number) {
	return trx
		.selectFrom("receipt")
		.selectAll()
		.where("domain", "=", domain)
		.where("source", "=", source)
		.where("mode", "=", mode)
		.where("expires_ms", ">", now)
		.orderBy("audited_at", "desc")
		.limit(most)
		.execute();
}

/** Each audit prunes evidence, so only the newest few can have any. */
const LOOKED_AT = 6;

async function pruneEvidence(trx: Sql, { receipt }: StoredReceipt): Promise<void> {
	const rows = await newestRows(trx, receipt, LOOKED_AT, 0);
	const digests = rows.flatMap(({ text }) => evidenceNamedIn(text) ?? []);
	await deleteEvidence(trx, outlivedEvidence(digests, receipt.evidenceDigest));
}

/** Shows it unless the page has a later audit. @returns time of the last audit with this result */
async function showPage(trx: Sql, { id, receipt }: StoredReceipt, foundAt: string, expiresMs: number): Promise<string> {
	const { domain, mode } = receipt;
	const shown = await readPage(trx, domain, mode);
	const before = shown?.receipt === id ? shown.auditedAt : receipt.auditedAt;
	const auditedAt = foundAt > before ? foundAt : before;
	if (shown && shown.receipt !== id && shown.auditedAt > auditedAt) return auditedAt;
	await putPage(trx, { slug: domain, mode, domain, agencyName: "", receipt: id, auditedAt, expiresMs });
	return auditedAt;
}
