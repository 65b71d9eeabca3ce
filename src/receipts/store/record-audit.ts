import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Audit } from "#audit/audit.ts";
import type { Settings } from "#config/environment.ts";
import { sha256Hex } from "#core/bytes.ts";
import { canonicalJson } from "#core/canonical-json.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { type Database, openDatabase } from "#store/database.ts";
import type { EvidenceArchive } from "./evidence-archive.ts";
import { createReceipt, isConfirmedBy } from "./receipt.ts";
import type { ReceiptStore } from "./receipt-store.ts";

export interface RecordingPlaces {
	readonly store: ReceiptStore;
	readonly archive: EvidenceArchive;
	/** The run: another process may have ended the same job of it. */
	readonly night?: string;
	/** Called with what is about to be written, so that a killed run can tell afterwards whether it was. */
	readonly intend?: (stored: StoredReceipt) => void | Promise<void>;
}

/** The receipt that this report and evidence would have; nothing is written. */
export async function draftReceipt(report: Report, evidence: unknown): Promise<StoredReceipt> {
	return createReceipt(report, await sha256Hex(canonicalJson(evidence)));
}

/** An audit, of whatever shape its evidence is. */
type FoundAudit = Pick<Audit, "report" | "sight"> & { readonly record: unknown };

/**
 * Whether an audit is evidence of how the site is. One that may have failed by our own fault is kept nowhere, so that it
 * replaces nothing; one that ended before it had seen all replaces no audit that saw more (docs/decisions/024).
 * @param last newest receipt of the series
 */
export function isKept({ report, sight }: Pick<Audit, "report" | "sight">, last: Receipt | undefined): boolean {
	if (sight === "none") return false;
	return sight === "whole" || last === undefined || last.coverage <= report.coverage;
}

/** Evidence is pruned at every audit, so that what is to go is among the newest few. */
const LOOKED_AT = 4;

/**
 * Keeps an audit: evidence, then intent, then receipt. Dying between any two leaves either no receipt or a whole one
 * whose evidence is there.
 * @returns `unchanged` where the last receipt of the series says the same, so that no new one was written: it is `stored`;
 * `unreached` where the audit is not one to keep, so that nothing was written; `draft` is what this audit itself would have
 * written. Of a `recorded` one `stored` is that of another process, where that has ended the same job first
 */
export async function recordAudit(found: FoundAudit, places: RecordingPlaces) {
	const { report, record: evidence } = found;
	const { store, archive } = places;
	const draft = await draftReceipt(report, evidence);
	const [last] = await store.list(report, 1);
	if (!isKept(found, last?.receipt)) return { status: "unreached", draft } as const;
	if (last && isConfirmedBy(last.receipt, draft.receipt)) {
		await store.confirm?.(last.id, report.auditedAt);
		return { status: "unchanged", stored: last, draft } as const;
	}
	await archive.put(evidence);
	await places.intend?.(draft);
	const stored = await store.put(draft, places.night);
	const { evidenceDigest } = stored.receipt;
	if (evidenceDigest !== draft.receipt.evidenceDigest) await archive.remove([draft.receipt.evidenceDigest]);
	const series = await store.list(report, LOOKED_AT);
	await archive.prune(
		series.map(({ receipt }) => receipt),
		evidenceDigest,
	);
	return { status: "recorded", stored, draft } as const;
}

/**
 * Does something with the live store, undefined where nothing has ever been kept there, and closes it.
 * @throws Failure `store-unavailable`: one that is configured and cannot be reached is never passed over
 */
export async function withLiveStore<T>(
	{ databaseUrl, data }: Settings,
	work: (db: Database | undefined) => Promise<T>,
): Promise<T> {
	const file = join(data, "live.sqlite");
	const isThere = databaseUrl !== undefined || existsSync(file);
	const db = isThere ? await openDatabase({ url: databaseUrl, file }) : undefined;
	try {
		return await work(db);
	} finally {
		await db?.close();
	}
}
