import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { sha256Hex } from "#log/sha256.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { type EvidenceArchive, openEvidenceArchive } from "./evidence-archive.ts";
import { createReceipt } from "./receipt.ts";
import { openReceiptFiles, type ReceiptStore } from "./receipt-store.ts";

export interface RecordingPlaces {
	readonly store: ReceiptStore;
	readonly archive: EvidenceArchive;
	/** Called with what is about to be written, so that a killed run can tell afterwards whether it was. */
	readonly intend?: (stored: StoredReceipt) => void | Promise<void>;
}

/** The receipt that this report and evidence would have; nothing is written. */
export async function draftReceipt(report: Report, evidence: unknown): Promise<StoredReceipt> {
	return createReceipt(report, await sha256Hex(canonicalJson(evidence)));
}

/**
 * Keeps an audit: evidence, then intent, then receipt. Dying between any two leaves either no receipt or a whole one
 * whose evidence is there.
 * @returns `unchanged` where the last receipt of the series says the same, so that no new one was written: it is `stored`;
 * `draft` is what this audit itself would have written
 */
export async function recordAudit(report: Report, evidence: unknown, places: RecordingPlaces) {
	const draft = await draftReceipt(report, evidence);
	const [last] = await places.store.list(report);
	if (last && last.receipt.resultDigest === draft.receipt.resultDigest)
		return { status: "unchanged", stored: last, draft } as const;
	await places.archive.put(evidence);
	await places.intend?.(draft);
	await places.store.put(draft);
	const series = await places.store.list(report);
	await places.archive.prune(
		series.map(({ receipt }) => receipt),
		draft.receipt.evidenceDigest,
	);
	return { status: "recorded", stored: draft, draft } as const;
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

/** The receipts of `SIGHTLINE_REPORTS` and the evidence of `SIGHTLINE_DATA`. */
export function openRecords(settings: Settings): Pick<RecordingPlaces, "store" | "archive"> {
	return {
		store: openReceiptFiles(join(settings.reports, "receipts")),
		archive: openEvidenceArchive(join(settings.data, "evidence")),
	};
}
