import { malformed, parseDecimal } from "#log/encoding.ts";
import { type Disk, replaceFile } from "../store/durable-file.ts";
import { readIfThere } from "../store/if-there.ts";
import { logPaths } from "./log-files.ts";

/** Consecutive leaves. */
export interface LeafRange {
	readonly first: number;
	readonly last: number;
}

/**
 * Reads which audit leaves are of live audits, whose receipts are kept for a while and never published: one `<index>` or
 * `<first>-<last>` a line, ascending.
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

/** @param indices ascending */
export function formatUnlisted(ranges: readonly LeafRange[], indices: readonly number[] = []): string {
	const all = [...ranges];
	for (const index of indices) {
		const last = all.at(-1);
		if (last && last.last === index - 1) all[all.length - 1] = { first: last.first, last: index };
		else all.push({ first: index, last: index });
	}
	return all.map(({ first, last }) => `${first === last ? first : `${first}-${last}`}\n`).join("");
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
 * Adds leaves that are about to be published. Before the checkpoint that commits to them, so that there never is one
 * without; what a seal that was cut off said of leaves beyond the log is forgotten.
 * @param size leaves that are published
 * @param indices from there on, ascending
 * @throws Failure `log-malformed`
 */
export async function keepUnlisted(
	directory: string,
	size: number,
	indices: readonly number[],
	disk: Disk,
): Promise<void> {
	const path = logPaths(directory).unlisted;
	const before = await readIfThere(path);
	if (before === undefined && indices.length === 0) return;
	const published = parseUnlisted(before ?? "").flatMap(({ first, last }) =>
		first < size ? [{ first, last: Math.min(last, size - 1) }] : [],
	);
	const after = formatUnlisted(published, indices);
	if (after !== before) await replaceFile(path, after, disk);
}
