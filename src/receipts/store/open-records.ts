import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { type EvidenceArchive, openEvidenceArchive } from "./evidence-archive.ts";
import { openReceiptFiles } from "./receipt-store.ts";
import type { RecordingPlaces } from "./record-audit.ts";

/** Receipts and evidence, open. */
export interface Records extends Pick<RecordingPlaces, "store" | "archive"> {
	close(): Promise<void>;
}

/** The receipts of `SIGHTLINE_REPORTS`, and the evidence of `SIGHTLINE_DATA` or of the bucket that holds it. */
export async function openRecords(settings: Settings): Promise<Records> {
	return openFiles(join(settings.reports, "receipts"), settings);
}

/** Receipts of audits with credentials, in `SIGHTLINE_DATA`, where nothing is published or sealed from. */
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

/** Where evidence is kept outside databases. */
export async function openEvidence({ data, evidence }: Settings): Promise<EvidenceArchive> {
	if (!evidence) return openEvidenceArchive(join(data, "evidence"));
	// Loaded where a bucket is configured: most installations have none.
	return (await import("./s3-evidence.ts")).openS3Evidence(evidence);
}
