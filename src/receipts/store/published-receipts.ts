import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import { newestFirst, type ReceiptSummary, readReceipt, summariseReceipt } from "./receipt.ts";
import { receiptFileNames } from "./receipt-store.ts";
import { parseReceipt } from "./receipt-text.ts";

/** Summaries in memory, the rest read at need. */
export interface PublishedReceipts {
	/** Newest first. */
	readonly summaries: readonly ReceiptSummary[];
	/** To the letter; its SHA-256 is the id. */
	text(id: string): Promise<string>;
	read(id: string): Promise<StoredReceipt>;
}

// One after the other: for small files, a thread costs more than the reading.

/** In their long form: each page of a domain asks for them in turn. */
const AT_HAND = 64;

const AT_ONCE = 32;

/** A logged receipt was checked when sealed: its digest is proof. @throws Failure `receipt-invalid` for a bad file */
export async function readPublishedReceipts(
	directory: string,
	domains: Iterable<string>,
	position: (id: string) => number | undefined,
): Promise<PublishedReceipts> {
	const pathsOf = async (domain: string) =>
		(await receiptFileNames(join(directory, domain))).map((name) => join(directory, domain, name));
	const paths = (await Promise.all([...domains].map(pathsOf))).flat();
	const places = new Map<string, string>();
	const summaries: ReceiptSummary[] = [];
	for (let at = 0; at < paths.length; at += AT_ONCE) {
		const batch = paths.slice(at, at + AT_ONCE).map(async (path) => {
			const stored = await readHead(path, position);
			// Shows what the public does not see, whatever put it there.
			if (stored.receipt.access !== undefined) return;
			places.set(stored.id, path);
			const logIndex = position(stored.id);
			summaries.push({ ...summariseReceipt(stored), ...(logIndex === undefined ? {} : { logIndex }) });
		});
		await Promise.all(batch);
	}
	const text = async (id: string) => readFileSync(places.get(id) ?? missing(id), "utf8");
	const atHand = new Map<string, Promise<Receipt>>();
	const read = async (id: string) => {
		const reading = atHand.get(id) ?? text(id).then(parseReceipt);
		// Asked for last, forgotten last.
		atHand.delete(id);
		atHand.set(id, reading);
		const [oldest] = atHand.keys();
		if (atHand.size > AT_HAND && oldest !== undefined) atHand.delete(oldest);
		return { id, receipt: await reading };
	};
	return { summaries: summaries.sort(newestFirst), text, read };
}

/** Without findings, which may be in the short form. */
async function readHead(
	path: string,
	position: (id: string) => number | undefined,
): Promise<{ id: string; receipt: Omit<Receipt, "findings"> }> {
	const text = readFileSync(path, "utf8");
	const id = hash("sha256", text);
	return position(id) !== undefined ? { id, receipt: JSON.parse(text) } : readReceipt(text, path);
}

function missing(id: string): never {
	throw new RangeError(`There is no published receipt ${id}.`);
}
