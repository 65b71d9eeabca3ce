import { join } from "node:path";
import { openEvidenceArchive } from "#receipts/evidence-archive.ts";
import { openReceiptFiles } from "#receipts/receipt-files.ts";
import type { RecordingPlaces } from "#receipts/record-audit.ts";
import type { Settings } from "./environment.ts";

/** The receipts of `SIGHTLINE_REPORTS` and the evidence of `SIGHTLINE_DATA`. */
export function openRecords(settings: Settings): Pick<RecordingPlaces, "store" | "archive"> {
	return {
		store: openReceiptFiles(join(settings.reports, "receipts")),
		archive: openEvidenceArchive(join(settings.data, "evidence")),
	};
}
