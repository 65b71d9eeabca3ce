import { join } from "node:path";
import { canonicalLines, malformed, parseDecimal } from "#log/tlog/canonical.ts";
import { readIfThere } from "#receipts/store/if-there.ts";

/**
 * Reads a list of leaves such as `log/withdrawn`: one index a line, in the order in which they were added.
 * @throws Failure `log-malformed` for anything else, and for an index that it has twice
 */
export function parseLeafList(text: string): number[] {
	const indices = new Set<number>();
	for (const [at, line] of canonicalLines(text, "list of leaves").entries()) {
		const index = parseDecimal(line);
		if (index === undefined)
			throw malformed("list of leaves", `Its line ${at + 1} is "${line.slice(0, 40)}", which is no index.`);
		if (indices.has(index)) throw malformed("list of leaves", `It has leaf ${index} twice.`);
		indices.add(index);
	}
	return [...indices];
}

export function formatLeafList(indices: readonly number[]): string {
	return indices.map((index) => `${index}\n`).join("");
}

/**
 * Whether a leaf is of a live audit, whose receipt is kept for a while and never published, by `log/live`.
 * @throws Failure `log-malformed`
 */
export async function readLiveLeaves(directory: string): Promise<(index: number) => boolean> {
	const live = new Set(parseLeafList((await readIfThere(join(directory, "live"))) ?? ""));
	return (index) => live.has(index);
}
