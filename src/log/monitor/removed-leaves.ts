import type { ReceiptLeaf, WatchedLeaf } from "#core/verification.ts";
import { counted, plural } from "#core/wording.ts";
import { parseDecimal } from "#log/tlog/canonical.ts";
import { isReceiptLeaf } from "#log/tlog/leaf.ts";
import type { ReadHash } from "#log/tlog/merkle.ts";
import { TILE_WIDTH } from "#log/tlog/tiles.ts";
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
	// A damaged file of this machine is nothing against the site: what it lost is reported again.
	const reported = new Set(((await seen.read(REPORTED)) ?? "").split("\n").map(parseDecimal));
	const fresh = withdrawn.filter((index) => !reported.has(index) && index < size);
	const found: (WatchedLeaf | undefined)[] = [];
	for (const together of Map.groupBy(fresh, (index) => Math.floor(index / TILE_WIDTH)).values()) {
		const wanted = new Set(together);
		const range = { from: Math.min(...together), to: Math.max(...together) + 1, size };
		for await (const { index, leaf } of readNewLeaves(range, read, readFile))
			if (wanted.has(index)) found.push(leaf && isReceiptLeaf(leaf) ? ofDomain(leaf, index, known) : undefined);
	}
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
