import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { byCodeUnits, counted } from "#core/wording.ts";
import { formatLeaf } from "#log/tlog/leaf.ts";
import type { RunDigest } from "#receipts/store/run-digest.ts";
import type { Exported } from "#receipts/watched/export-receipts.ts";
import { type FoundLeaves, findAudits } from "./audit-leaves.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { findRechecks } from "./recheck-leaves.ts";
import type { LogHome, SealOptions } from "./seal.ts";

export interface GatheredLeaves extends FoundLeaves {
	/** Receipts of live audits among them, which are never published. */
	readonly unlisted: ReadonlySet<string>;
	readonly orphans: readonly ReceiptLeaf[];
	/** Runs of the files that were read. */
	readonly runs: readonly RunDigest[];
}

/**
 * Everything in a reports directory that its log does not have, and everything that was submitted, in the log's order.
 * @param pending submitted leaves
 */
export async function gatherLeaves(
	reports: string,
	index: LeafIndex,
	pending: readonly ReceiptLeaf[],
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
		runs: rechecks.runs,
		files: new Map([...audits.files, ...rechecks.files]),
		names: [...audits.names, ...rechecks.names],
		notes: [...audits.notes, ...rechecks.notes, ...live.notes],
		faulty: audits.faulty || rechecks.faulty || live.faulty,
	};
}

/** Ids of the receipts that have a file. */
export function receiptsThere(index: LeafIndex, { files, names }: GatheredLeaves): ReadonlySet<string> {
	return new Set(names.flatMap((name) => files.get(name)?.digest ?? index.file(name)?.digest ?? []));
}

function receiptsOf(leaves: readonly ReceiptLeaf[]): ReadonlySet<string> {
	return new Set(leaves.map(({ receipt }) => receipt));
}

/** The same recheck may be in a run file and among the submissions. */
function withoutDoubles(rechecks: readonly ReceiptLeaf[]): ReceiptLeaf[] {
	return [...new Map(rechecks.map((leaf) => [`${leaf.receipt} ${leaf.auditedAt}`, leaf])).values()];
}

/**
 * Leaves in the order in which they go into the log: by the time of the audit, audits before rechecks, then by receipt.
 * A recheck never comes before the audit that it confirms, also where a clock was set back between the two.
 */
function orderLeaves(audits: readonly ReceiptLeaf[], rechecks: readonly ReceiptLeaf[]): ReceiptLeaf[] {
	const auditedAt = new Map(audits.map((leaf) => [leaf.receipt, leaf.auditedAt]));
	const moment = (leaf: ReceiptLeaf) => {
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

/**
 * The submitted leaves that the log does not have. One that it has was sealed by a seal that did not come to say so.
 * @param filed receipts whose audit is taken in from a file
 */
function findSubmissions(pending: readonly ReceiptLeaf[], index: LeafIndex, filed: ReadonlySet<string>) {
	const sound = pending.filter(isLeaf);
	const fresh = sound.filter((leaf) => index.position(leaf) === undefined);
	const audits = fresh.filter(
		({ kind, receipt }) => kind === "audit" && !filed.has(receipt) && !index.hasAudit(receipt),
	);
	const known = new Set([...filed, ...audits.map(({ receipt }) => receipt)]);
	const rechecks = fresh.filter(({ kind }) => kind === "recheck");
	const isAudited = ({ receipt }: ReceiptLeaf) => known.has(receipt) || index.hasAudit(receipt);
	// Of receipts whose audit is in no log and does not wait for one: reported once, then deleted.
	const orphans = rechecks.filter((leaf) => !isAudited(leaf));
	const damaged = pending.length - sound.length;
	return {
		audits,
		rechecks: rechecks.filter(isAudited),
		orphans,
		notes: [
			...(damaged > 0 ? [`Left out of the live store: ${counted(damaged, "submission")} that no log can take.`] : []),
			...(orphans.length > 0
				? [`Given up in the live store: ${counted(orphans.length, "recheck")}, because no such receipt is in the log.`]
				: []),
		],
		faulty: damaged > 0,
	};
}

function isLeaf(leaf: ReceiptLeaf): boolean {
	try {
		return formatLeaf(leaf).length > 0;
	} catch (error) {
		if (isFailure(error)) return false;
		throw error;
	}
}

/** Leaves that the live store waits for: submitted, never to be taken, and of receipts that have become files. */
interface MarkedLeaves {
	readonly pending: readonly ReceiptLeaf[];
	readonly orphans: readonly ReceiptLeaf[];
	readonly exported: Exported;
}

/**
 * Stores the indices of submitted leaves with their submissions, of exported ones with their receipts, and deletes those
 * that no log will take. The log is published by now, so that a failure here is made up for by the next seal.
 * @returns sentences about what failed
 */
export async function markInStore(
	{ submissions, watched }: Pick<LogHome, "submissions" | "watched">,
	{ pending, orphans, exported }: MarkedLeaves,
	position: LeafIndex["position"],
): Promise<string[]> {
	const places = pending.flatMap((leaf) => {
		const index = position(leaf);
		return index === undefined ? [] : [{ leaf, index }];
	});
	try {
		await submissions?.markLogged(places);
		await submissions?.giveUp(orphans);
		await watched?.markSealed(exported.leaves, position);
		return [];
	} catch (error) {
		if (!isFailure(error)) throw error;
		return [
			`The places of the leaves could not be stored in the live store; the next seal stores them. ${error.message}`,
		];
	}
}
