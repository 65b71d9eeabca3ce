import type { Settings } from "#config/environment.ts";
import { isFailure } from "#core/failure.ts";
import { openDatabase } from "#store/database.ts";
import { openSqlEvidence } from "../live/evidence-table.ts";
import type { EvidenceArchive } from "../store/evidence-archive.ts";
import { openEvidence } from "../store/open-records.ts";

/** Files or bucket, then Postgres, connected at need. `get` throws Failure `evidence-missing`, `store-unavailable` */
export async function openKeptEvidence(settings: Settings): Promise<Pick<EvidenceArchive, "get">> {
	const first = await openEvidence(settings);
	const { databaseUrl: url } = settings;
	return {
		async get(digest) {
			try {
				return await first.get(digest);
			} catch (error) {
				if (url === undefined || !isFailure(error) || error.code !== "evidence-missing") throw error;
				return getFromPostgres(url, digest);
			}
		},
	};
}

async function getFromPostgres(url: string, digest: string): Promise<unknown> {
	const db = await openDatabase({ url, file: "" });
	try {
		return await openSqlEvidence(db, "watched_evidence").get(digest);
	} finally {
		await db.close();
	}
}
