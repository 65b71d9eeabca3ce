import { join } from "node:path";
import { type Notices, namedInRemovals } from "#core/notice.ts";
import { readIfThere } from "../store/if-there.ts";
import { readNotices } from "../store/notices-file.ts";
import { findRunLines } from "../store/run-file.ts";
import { readTakenDown } from "../store/taken-down.ts";
import { type FileToBind, fileToBind, isBound, readBoundList } from "./bound-files.ts";
import { type GatheredLeaves, receiptsThere } from "./gather-leaves.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { formatLeafList, parseLeafList } from "./leaf-list.ts";
import { logPaths } from "./log-files.ts";
import { hasEmptyList, parseUnlisted } from "./unlisted-leaves.ts";

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
 * log binds of it. A log of the form before has its list and its notices taken over, once; `log/takeover` says how many lines
 * that gave.
 * @throws Failure `log-inconsistent` for a list that is not the one that was bound, `log-malformed`, `input-invalid`
 */
export async function listAbsentLeaves(sealed: SealedReports): Promise<FileToBind[]> {
	const { reports, index } = sealed;
	const takenOver = (await isOfFormBefore(sealed)) ? await absentOfFormBefore(sealed) : undefined;
	const bound = (name: string) => readBoundList(join(reports, "log"), name, index).then(parseLeafList);
	const live = [...(await bound("live")), ...(takenOver?.live ?? []), ...newLive(sealed)];
	const withdrawn = [...(await bound("withdrawn")), ...(takenOver?.withdrawn ?? [])];
	const listed = new Set([...live, ...withdrawn]);
	withdrawn.push(...(await takenDownLeaves(sealed)).filter((leaf) => !listed.has(leaf)));
	return [
		...(takenOver ? [takeoverOf(takenOver)] : []),
		...(withdrawn.length > 0 ? [listOf("withdrawn", withdrawn)] : []),
		...(live.length > 0 ? [listOf("live", live)] : []),
	].filter((file) => !isBound(file, index));
}

async function isOfFormBefore({ reports, size, index }: SealedReports): Promise<boolean> {
	return size > 0 && !index.bindsFiles() && !(await hasEmptyList(join(reports, "log")));
}

function listOf(name: string, leaves: readonly number[]): FileToBind {
	return fileToBind(name, new TextEncoder().encode(formatLeafList(leaves)));
}

/** Indices of audit leaves without a file of their receipt, by the list that they are on. */
interface AbsentLeaves {
	readonly live: readonly number[];
	readonly withdrawn: readonly number[];
}

function takeoverOf({ live, withdrawn }: AbsentLeaves): FileToBind {
	return fileToBind("takeover", new TextEncoder().encode(`live ${live.length}\nwithdrawn ${withdrawn.length}\n`));
}

function newLive({ size, found }: SealedReports): number[] {
	return found.leaves.flatMap(({ kind, receipt }, at) =>
		kind === "audit" && found.unlisted.has(receipt) ? [size + at] : [],
	);
}

/** Leaves of receipts that removals have named, by their ids, and that are gone. */
async function takenDownLeaves({ reports, size, index, found }: SealedReports): Promise<number[]> {
	const named = namedInRemovals(await readNotices(join(reports, "notices.json")));
	const ids = new Set([...named.ids, ...(await readTakenDown(reports))]);
	if (ids.size === 0) return [];
	const fresh = new Map(found.leaves.map(({ kind, receipt }, at) => [kind === "audit" ? receipt : "", size + at]));
	const there = receiptsThere(index, found);
	return [...ids]
		.filter((id) => !there.has(id))
		.flatMap((id) => index.auditPosition(id) ?? fresh.get(id) ?? [])
		.sort((a, b) => a - b);
}

/**
 * What a log of the form before excused: the leaves of `log/unlisted`, those that a notice names, and those that may be of a
 * domain of which everything was taken down. From here on each of them is listed by its index.
 */
async function absentOfFormBefore({ reports, size, index, found }: SealedReports): Promise<AbsentLeaves> {
	const ranges = parseUnlisted((await readIfThere(logPaths(join(reports, "log")).unlisted)) ?? "");
	const live = ranges
		.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
		.filter((leaf) => leaf < size);
	const isLive = new Set(live);
	const there = receiptsThere(index, found);
	const spoilt = spoiltTimes(found.names.filter((name) => !found.files.has(name) && !index.file(name)));
	const lacking = index
		.audits()
		.filter(
			({ receipt, position, auditedAt }) => !there.has(receipt) && !isLive.has(position) && !spoilt.has(auditedAt),
		);
	const excused = await excusedBy(
		await readNotices(join(reports, "notices.json")),
		reports,
		new Set(lacking.map(({ receipt }) => receipt)),
	);
	const withdrawn = lacking.filter(({ receipt }) => excused(receipt)).map(({ position }) => position);
	return { live, withdrawn: withdrawn.sort((a, b) => a - b) };
}

/** A file that is no receipt of the log may be one that was changed, which nothing excuses. */
function spoiltTimes(names: readonly string[]): ReadonlySet<string> {
	const times = names.flatMap(
		(name) => /\/(\d{4}-\d\d-\d\dT)([^/~]*?)(?:~[^/]*)?\.json$/.exec(name)?.slice(1).join("") ?? [],
	);
	return new Set(times.map((time) => time.replace(/T.*/, (part) => part.replaceAll("-", ":"))));
}

/** A leaf names nobody: where no run line says whose it was, any domain that was taken down may be meant. */
async function excusedBy(notices: Notices, reports: string, lacking: ReadonlySet<string>) {
	const { ids, domains } = namedInRemovals(notices);
	const lines = await findRunLines(join(reports, "runs"), lacking);
	return (receipt: string) => {
		const line = lines.get(receipt);
		return ids.has(receipt) || (line ? domains.has(line.domain) : domains.size > 0);
	};
}
