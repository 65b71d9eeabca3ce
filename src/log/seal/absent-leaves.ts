import { join } from "node:path";
import { receiptsInRemovals } from "#core/notice.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { readTakenDown } from "#receipts/store/taken-down.ts";
import { type FileToBind, fileToBind, isBound, readBoundList } from "./bound-files.ts";
import { type GatheredLeaves, receiptsThere } from "./gather-leaves.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { formatLeafList, parseLeafList } from "./leaf-list.ts";

/** A reports directory and what of it is in the log, or is about to be. */
export interface SealedReports {
	/** Directory of `receipts/`, `runs/` and `log/`. */
	readonly reports: string;
	/** Leaves that are published. */
	readonly size: number;
	readonly index: LeafIndex;
	readonly found: GatheredLeaves;
}

/**
 * The lists `log/live` and `log/withdrawn`, where the log does not bind them as they are to be. Each begins with what the
 * log binds of it.
 * @throws Failure `log-inconsistent` for a list that is not the one that was bound, `log-malformed`, `input-invalid`
 */
export async function listAbsentLeaves(sealed: SealedReports): Promise<FileToBind[]> {
	const { reports, index } = sealed;
	const bound = (name: string) => readBoundList(join(reports, "log"), name, index).then(parseLeafList);
	const live = [...(await bound("live")), ...newLive(sealed)];
	const withdrawn = await bound("withdrawn");
	const listed = new Set([...live, ...withdrawn]);
	withdrawn.push(...(await takenDownLeaves(sealed)).filter((leaf) => !listed.has(leaf)));
	return [
		...(withdrawn.length > 0 ? [listOf("withdrawn", withdrawn)] : []),
		...(live.length > 0 ? [listOf("live", live)] : []),
	].filter((file) => !isBound(file, index));
}

function listOf(name: string, leaves: readonly number[]): FileToBind {
	return fileToBind(name, new TextEncoder().encode(formatLeafList(leaves)));
}

function newLive({ size, found }: SealedReports): number[] {
	return found.leaves.flatMap(({ kind, receipt }, at) =>
		kind === "audit" && found.unlisted.has(receipt) ? [size + at] : [],
	);
}

/** Leaves of receipts that removals have named, by their ids, and that are gone. */
async function takenDownLeaves({ reports, size, index, found }: SealedReports): Promise<number[]> {
	const named = receiptsInRemovals(await readNotices(join(reports, "notices.json")));
	const ids = new Set([...named, ...(await readTakenDown(reports))]);
	if (ids.size === 0) return [];
	const fresh = new Map(found.leaves.map(({ kind, receipt }, at) => [kind === "audit" ? receipt : "", size + at]));
	const there = receiptsThere(index, found);
	return [...ids]
		.filter((id) => !there.has(id))
		.flatMap((id) => index.auditPosition(id) ?? fresh.get(id) ?? [])
		.sort((a, b) => a - b);
}
