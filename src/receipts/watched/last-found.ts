import { seriesKey } from "#core/receipt.ts";
import { openDatabase } from "#store/database.ts";

/** By `seriesKey`; ISO 8601. @throws Failure `store-unavailable` */
export async function lastFound(url: string): Promise<Map<string, string>> {
	const db = await openDatabase({ url, file: "" });
	try {
		const rows = await db.sql
			.selectFrom("watched_receipt")
			.select(["domain", "source", "mode", ({ fn }) => fn.max("found_at").as("at")])
			.groupBy(["domain", "source", "mode"])
			.execute();
		return new Map(rows.map((row) => [seriesKey(row), row.at]));
	} finally {
		await db.close();
	}
}
