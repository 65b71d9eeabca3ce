import { readFile } from "node:fs/promises";
import { Failure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { readReceipt } from "#receipts/store/receipt.ts";

/** The receipt of a file that was named on the command line. @throws Failure `input-invalid`, `receipt-invalid` */
export async function readReceiptFile(path: string): Promise<StoredReceipt> {
	let text: string;
	try {
		text = await readFile(path, "utf8");
	} catch (error) {
		throw new Failure("input-invalid", {
			what: `${path} cannot be read.`,
			why: (error as Error).message,
			todo: "Give the path of a receipt, such as reports/receipts/example.com/2026-11-21T02-00-00.000Z.json.",
		});
	}
	return readReceipt(text, path);
}
