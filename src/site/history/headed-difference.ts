import { CHECKS } from "#checks/registry.ts";
import type { Receipt } from "#core/receipt.ts";
import { headedReceipt } from "../brief/fault-headings.ts";
import type { JudgedAgain } from "./methodology-change.ts";
import { differReceipts, type ReceiptDifference } from "./receipt-difference.ts";

/** The difference of two receipts for readers: also what failed before methodology 2.0.0 is headed by its fault. */
export function headedDifference(before: Receipt, after: Receipt, judged?: JudgedAgain): ReceiptDifference {
	return differReceipts(headedReceipt(before, CHECKS), headedReceipt(after, CHECKS), judged);
}
