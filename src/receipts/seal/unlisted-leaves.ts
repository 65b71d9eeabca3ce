import { join } from "node:path";
import { malformed, parseDecimal } from "#log/encoding.ts";
import { readIfThere } from "../store/if-there.ts";
import { parseLeafList } from "./leaf-list.ts";
import { logPaths } from "./log-files.ts";

/** Consecutive leaves. */
export interface LeafRange {
	readonly first: number;
	readonly last: number;
}

/**
 * Reads which audit leaves are of live audits as logs before 0.3.4 list them: one `<index>` or `<first>-<last>` a line,
 * ascending.
 * @throws Failure `log-malformed`
 */
export function parseUnlisted(text: string): LeafRange[] {
	const ranges: LeafRange[] = [];
	for (const line of text.split("\n").slice(0, -1)) {
		const [first = Number.NaN, last = first, more] = line.split("-").map((each) => parseDecimal(each) ?? Number.NaN);
		const after = ranges.at(-1)?.last ?? -1;
		if (!(first > after && last >= first) || more !== undefined)
			throw malformed("list of unlisted leaves", `After ${after}, its line "${line.slice(0, 40)}" says nothing.`);
		ranges.push({ first, last });
	}
	if (text !== "" && !text.endsWith("\n")) throw malformed("list of unlisted leaves", "Its last line has no end.");
	return ranges;
}

/** Whether a leaf is in one of the ranges, which ascend. */
export function isUnlisted(ranges: readonly LeafRange[], index: number): boolean {
	let [low, high] = [0, ranges.length];
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((ranges[middle]?.last ?? 0) < index) low = middle + 1;
		else high = middle;
	}
	return index >= (ranges[low]?.first ?? Number.POSITIVE_INFINITY);
}

/**
 * Whether an empty `log/withdrawn` is there, with which every log begins: it says of one that binds no file yet that it is
 * not of the form before. One that is taken over never has it.
 */
export async function hasEmptyList(directory: string): Promise<boolean> {
	return (await readIfThere(join(directory, "withdrawn"))) === "";
}

/**
 * Which leaves are of live audits, whose receipts are kept for a while and never published: those of `log/live`, or of
 * `log/unlisted` before the log's first seal of this form.
 * @throws Failure `log-malformed`
 */
export async function readLiveLeaves(directory: string): Promise<(index: number) => boolean> {
	const live = new Set(parseLeafList((await readIfThere(join(directory, "live"))) ?? ""));
	const ranges = parseUnlisted((await readIfThere(logPaths(directory).unlisted)) ?? "");
	return (index) => live.has(index) || isUnlisted(ranges, index);
}
