import { hash } from "node:crypto";
import { type Leaf, type ListLeaf, parseLeaf } from "#log/tlog/leaf.ts";
import { reasonOf } from "./findings.ts";

/** The audit leaf of a receipt. */
export type AuditLeaf = { readonly index: number; readonly auditedAt: string };

/** What binds a file to the log, and its place. */
export interface BoundFile {
	readonly index: number;
	readonly leaf: ListLeaf;
}

export type LogLeaves = ReturnType<typeof collectLeaves>;

/** Keeps what is compared later of all leaves, which come in order: about 250 bytes for each of them. */
export function collectLeaves() {
	/** By the receipt's id. */
	const audits: Map<string, AuditLeaf> = new Map();
	/** By the name of the file, oldest first. */
	const bound: Map<string, BoundFile[]> = new Map();
	const known = new Set<string>();
	const late: number[] = [];
	let last = "";
	/** Leaves that must not be there, whoever signed them. */
	const faults: { readonly index: number; readonly says: string }[] = [];
	let isComplete = true;
	const faultOf = (leaf: Leaf, index: number) => {
		if (leaf.kind === "list") {
			const same = bound.get(leaf.name);
			if (same) same.push({ index, leaf });
			else bound.set(leaf.name, [{ index, leaf }]);
			return undefined;
		}
		const { kind, receipt, auditedAt } = leaf;
		if (auditedAt < last) late.push(index);
		last = auditedAt;
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
		bound,
		/** Leaves about a receipt that are dated before the one before them. */
		late,
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
