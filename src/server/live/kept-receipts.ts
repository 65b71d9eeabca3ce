import { LRUCache } from "lru-cache";
import type { Series } from "#core/receipt.ts";
import { type KeptReceipt, listSeriesIds, type SqlReceipts } from "#receipts/live/receipt-table.ts";
import type { Database } from "#store/database.ts";

/** Receipts of the live store, read and verified once. */
export interface KeptReceipts {
	/**
	 * undefined for one that is not in the store now, or has expired.
	 * @param expiresMs as the store has just said, where it was asked already
	 */
	get(id: string, expiresMs?: number): Promise<KeptReceipt | undefined>;
	/** At most so many of the receipts of a series that are there now, newest first. */
	newest(series: Series, most: number): Promise<readonly KeptReceipt[]>;
}

/** UTF-16 code units of receipts' texts, 15,000 each as a rule; what is read of them takes about ten times as many bytes. */
const KEPT_TEXT = 2_000_000;

/**
 * Keeps receipts that were read, up to a bound: under its id a receipt never changes. Whether it is still there, and until
 * when, is asked of the store each time, where another process may have prolonged or removed it.
 */
export function keepReceipts(
	database: Pick<Database, "sql">,
	receipts: Pick<SqlReceipts, "get" | "expiresMs">,
	{ maxText = KEPT_TEXT, now = Date.now }: { readonly maxText?: number; readonly now?: () => number } = {},
): KeptReceipts {
	const kept = new LRUCache<string, KeptReceipt>({
		maxSize: maxText,
		sizeCalculation: ({ text }) => text.length || 1,
	});

	async function read(id: string): Promise<KeptReceipt | undefined> {
		const found = await receipts.get(id);
		if (found) kept.set(id, found);
		return found;
	}

	return {
		async get(id, asked) {
			const known = kept.get(id);
			if (!known) return read(id);
			const expiresMs = asked ?? (await receipts.expiresMs(id));
			if (expiresMs !== undefined) return { ...known, expiresMs };
			kept.delete(id);
			return undefined;
		},
		async newest(series, most) {
			const ids = await listSeriesIds(database, series, { now: now(), most });
			const found = await Promise.all(ids.map((id) => kept.get(id) ?? read(id)));
			// Another process may have removed one meanwhile.
			return found.filter((each) => each !== undefined);
		},
	};
}
