import { readFile } from "node:fs/promises";
import { assess } from "#audit/assess.ts";
import type { EvidenceRecord } from "#audit/evidence-record.ts";
import { CHECKS } from "#checks/registry.ts";
import type { Settings } from "#config/environment.ts";
import { METHODOLOGY, PACKAGE, VERSION } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { canonicalJson } from "#log/canonical-json.ts";
import { createReceipt, readReceipt } from "#receipts/store/receipt.ts";
import { openRecords } from "#receipts/store/record-stores.ts";

export interface Replay {
	readonly original: StoredReceipt;
	readonly again: StoredReceipt;
	/** The receipt's bytes as the judgement gives them now. */
	readonly bytes: string;
	readonly same: boolean;
	/** Members that differ, as JSON pointers; empty when the bytes are the same. */
	readonly differences: readonly string[];
}

/**
 * Repeats the judgement of a receipt from its stored evidence.
 * @throws Failure `receipt-invalid`, `evidence-missing`, or `input-invalid` when another version judged it
 */
export async function replay(path: string, settings: Settings): Promise<Replay> {
	const original = await readReceipt(await readText(path), path);
	const { methodology, engine, evidenceDigest } = original.receipt;
	if (methodology !== METHODOLOGY || engine !== VERSION) {
		throw new Failure("input-invalid", {
			what: `This receipt was judged by methodology ${methodology} in ${PACKAGE} ${engine}.`,
			why: `This is methodology ${METHODOLOGY} in ${PACKAGE} ${VERSION}, and old receipts are never re-graded.`,
			todo: `Replay it with npx ${PACKAGE}@${engine} replay.`,
		});
	}
	// The archive checks the digest, so this is what was written when the audit ran.
	const record = (await openRecords(settings).archive.get(evidenceDigest)) as EvidenceRecord;
	const again = await createReceipt(assess(record, CHECKS), evidenceDigest);
	const differences = differing(original.receipt, again.receipt);
	return { original, again, bytes: canonicalJson(again.receipt), same: again.id === original.id, differences };
}

async function readText(path: string): Promise<string> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		throw new Failure("input-invalid", {
			what: `${path} cannot be read.`,
			why: (error as Error).message,
			todo: "Give the path of a receipt, such as reports/receipts/example.com/2026-11-21T02-00-00.000Z.json.",
		});
	}
}

function differing(a: object, b: object): string[] {
	const left = new Map(Object.entries(a));
	const right = new Map(Object.entries(b));
	const keys = new Set([...left.keys(), ...right.keys()]);
	const text = (value: unknown) => (value === undefined ? "" : canonicalJson(value));
	return [...keys].filter((key) => text(left.get(key)) !== text(right.get(key))).map((key) => `/${key}`);
}
