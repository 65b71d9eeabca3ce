import type { Series, StoredReceipt } from "#core/receipt.ts";

/** Where receipts are kept. Every implementation passes `receipt-store.contract.ts`. */
export interface ReceiptStore {
	/**
	 * Write-once and durable when it resolves. A second put of the same receipt changes nothing.
	 * @returns where it is kept, for people
	 * @throws Failure `receipt-conflict` when another receipt of that series and moment is there
	 */
	put(stored: StoredReceipt): Promise<string>;
	/** Newest first. */
	list(series: Series): Promise<readonly StoredReceipt[]>;
}
