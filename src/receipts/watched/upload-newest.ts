import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { type Series, seriesKey } from "#core/receipt.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { readReceipt } from "../store/receipt.ts";
import { fileName, newestFileName } from "../store/receipt-store.ts";
import { openWatchedReceipts } from "./watched-receipts.ts";

const PAGE = 500;

/**
 * Later audits compare with them, so that unchanged sites make no new receipt. Does nothing without DATABASE_URL.
 * @returns how many @throws Failure `store-unavailable`; `receipt-invalid` for a file that is no receipt
 */
export async function uploadNewestReceipts(sites: readonly Series[], settings: Settings): Promise<number> {
	const { databaseUrl: url, reports } = settings;
	if (url === undefined) return 0;
	const db = await openDatabase({ url, file: "" });
	try {
		let uploaded = 0;
		for (let from = 0; from < sites.length; from += PAGE)
			uploaded += await uploadSome(db, sites.slice(from, from + PAGE), join(reports, "receipts"));
		return uploaded;
	} finally {
		await db.close();
	}
}

async function uploadSome(db: Database, sites: readonly Series[], directory: string): Promise<number> {
	const newest = await newestTimes(db, sites);
	const store = openWatchedReceipts(db);
	let uploaded = 0;
	for (const site of sites) {
		const name = await newestFileName(directory, site);
		const auditedAt = newest.get(seriesKey(site));
		const isKnown = auditedAt !== undefined && name !== undefined && fileName({ ...site, auditedAt }) >= name;
		if (name === undefined || isKnown) continue;
		const path = join(directory, site.domain, name);
		await store.put(await readReceipt(await readFile(path, "utf8"), path));
		uploaded++;
	}
	return uploaded;
}

async function newestTimes({ sql }: Database, sites: readonly Series[]): Promise<ReadonlyMap<string, string>> {
	const domains = [...new Set(sites.map(({ domain }) => domain))];
	const rows = await sql
		.selectFrom("watched_receipt")
		.select(({ fn }) => ["domain", "source", "mode", fn.max("audited_at").as("newest")])
		.where("domain", "in", domains)
		.groupBy(["domain", "source", "mode"])
		.execute();
	return new Map(rows.map((row) => [seriesKey(row), row.newest]));
}
