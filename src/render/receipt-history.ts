import type { StoredReceipt } from "#core/receipt.ts";

/** The light audits of one domain, newest first; never empty. */
export type ReceiptHistory = readonly [StoredReceipt, ...StoredReceipt[]];

/** Light receipts by domain, each list newest first. Briefs speak of light audits only. */
export function lightHistories(receipts: Iterable<StoredReceipt>): ReadonlyMap<string, ReceiptHistory> {
	const histories = new Map<string, [StoredReceipt, ...StoredReceipt[]]>();
	for (const stored of [...receipts].sort(newestFirst)) {
		if (stored.receipt.mode !== "light") continue;
		const history = histories.get(stored.receipt.domain);
		if (history) history.push(stored);
		else histories.set(stored.receipt.domain, [stored]);
	}
	return histories;
}

/** By time, then by id, so that two audits of one moment always stand in the same order. */
function newestFirst(a: StoredReceipt, b: StoredReceipt): number {
	return compare(b.receipt.auditedAt, a.receipt.auditedAt) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
