import type { PillarKey } from "#core/pillar.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Gate, Scores } from "#core/report.ts";

/** What lists and charts need of a receipt; a hundredth of its size, so that all of them fit into memory. */
export interface ReceiptSummary {
	readonly id: string;
	/** ASCII host. */
	readonly domain: string;
	readonly source: Receipt["source"];
	readonly mode: Receipt["mode"];
	/** ISO 8601, UTC, milliseconds. */
	readonly auditedAt: string;
	readonly methodology: string;
	readonly preset: Receipt["preset"]["key"];
	readonly gates: readonly Gate[];
	/** Index of its leaf; absent while it waits for the next seal. */
	readonly logIndex?: number;
	/** Absent where the site could not be audited. */
	readonly scores?: {
		/** Integer, 0 to 100. */
		readonly overall: number;
		readonly axes: Scores["axes"];
		readonly pillars: Readonly<Partial<Record<PillarKey, number>>>;
	};
}

export function summariseReceipt({ id, receipt }: StoredReceipt): ReceiptSummary {
	const { domain, source, mode, auditedAt, methodology, preset, gates, scores } = receipt;
	const summary = { id, domain, source, mode, auditedAt, methodology, preset: preset.key, gates };
	if (!scores) return summary;
	const pillars = Object.fromEntries(scores.pillars.map(({ key, score }) => [key, score]));
	return { ...summary, scores: { overall: scores.overall, axes: scores.axes, pillars } };
}

/** By time, then by id, so that two audits of one moment always stand in the same order. */
export function newestFirst(a: ReceiptSummary, b: ReceiptSummary): number {
	return compare(b.auditedAt, a.auditedAt) || compare(a.id, b.id);
}

function compare(a: string, b: string): number {
	if (a === b) return 0;
	return a < b ? -1 : 1;
}
