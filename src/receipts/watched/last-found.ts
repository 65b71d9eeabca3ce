import type { Settings } from "#config/environment.ts";
import { openDatabase } from "#store/database.ts";

/**
 * When each watched series was last found as a receipt says, by `<domain> <source> <mode>`; ISO 8601.
 * @throws Failure `store-unavailable`
 */
export async function lastFound({ databaseUrl: url }: Pick<Settings, "databaseUrl">): Promise<Map<string, string>> {
	if (url === undefined) return new Map();
	const db = await openDatabase({ url, file: "" });
	try {
		const rows = await db.sql
			.selectFrom("watched_receipt")
			.select(["domain", "source", "mode", ({ fn }) => fn.max("found_at").as("at")])
			.groupBy(["domain", "source", "mode"])
			.execute();
		return new Map(rows.map(({ domain, source, mode, at }) => [`${domain} ${source} ${mode}`, at]));
	} finally {
		await db.close();
	}
}
