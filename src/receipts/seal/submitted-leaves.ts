import { isFailure } from "#core/failure.ts";
import { counted } from "#core/wording.ts";
import { formatLeaf, type Leaf } from "#log/leaf.ts";
import type { Submissions } from "../live/submissions.ts";
import type { LeafIndex } from "./leaf-index.ts";

/** What live audits have for the log. */
export interface FoundSubmissions {
	/** Of receipts that neither the log nor a file has. */
	readonly audits: readonly Leaf[];
	/** Those that the log does not have. */
	readonly rechecks: readonly Leaf[];
	/** Rechecks of receipts whose audit is in no log and does not wait for one: they are told once. */
	readonly orphans: readonly Leaf[];
	/** Sentences about what was left out. */
	readonly notes: readonly string[];
	readonly faulty: boolean;
}

/**
 * The submitted leaves that the log does not have. One that it has was sealed by a seal that did not come to say so.
 * @param filed receipts whose audit is taken in from a file
 */
export function findSubmissions(
	pending: readonly Leaf[],
	index: LeafIndex,
	filed: ReadonlySet<string>,
): FoundSubmissions {
	const sound = pending.filter(isLeaf);
	const fresh = sound.filter((leaf) => index.position(leaf) === undefined);
	const audits = fresh.filter(
		({ kind, receipt }) => kind === "audit" && !filed.has(receipt) && !index.hasAudit(receipt),
	);
	const known = new Set([...filed, ...audits.map(({ receipt }) => receipt)]);
	const rechecks = fresh.filter(({ kind }) => kind === "recheck");
	const isAudited = ({ receipt }: Leaf) => known.has(receipt) || index.hasAudit(receipt);
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

function isLeaf(leaf: Leaf): boolean {
	try {
		return formatLeaf(leaf).length > 0;
	} catch (error) {
		if (isFailure(error)) return false;
		throw error;
	}
}

/** What a seal has found submitted. */
export interface SubmittedLeaves {
	readonly pending: readonly Leaf[];
	/** Those of them that are given up. */
	readonly orphans: readonly Leaf[];
}

/**
 * Tells whoever submitted leaves where they are in the log, and which will never be there. The log is published by now: what cannot be told this time is
 * told by the next seal.
 * @returns sentences about what could not be told
 */
export async function markSubmissions(
	submissions: Submissions | undefined,
	{ pending, orphans }: SubmittedLeaves,
	position: LeafIndex["position"],
): Promise<string[]> {
	const places = pending.flatMap((leaf) => {
		const index = position(leaf);
		return index === undefined ? [] : [{ leaf, index }];
	});
	if (!submissions) return [];
	try {
		await submissions.markLogged(places);
		await submissions.giveUp(orphans);
		return [];
	} catch (error) {
		if (!isFailure(error)) throw error;
		return [`The live store was not told where its leaves are; the next seal tells it. ${error.message}`];
	}
}
