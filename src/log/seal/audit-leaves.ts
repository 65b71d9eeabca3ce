import { hash } from "node:crypto";
import { type BigIntStats, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type * as z from "zod";
import { isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { receiptSchema } from "#core/receipt.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { namesIn } from "#receipts/store/if-there.ts";
import { readReceipt } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import type { LeafIndex, SealedFile } from "./leaf-index.ts";

/** Files that are read at the same time. */
const AT_ONCE = 32;
/** Damaged files that are named; of more, the number is. */
const MOST_NAMED = 10;

/**
 * The receipts that the log does not have, as `audit` leaves. A file that is no receipt is named and left out; a file that
 * has not changed since it was sealed is not even read.
 * @param directory `<SIGHTLINE_REPORTS>/receipts`
 */
export async function findAudits(
	directory: string,
	index: LeafIndex,
	onRead: (done: number, total: number) => void,
): Promise<FoundLeaves> {
	const leaves: ReceiptLeaf[] = [];
	const files = new Map<string, SealedFile>();
	const faults: string[] = [];
	const names = await receiptNames(directory);
	const candidates = names.flatMap((name) => changed(directory, name, index));
	for (let at = 0; at < candidates.length; at += AT_ONCE) {
		const batch = candidates.slice(at, at + AT_ONCE);
		const read = await Promise.all(batch.map(({ name }) => readAudit(directory, name, index)));
		for (const [place, { name, stamp }] of batch.entries()) {
			const found = read[place];
			if (found?.fault !== undefined) faults.push(found.fault);
			if (found?.leaf) leaves.push(found.leaf);
			if (found?.digest !== undefined) files.set(keyOf(name), { stamp, digest: found.digest });
		}
		onRead(at + batch.length, candidates.length);
	}
	return { leaves, files, names: names.map(keyOf), notes: namedFaults(faults), faulty: faults.length > 0 };
}

/** `<domain>/<file>.json`, and JSON files that lie where no receipt belongs, so that they get named. */
async function receiptNames(directory: string): Promise<string[]> {
	const names: string[] = [];
	for (const name of await namesIn(directory)) {
		if (name.endsWith(".json")) names.push(name);
		else
			for (const file of await namesIn(join(directory, name)))
				if (file.endsWith(".json")) names.push(`${name}/${file}`);
	}
	return names;
}

function changed(directory: string, name: string, index: LeafIndex) {
	const stamp = stampOf(join(directory, name));
	return stamp === undefined || index.file(keyOf(name))?.stamp === stamp ? [] : [{ name, stamp }];
}

/** With a digest where the receipt need not be read again: it is in the log, or its leaf is here. */
async function readAudit(
	directory: string,
	name: string,
	index: LeafIndex,
): Promise<{ readonly digest?: string; readonly leaf?: ReceiptLeaf; readonly fault?: string }> {
	try {
		const text = await readFile(join(directory, name), "utf8");
		// A receipt's id is the digest of its file; what the log has was checked when it was sealed, but for where it lies.
		const digest = hash("sha256", text, "hex");
		const known = index.hasAudit(digest) ? placedSchema.safeParse(parseJson(text)).data : undefined;
		if (known) return placeFault(known, name) ?? { digest };
		const { id, receipt } = await readReceipt(text, `receipts/${name}`);
		if (receipt.access !== undefined)
			return { fault: `receipts/${name} is of an audit with credentials, which no log takes: remove it.` };
		const fault = placeFault(receipt, name);
		if (fault) return fault;
		return { digest, leaf: { kind: "audit", receipt: id, auditedAt: receipt.auditedAt } };
	} catch (error) {
		if (isFailure(error)) return { fault: error.message };
		// Taken down between the listing and now.
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
		throw error;
	}
}

const placedSchema = receiptSchema.pick({ domain: true, auditedAt: true, source: true, mode: true }).strip();

/** The folder says whose a receipt is: in another's it would be taken for that one's newest. */
function placeFault(receipt: z.infer<typeof placedSchema>, name: string): { readonly fault: string } | undefined {
	const belongs = `${receipt.domain}/${fileName(receipt)}`;
	if (belongs === name) return undefined;
	return { fault: `receipts/${name} is not where it belongs: it is the receipt ${belongs}.` };
}

function namedFaults(faults: readonly string[]): string[] {
	const more = faults.length - MOST_NAMED;
	const named = faults.slice(0, MOST_NAMED).map((fault) => `Left out: ${fault}`);
	return more > 0 ? [...named, `Left out: ${more} more receipts for such reasons.`] : named;
}

function keyOf(name: string): string {
	return `receipts/${name}`;
}

/** What a folder of `reports/` has for the log. */
export interface FoundLeaves {
	readonly leaves: readonly ReceiptLeaf[];
	/** Files that need not be read again once these leaves are in the log: nothing of them was left out. */
	readonly files: ReadonlyMap<string, SealedFile>;
	/** Names of all files that are there, whether they were read or not. */
	readonly names: readonly string[];
	readonly notes: readonly string[];
	readonly faulty: boolean;
}

/**
 * What changes whenever a file does: size, times and inode. Whoever writes anew changes the time of the inode, which no
 * program can set. Synchronous: asking thousands of times is ten times as fast.
 */
export function stampOf(path: string): string | undefined {
	const stats = statSync(path, { bigint: true, throwIfNoEntry: false }) as BigIntStats | undefined;
	return stats?.isFile() ? `${stats.size}-${stats.mtimeNs}-${stats.ctimeNs}-${stats.ino}` : undefined;
}
