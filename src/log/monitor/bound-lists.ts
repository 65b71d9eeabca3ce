import { hash } from "node:crypto";
import { type KeyState, readKeyList } from "../seal/key-list.ts";
import { parseLeafList } from "../seal/leaf-list.ts";
import { LIST_BYTES } from "../verify/file-bounds.ts";
import type { ReadLogFile } from "./log-states.ts";
import type { NewLeaf } from "./new-leaves.ts";
import { notCommitted } from "./proven-tiles.ts";

/** What the log says of receipts that are not published, as far as its new leaves bind it. */
export interface BoundLists {
	/** Leaves of `log/withdrawn`; undefined where no new leaf binds that list. */
	readonly withdrawn: readonly number[] | undefined;
	/** Leaves of `log/live`; none where no new leaf binds that list. */
	readonly live: readonly number[];
}

/**
 * Reads the lists that new leaves bind. What a leaf is absent for is bound by the same seal or a later one.
 * @throws Failure `log-inconsistent` for a list that is not what was bound, `log-malformed`, `not-fetched`
 */
export async function readBoundLists(fresh: readonly NewLeaf[], readFile: ReadLogFile): Promise<BoundLists> {
	const read = async (name: string) => {
		const text = (await readBound(fresh, name, readFile))?.text;
		return text === undefined ? undefined : parseLeafList(text);
	};
	return { withdrawn: await read("withdrawn"), live: (await read("live")) ?? [] };
}

/**
 * The log's keys as its newest leaves have changed them, and the leaf that binds that; undefined where none does.
 * @throws Failure as `readBoundLists`
 */
export async function readBoundKeys(
	fresh: readonly NewLeaf[],
	readFile: ReadLogFile,
): Promise<(KeyState & { readonly index: number }) | undefined> {
	const bound = await readBound(fresh, "keys", readFile);
	return bound && { ...readKeyList(bound.text), index: bound.index };
}

/** The text of a list as the newest of the new leaves binds it. */
async function readBound(fresh: readonly NewLeaf[], name: string, readFile: ReadLogFile) {
	const bound = fresh.flatMap(({ index, leaf }) => (leaf?.kind === "list" ? [{ index, leaf }] : []));
	const newest = bound.findLast(({ leaf }) => leaf.name === name);
	if (!newest) return undefined;
	const { index, leaf } = newest;
	const bytes = (await readFile(name, LIST_BYTES)).subarray(0, leaf.size);
	if (bytes.length < leaf.size || hash("sha256", bytes) !== leaf.digest) throw notCommitted(`log/${name}`);
	return { index, text: new TextDecoder().decode(bytes) };
}
