import type { Leaf } from "#log/leaf.ts";

/** What live audits ask the log to take. The next seal reads it here; nothing else writes the log. */
export interface Submissions {
	/** A second submission of the same leaf changes nothing. */
	submit(leaf: Leaf): Promise<void>;
	/** Leaves that no seal has taken yet, oldest first. */
	pending(): Promise<readonly Leaf[]>;
	/**
	 * Notes the leaves' indices in the log; said twice, it changes nothing. Rechecks are forgotten instead: nobody asks for
	 * their index, and a site that stays as it is has one at every look.
	 */
	markLogged(places: readonly { readonly leaf: Leaf; readonly index: number }[]): Promise<void>;
	/** Forgets leaves that wait and that no log will ever take. */
	giveUp(leaves: readonly Leaf[]): Promise<void>;
	/** Index of a receipt's audit leaf; undefined while it waits. */
	position(receipt: string): Promise<number | undefined>;
	countPending(): Promise<number>;
}
