import { hash } from "node:crypto";
import { type Leaf, parseLeaf } from "#log/leaf.ts";
import { reasonOf } from "./findings.ts";

/** The audit leaf of a receipt. */
export type AuditLeaf = { readonly index: number; readonly auditedAt: string };

export type LogLeaves = ReturnType<typeof collectLeaves>;

/** Keeps what is compared later of all leaves, which come in order: about 250 bytes for each of them. */
export function collectLeaves() {
	/** By the receipt's id. */
	const audits: Map<string, AuditLeaf> = new Map();
	const known = new Set<string>();
	/** Leaves that must not be there, whoever signed them. */
	const faults: { readonly index: number; readonly says: string }[] = [];
	let isComplete = true;
	const faultOf = (leaf: Leaf, index: number) => {
		if (leaf.kind === "list") return undefined;
		const { kind, receipt, auditedAt } = leaf;
		const audit = audits.get(receipt);
		// A leaf that is missing may be the one that a recheck seems to lack.
		if (kind === "recheck" && !audit && isComplete) return "rechecks a receipt that no leaf before it records.";
		if (kind === "audit" && audit) return `records the receipt of leaf ${audit.index} again.`;
		if (kind === "audit") audits.set(receipt, { index, auditedAt });
		return undefined;
	};
	const read = (entry: Uint8Array, index: number) => {
		try {
			const leaf = parseLeaf(entry);
			// As short as a key can be: there is one for every leaf.
			const key = hash("sha256", entry, "binary");
			if (known.has(key)) return "is in the log twice.";
			known.add(key);
			return faultOf(leaf, index);
		} catch (error) {
			return `is none of this log. ${reasonOf(error)}`;
		}
	};
	return {
		audits,
		faults,
		/** Whether no leaf was missing so far. */
		isComplete: () => isComplete,
		/** @param entry undefined where it is missing or damaged */
		add(index: number, entry: Uint8Array | undefined): void {
			isComplete &&= entry !== undefined;
			const says = entry && read(entry, index);
			if (says) faults.push({ index, says: `Leaf ${index} ${says}` });
		},
	};
}
