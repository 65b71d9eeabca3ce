import { join } from "node:path";
import type { LogAuditProgress, LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { TILE_WIDTH } from "#log/tile.ts";
import type { LeafLedger } from "./leaf-ledger.ts";
import { explainLost } from "./lost-receipts.ts";
import { createReceiptMatcher, type Withdrawals } from "./receipt-match.ts";
import { listReceipts, readReceipts } from "./stored-receipts.ts";
import type { TreeVerdict } from "./tile-faults.ts";
import { toldAsBundles } from "./told-faults.ts";
import { readUnlisted } from "./unlisted-list.ts";

export interface ReceiptCount {
	readonly matching: number;
	readonly withdrawn: number;
	readonly pending: number;
	readonly faults: readonly LogFault[];
	readonly notes: readonly string[];
}

/** Compares the leaves with each other and with the receipt store. */
export async function recountReceipts(
	order: {
		readonly reports: string;
		readonly withdrawals: Withdrawals;
		readonly onProgress?: (progress: LogAuditProgress) => void;
	},
	ledger: LeafLedger,
	{ inDoubt: groups, complete }: Pick<TreeVerdict, "inDoubt" | "complete">,
	size: number,
): Promise<ReceiptCount> {
	const { reports, withdrawals, onProgress } = order;
	const inDoubt = (leaf: number) => groups.has(Math.floor(leaf / TILE_WIDTH));
	const live = await readUnlisted(join(reports, "log"));
	const matcher = createReceiptMatcher(ledger.audits, withdrawals, inDoubt, live.has);
	const directory = join(reports, "receipts");
	const paths = await listReceipts(directory);
	let done = 0;
	for await (const stored of readReceipts(directory, paths)) {
		matcher.add(stored);
		onProgress?.({ done: ++done, total: paths.length, step: "receipts" });
	}
	const { matching, withdrawn, pending, faults, notes, lost, unlisted } = matcher.end();
	const explained = await explainLost(lost, withdrawals, join(reports, "runs"));
	const leafFaults = ledger.faults(complete).filter(({ index }) => !inDoubt(index));
	const unread = "Some entries cannot be read: receipts of theirs count as waiting for the next seal.";
	return {
		matching,
		withdrawn: withdrawn + explained.withdrawn,
		pending,
		faults: [...toldAsBundles(leafFaults, size), ...live.faults, ...faults, ...explained.faults],
		notes: [
			...(pending > 0 ? [`${counted(pending, "receipt")} ${pending === 1 ? "waits" : "wait"} for the next seal.`] : []),
			...(complete ? [] : [unread]),
			...(unlisted > 0
				? [
						`${counted(unlisted, "receipt")} of the log ${unlisted === 1 ? "is" : "are"} of live audits and not published.`,
					]
				: []),
			...notes,
			...explained.notes,
		],
	};
}
