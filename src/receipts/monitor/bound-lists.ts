import { hash } from "node:crypto";
import { parseLeafList } from "../seal/leaf-list.ts";
import type { ReadLogFile } from "./log-states.ts";
import type { NewLeaf } from "./new-leaves.ts";
import { notCommitted } from "./proven-tiles.ts";

/** What the log says of receipts that are not published, as far as its new leaves bind it. */
export interface BoundLists {
	/** Leaves of `log/withdrawn`; undefined where no new leaf binds that list. */
	readonly withdrawn: readonly number[] | undefined;
	/** Leaves of `log/live`; none where no new leaf binds that list. */
	readonly live: readonly number[];
	/** False for a log of the form before, which tells nobody why a receipt is not there. */
	readonly isBinding: boolean;
}

const LIST_BYTES = 64 * 1024 * 1024;

/**
 * Reads the lists that new leaves bind. What a leaf is absent for is bound by the same seal or a later one.
 * @throws Failure `log-inconsistent` for a list that is not what was bound, `log-malformed`, `not-fetched`
 */
export async function readBoundLists(fresh: readonly NewLeaf[], readFile: ReadLogFile): Promise<BoundLists> {
	const bound = fresh.flatMap(({ leaf }) => (leaf?.kind === "list" ? [leaf] : []));
	const read = async (name: string) => {
		const newest = bound.findLast((leaf) => leaf.name === name);
		if (!newest) return undefined;
		const bytes = (await readFile(name, LIST_BYTES)).subarray(0, newest.size);
		if (bytes.length < newest.size || hash("sha256", bytes) !== newest.digest) throw notCommitted(`log/${name}`);
		return parseLeafList(new TextDecoder().decode(bytes));
	};
	return { withdrawn: await read("withdrawn"), live: (await read("live")) ?? [], isBinding: bound.length > 0 };
}
