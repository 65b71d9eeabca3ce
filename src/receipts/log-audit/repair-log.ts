import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#core/failure.ts";
import { tilePath } from "#log/tile.ts";
import { holdFile } from "#store/file-lock.ts";
import { logPaths } from "../seal/log-files.ts";
import { type FileToWrite, writeAll } from "../store/write-all.ts";
import { type Recount, type RecountOrder, recountLog } from "./recount-log.ts";

/** How long a seal at work is waited for. */
const PATIENCE_MS = 5000;

/**
 * Writes anew what the signed root proves and removes what nothing commits to, then recounts everything. Entries that
 * the log has, its checkpoint and its keys are never written.
 * @throws Failure `store-busy` while the log is being sealed, and as `recountLog`
 */
export async function repairLog(order: RecountOrder): Promise<Recount> {
	const directory = join(order.reports, "log");
	// Before anything is created there: this says where there is no log.
	await recountLog(order);
	const { lock } = logPaths(directory);
	const release = await holdFile(lock, PATIENCE_MS);
	if (!release)
		throw new Failure("store-busy", {
			what: "The log is being sealed.",
			why: `Another program has held ${lock} for ${PATIENCE_MS / 1000} s.`,
			todo: "Let it end, then repair.",
		});
	try {
		const repaired = await mend(directory, await recountLog(order));
		const after = await recountLog(order);
		return { ...after, audit: { ...after.audit, repaired } };
	} finally {
		release();
	}
}

/** @returns what was written or removed, relative to the reports directory */
async function mend(directory: string, { tiles, leftovers, unarchived }: Recount): Promise<string[]> {
	const files: FileToWrite[] = tiles.flatMap(({ tile, hashes }) =>
		hashes ? [{ path: tilePath(tile), data: hashes }] : [],
	);
	if (unarchived) files.push({ path: `checkpoints/${unarchived.size}`, data: unarchived.bytes });
	await writeAll(directory, files);
	for (const path of leftovers) await rm(join(directory, path), { force: true });
	return [...files.map(({ path }) => path), ...leftovers].map((path) => `log/${path}`).sort();
}
