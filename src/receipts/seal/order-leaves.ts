import type { Leaf } from "#log/leaf.ts";

/**
 * Leaves in the order in which they go into the log: by the time of the audit, audits before rechecks, then by receipt.
 * A recheck never comes before the audit that it confirms, also where a clock was set back between the two.
 */
export function orderLeaves(audits: readonly Leaf[], rechecks: readonly Leaf[]): Leaf[] {
	const auditedAt = new Map(audits.map((leaf) => [leaf.receipt, leaf.auditedAt]));
	const moment = (leaf: Leaf) => {
		const audit = auditedAt.get(leaf.receipt) ?? "";
		return leaf.auditedAt > audit ? leaf.auditedAt : audit;
	};
	return [...audits, ...rechecks].sort(
		(a, b) =>
			compare(moment(a), moment(b)) ||
			compare(a.kind, b.kind) ||
			compare(a.receipt, b.receipt) ||
			compare(a.auditedAt, b.auditedAt),
	);
}

function compare(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
