import { readNamedText } from "#config/named-file.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { RECEIPT_MAX_BYTES } from "#receipts/verify/local-material.ts";

const TODO = "Give the path of a receipt, such as reports/receipts/example.com/2026-11-21T02-00-00.000Z.json.";

/** The receipt of a file that was named on the command line. @throws Failure `input-invalid`, `receipt-invalid` */
export async function readReceiptFile(path: string): Promise<StoredReceipt> {
	return readReceipt(await readNamedText(path, { most: RECEIPT_MAX_BYTES, todo: TODO }), path);
}
