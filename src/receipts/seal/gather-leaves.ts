import { join } from "node:path";
import { byCodeUnits } from "#core/wording.ts";
import type { Leaf } from "#log/leaf.ts";
import { type FoundLeaves, findAudits } from "./audit-leaves.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { findRechecks } from "./recheck-leaves.ts";
import type { SealOptions } from "./seal.ts";
import { findSubmissions } from "./submitted-leaves.ts";

export interface GatheredLeaves extends FoundLeaves {
	/** Receipts of live audits among them, which are never published. */
	readonly unlisted: ReadonlySet<string>;
	/** Submitted rechecks that are given up. */
	readonly orphans: readonly Leaf[];
}

/**
 * Everything in a reports directory that its log does not have, and everything that was submitted, in the log's order.
 * @param pending submitted leaves
 */
export async function gatherLeaves(
	reports: string,
	index: LeafIndex,
	pending: readonly Leaf[],
	onProgress: SealOptions["onProgress"],
): Promise<GatheredLeaves> {
	const progress = (step: string) => (done: number, total: number) => onProgress?.({ done, total, step });
	const audits = await findAudits(join(reports, "receipts"), index, progress("receipts read"));
	const filed = receiptsOf(audits.leaves);
	const live = findSubmissions(pending, index, filed);
	const unlisted = receiptsOf(live.audits);
	const isAudited = (receipt: string) => filed.has(receipt) || unlisted.has(receipt) || index.hasAudit(receipt);
	const rechecks = await findRechecks(join(reports, "runs"), index, isAudited, progress("run files read"));
	return {
		leaves: orderLeaves([...audits.leaves, ...live.audits], withoutDoubles([...rechecks.leaves, ...live.rechecks])),
		unlisted,
		orphans: live.orphans,
		files: new Map([...audits.files, ...rechecks.files]),
		names: [...audits.names, ...rechecks.names],
		notes: [...audits.notes, ...rechecks.notes, ...live.notes],
		faulty: audits.faulty || rechecks.faulty || live.faulty,
	};
}

function receiptsOf(leaves: readonly Leaf[]): ReadonlySet<string> {
	return new Set(leaves.map(({ receipt }) => receipt));
}

/** The same recheck may stand in a run file and be submitted. */
function withoutDoubles(rechecks: readonly Leaf[]): Leaf[] {
	return [...new Map(rechecks.map((leaf) => [`${leaf.receipt} ${leaf.auditedAt}`, leaf])).values()];
}

/**
 * Leaves in the order in which they go into the log: by the time of the audit, audits before rechecks, then by receipt.
 * A recheck never comes before the audit that it confirms, also where a clock was set back between the two.
 */
function orderLeaves(audits: readonly Leaf[], rechecks: readonly Leaf[]): Leaf[] {
	const auditedAt = new Map(audits.map((leaf) => [leaf.receipt, leaf.auditedAt]));
	const moment = (leaf: Leaf) => {
		const audit = auditedAt.get(leaf.receipt) ?? "";
		return leaf.auditedAt > audit ? leaf.auditedAt : audit;
	};
	return [...audits, ...rechecks].sort(
		(a, b) =>
			byCodeUnits(moment(a), moment(b)) ||
			byCodeUnits(a.kind, b.kind) ||
			byCodeUnits(a.receipt, b.receipt) ||
			byCodeUnits(a.auditedAt, b.auditedAt),
	);
}
