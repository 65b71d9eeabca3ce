import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { openEvidenceArchive } from "./evidence-archive.ts";
import { openReceiptFiles } from "./receipt-files.ts";
import type { RecordingPlaces } from "./record-audit.ts";

/**
 * The live store of this installation; undefined where nothing has ever been kept there. Whoever opens it closes it.
 * @throws Failure `store-unavailable`: one that is configured and cannot be reached is never passed over
 */
async function openLiveStore({ databaseUrl, data }: Settings): Promise<Database | undefined> {
	const file = join(data, "live.sqlite");
	return databaseUrl === undefined && !existsSync(file) ? undefined : openDatabase({ url: databaseUrl, file });
}

/** Does something with the live store, where there is one, and closes it. @throws Failure `store-unavailable` */
export async function withLiveStore<T>(settings: Settings, work: (db: Database | undefined) => Promise<T>): Promise<T> {
	const db = await openLiveStore(settings);
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
