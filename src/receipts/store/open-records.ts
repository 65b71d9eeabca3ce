import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { type EvidenceArchive, openEvidenceArchive } from "./evidence-archive.ts";
import { openReceiptFiles } from "./receipt-store.ts";
import type { RecordingPlaces } from "./record-audit.ts";

export interface Records extends Pick<RecordingPlaces, "store" | "archive"> {
	close(): Promise<void>;
}

/** Of `SIGHTLINE_REPORTS`, with the evidence of `SIGHTLINE_DATA` or its bucket. */
export async function openRecords(settings: Settings): Promise<Records> {
	return openFiles(join(settings.reports, "receipts"), settings);
}

/** For audits with credentials: nothing in `SIGHTLINE_DATA` is published or sealed. */
export async function openPrivateRecords(settings: Settings): Promise<Records> {
	return openFiles(join(settings.data, "private"), settings);
}

async function openFiles(receipts: string, settings: Settings): Promise<Records> {
	return {
		store: openReceiptFiles(receipts),
		archive: await openEvidence(settings),
		close: async () => {},
	};
}

export async function openEvidence({ data, evidence }: Settings): Promise<EvidenceArchive> {
	if (!evidence) return openEvidenceArchive(join(data, "evidence"));
	// Most installations have no bucket.
	return (await import("./s3-evidence.ts")).openS3Evidence(evidence);
}
