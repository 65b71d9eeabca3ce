import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Settings } from "#config/environment.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";

export async function writeReceipt({ reports }: Settings, { receipt }: StoredReceipt): Promise<void> {
	const path = join(reports, "receipts", receipt.domain, fileName(receipt));
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, await receiptText(receipt));
}

export async function writeWatchlist({ reports }: Settings, domains: readonly string[]): Promise<void> {
	await mkdir(reports, { recursive: true });
	const entries = domains.map((domain) => ({ domain, agency: "northlight" }));
	await writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries }));
	await mkdir(join(reports, "agencies"), { recursive: true });
	await writeFile(join(reports, "agencies/northlight.json"), '{"name": "Northlight"}');
}
