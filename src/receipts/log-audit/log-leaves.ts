import { hash } from "node:crypto";
import { isFailure } from "#core/failure.ts";
import { type Leaf, parseLeaf } from "#log/leaf.ts";
import { reasonOf } from "./log-faults.ts";

/** The audit leaf of a receipt. */
export interface AuditLeaf {
	readonly index: number;
	readonly auditedAt: string;
}

/** A leaf that must not be there, whoever signed it. */
interface LeafFault {
	readonly index: number;
	readonly says: string;
}

export type LogLeaves = ReturnType<typeof collectLeaves>;

/** Keeps what is compared later of all leaves, which come in any order: about 250 bytes for each of them. */
export function collectLeaves() {
	/** By the receipt's id. */
	const audits: Map<string, AuditLeaf> = new Map();
	const known = new Set<string>();
	const found: LeafFault[] = [];
	/** Rechecks whose audit had not been read when they were; few, since logs are read from the beginning. */
	const early: { readonly index: number; readonly receipt: string }[] = [];

	const check = ({ kind, receipt, auditedAt }: Leaf, index: number) => {
		const audit = audits.get(receipt);
		if (kind === "recheck") {
			if (!audit || audit.index > index) early.push({ index, receipt });
		} else if (audit) found.push({ index, says: `Leaf ${index} records the receipt of leaf ${audit.index} again.` });
		else audits.set(receipt, { index, auditedAt });
	};
	return {
		audits,
		add(index: number, entry: Uint8Array): void {
			const leaf = readLeaf(entry);
			// As short as a key can be: there is one for every leaf.
			const key = hash("sha256", entry, "binary");
			if (typeof leaf === "string") found.push({ index, says: `Leaf ${index} is none of this log. ${leaf}` });
			else if (known.has(key)) found.push({ index, says: `Leaf ${index} is in the log twice.` });
			else {
				known.add(key);
				check(leaf, index);
			}
		},
		/**
		 * Faults that show when all leaves have been added.
		 * @param complete whether no leaf is missing: one that is may be what another seems to lack
		 */
		faults(complete: boolean): LeafFault[] {
			const orphans = early.filter(({ index, receipt }) => {
				const audit = audits.get(receipt);
				return audit ? audit.index > index : complete;
			});
			const says = (index: number) => `Leaf ${index} rechecks a receipt that no leaf before it records.`;
			return [...found, ...orphans.map(({ index }) => ({ index, says: says(index) }))];
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
