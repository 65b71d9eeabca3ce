import { join } from "node:path";
import { type Notices, namedInRemovals } from "#core/notice.ts";
import { readIfThere } from "../store/if-there.ts";
import { readNotices } from "../store/notices-file.ts";
import { findRunLines } from "../store/run-file.ts";
import { type GatheredLeaves, receiptsThere } from "./gather-leaves.ts";
import type { LeafIndex } from "./leaf-index.ts";
import { logPaths } from "./log-files.ts";
import { parseUnlisted } from "./unlisted-leaves.ts";

/** A reports directory and what of it is in the log, or is about to be. */
export interface SealedReports {
	/** Directory of `receipts/`, `runs/` and `log/`. */
	readonly reports: string;
	/** Leaves that are published. */
	readonly size: number;
	readonly index: LeafIndex;
	readonly found: GatheredLeaves;
}

/** Indices of audit leaves without a file of their receipt, by the list that they are on. */
export interface AbsentLeaves {
	readonly live: readonly number[];
	readonly withdrawn: readonly number[];
}

/**
 * What a log of the form before excused: the leaves of `log/unlisted`, those that a notice names, and those that may be of a
 * domain of which everything was taken down. From here on each of them is listed by its index.
 */
export async function absentOfFormBefore({ reports, size, index, found }: SealedReports): Promise<AbsentLeaves> {
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
