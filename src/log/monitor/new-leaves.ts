import { isFailure } from "#core/failure.ts";
import { type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import { hashLeaf, type ReadHash } from "#log/tlog/merkle.ts";
import { parseEntries, TILE_WIDTH, tilePath } from "#log/tlog/tiles.ts";
import { BUNDLE_BYTES } from "../verify/file-bounds.ts";
import type { ReadLogFile } from "./log-states.ts";
import { isBundle, notCommitted } from "./proven-tiles.ts";

/** One leaf of the log; without `leaf` where this program does not know its kind, as `says` says. */
export interface NewLeaf {
	readonly index: number;
	readonly leaf?: Leaf;
	readonly says?: string;
}

/**
 * The leaves [from, to) of a log of `size` leaves, by default to its end, each shown to lead to the signed root; nothing before them is asked for, but the
 * first ones of a bundle that has grown.
 * @param read hashes of the signed tree
 * @throws Failure `log-inconsistent` or `log-malformed` for entries that were not signed, `not-fetched`
 */
export async function* readNewLeaves(
	{ from, size, to = size }: { readonly from: number; readonly size: number; readonly to?: number },
	read: ReadHash,
	readFile: ReadLogFile,
): AsyncGenerator<NewLeaf> {
	for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index++) {
		const first = index * TILE_WIDTH;
		const bundle = { index, width: Math.min(TILE_WIDTH, size - first) };
		const path = tilePath({ ...bundle, level: "entries" });
		const entries = parseEntries(await readFile(path, BUNDLE_BYTES), bundle.width);
		if (!(await isBundle(bundle, await Promise.all(entries.map(hashLeaf)), read))) throw notCommitted(path);
		for (const [at, entry] of entries.slice(0, to - first).entries())
			if (first + at >= from) yield readLeaf(first + at, entry);
	}
}

function readLeaf(index: number, entry: Uint8Array): NewLeaf {
	try {
		return { index, leaf: parseLeaf(entry) };
	} catch (error) {
		if (isFailure(error)) return { index, says: `Leaf ${index} cannot be read. ${error.message}` };
		throw error;
	}
}
