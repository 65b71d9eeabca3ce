import type { StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { sha256Hex } from "#log/sha256.ts";
import type { EvidenceArchive } from "./evidence-archive.ts";
import { createReceipt } from "./receipt.ts";
import type { ReceiptStore } from "./receipt-store.ts";

export interface RecordedAudit {
	/** `unchanged`: the last receipt of the series says the same, so no new one was written; it is the one returned. */
	readonly status: "recorded" | "unchanged";
	readonly stored: StoredReceipt;
	/** What this audit itself would have written; the same as `stored` when it was. */
	readonly draft: StoredReceipt;
}

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
 */
export async function recordAudit(report: Report, evidence: unknown, places: RecordingPlaces): Promise<RecordedAudit> {
	const draft = await draftReceipt(report, evidence);
	const [last] = await places.store.list(report);
	if (last && last.receipt.resultDigest === draft.receipt.resultDigest)
		return { status: "unchanged", stored: last, draft };
	await places.archive.put(evidence);
	await places.intend?.(draft);
	await places.store.put(draft);
	const series = await places.store.list(report);
	await places.archive.prune(
		series.map(({ receipt }) => receipt),
		draft.receipt.evidenceDigest,
	);
	return { status: "recorded", stored: draft, draft };
}
