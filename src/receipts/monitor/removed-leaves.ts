import type { WatchedLeaf } from "#core/verification.ts";
import { counted, plural } from "#core/wording.ts";
import { isReceiptLeaf, type ReceiptLeaf } from "#log/leaf.ts";
import type { ReadHash } from "#log/merkle-tree.ts";
import { parseLeafList } from "../seal/leaf-list.ts";
import type { ReadLogFile } from "./log-states.ts";
import { readNewLeaves } from "./new-leaves.ts";
import type { SeenStates } from "./seen-states.ts";

/** Leaves of `log/withdrawn` that were reported. */
const REPORTED = "withdrawn";

interface Removals {
	/** Leaves that the log lists as withdrawn. */
	readonly withdrawn: readonly number[];
	readonly domains: readonly string[];
	/** Domains of the receipts that were seen here while they were published. */
	readonly known: ReadonlyMap<string, string>;
	readonly size: number;
}

/**
 * Those of the receipts that were taken down since the last look which are of watched domains. Whose one is can be known of
 * those alone that were seen before.
 * @param read hashes of the signed tree
 * @throws Failure as `readNewLeaves`
 */
export async function findRemovedLeaves(
	{ withdrawn, domains, known, size }: Removals,
	read: ReadHash,
	{ seen, readFile }: { readonly seen: SeenStates; readonly readFile: ReadLogFile },
) {
	const reported = new Set(parseLeafList((await seen.read(REPORTED)) ?? ""));
	const fresh = withdrawn.filter((index) => !reported.has(index) && index < size);
	const found: (WatchedLeaf | undefined)[] = [];
	for (const index of fresh)
		for await (const { leaf } of readNewLeaves({ from: index, to: index + 1, size }, read, readFile))
			found.push(leaf && isReceiptLeaf(leaf) ? ofDomain(leaf, index, known) : undefined);
	const removed = found.filter((leaf) => leaf !== undefined);
	const strangers = found.length - removed.length;
	const says = `${counted(strangers, "receipt", "receipts")} ${plural(strangers, "was", "were")} taken down that this machine had not seen: whose ${plural(strangers, "it was", "they were")} is unknown.`;
	return {
		removed: removed.filter(({ domain }) => domains.includes(domain)),
		notes: strangers > 0 ? [says] : [],
		keep: () => seen.keep(REPORTED, withdrawn.map((index) => `${index}\n`).join("")),
	};
}

function ofDomain(leaf: ReceiptLeaf, index: number, known: Removals["known"]): WatchedLeaf | undefined {
	const domain = known.get(leaf.receipt);
	return domain === undefined ? undefined : { domain, index, ...leaf };
}
