import { isFailure } from "#core/failure.ts";
import type { Leaf } from "#log/leaf.ts";
import type { Submissions } from "../store/submissions.ts";
import type { LeafIndex } from "./leaf-index.ts";

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
