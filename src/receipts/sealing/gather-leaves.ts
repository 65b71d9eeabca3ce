import { join } from "node:path";
import type { Leaf } from "#log/leaf.ts";
import { findAudits } from "./find-audits.ts";
import { findRechecks } from "./find-rechecks.ts";
import type { FoundLeaves } from "./found-leaves.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { orderLeaves } from "./order-leaves.ts";
import type { SealOrder } from "./seal-order.ts";

/** Everything in a reports directory that its log does not have, in the log's order. */
export async function gatherLeaves(
	reports: string,
	index: LeafIndex,
	onProgress: SealOrder["onProgress"],
): Promise<FoundLeaves> {
	const progress = (step: string) => (done: number, total: number) => onProgress?.({ done, total, step });
	const audits = await findAudits(join(reports, "receipts"), index, progress("receipts read"));
	const fresh = new Set(audits.leaves.map(({ receipt }) => receipt));
	const isAudited = (receipt: string) => fresh.has(receipt) || index.hasAudit(receipt);
	const rechecks = await findRechecks(join(reports, "runs"), index, isAudited, progress("run files read"));
	const leaves: Leaf[] = orderLeaves(audits.leaves, rechecks.leaves);
	return {
		leaves,
		files: new Map([...audits.files, ...rechecks.files]),
		names: [...audits.names, ...rechecks.names],
		notes: [...audits.notes, ...rechecks.notes],
		faulty: audits.faulty || rechecks.faulty,
	};
}
