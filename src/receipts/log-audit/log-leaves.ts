import { hash } from "node:crypto";
import { isFailure } from "#core/failure.ts";
import { type Leaf, parseLeaf } from "#log/leaf.ts";
import { reasonOf } from "./log-faults.ts";

/** The audit leaf of a receipt. */
export interface AuditLeaf {
	readonly index: number;
	readonly auditedAt: string;
}

export type LogLeaves = ReturnType<typeof collectLeaves>;

/** Keeps what is compared later of all leaves, which come in order: about 250 bytes for each of them. */
export function collectLeaves() {
	/** By the receipt's id. */
	const audits: Map<string, AuditLeaf> = new Map();
	const known = new Set<string>();
	/** Leaves that must not be there, whoever signed them. */
	const faults: { readonly index: number; readonly says: string }[] = [];
	let isComplete = true;
	const faultOf = ({ kind, receipt, auditedAt }: Leaf, index: number) => {
		const audit = audits.get(receipt);
		// A leaf that is missing may be the one that a recheck seems to lack.
		if (kind === "recheck" && !audit && isComplete) return "rechecks a receipt that no leaf before it records.";
		if (kind === "audit" && audit) return `records the receipt of leaf ${audit.index} again.`;
		if (kind === "audit") audits.set(receipt, { index, auditedAt });
		return undefined;
	};
	return {
		audits,
		faults,
		/** Whether no leaf was missing so far. */
		isComplete: () => isComplete,
		/** @param entry undefined where it is missing or damaged */
		add(index: number, entry: Uint8Array | undefined): void {
			isComplete &&= entry !== undefined;
			if (!entry) return;
			const leaf = readLeaf(entry);
			// As short as a key can be: there is one for every leaf.
			const key = hash("sha256", entry, "binary");
			const repeats = known.has(key) ? "is in the log twice." : undefined;
			const says = typeof leaf === "string" ? `is none of this log. ${leaf}` : (repeats ?? faultOf(leaf, index));
			if (says !== undefined) faults.push({ index, says: `Leaf ${index} ${says}` });
			known.add(key);
		},
	};
}

/** The leaf, or why it is none. */
function readLeaf(entry: Uint8Array): Leaf | string {
	try {
		return parseLeaf(entry);
	} catch (error) {
		if (isFailure(error)) return reasonOf(error);
		throw error;
	}
}
