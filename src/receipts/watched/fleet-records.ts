import type { Settings } from "#config/environment.ts";
import { isFailure } from "#core/failure.ts";
import { openDatabase } from "#store/database.ts";
import { openSqlEvidence } from "../live/evidence-table.ts";
import { openEvidence, openRecords, type Records } from "../store/open-records.ts";
import { openWatchedReceipts } from "./watched-receipts.ts";

/** Postgres and the bucket with DATABASE_URL, for several machines; else files. @throws Failure `store-unavailable` */
export async function openFleetRecords(settings: Settings): Promise<Records> {
	const { databaseUrl: url, evidence } = settings;
	if (evidence) await expectBucket(settings);
	if (url === undefined) return openRecords(settings);
	const db = await openDatabase({ url, file: "" });
	const archive = evidence ? await openEvidence(settings) : openSqlEvidence(db, "watched_evidence");
	return { store: openWatchedReceipts(db), archive, close: () => db.close() };
}

/** Asks for an absent object: a wrong key ends the run before any site is read. */
async function expectBucket(settings: Settings): Promise<void> {
	const archive = await openEvidence(settings);
	await archive.get("0".repeat(64)).catch((error) => {
		if (!isFailure(error) || error.code !== "evidence-missing") throw error;
	});
}
