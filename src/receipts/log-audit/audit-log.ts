import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure, isFailure } from "#core/failure.ts";
import type { LogAudit } from "#core/verification.ts";
import { parseCheckpoint } from "#log/checkpoint.ts";
import { parseNote } from "#log/note.ts";
import { holdFile } from "#store/file-lock.ts";
import { logPaths, readIfThere } from "../seal/log-files.ts";
import { keepLastCheckpoint, lastCheckpointPath } from "../seal/open-log.ts";
import { DISK } from "../store/durable-file.ts";
import { writeAll } from "../store/write-all.ts";
import { type AuditOptions, type RecomputedLog, recomputeLog } from "./recompute-log.ts";

/** Times that a log is read again which was sealed meanwhile. */
const MOST_TRIES = 3;

/**
 * Recomputes the log and everything that it commits to. One without faults is remembered: it must never go back.
 * @throws Failure `input-invalid` when there is no log
 */
export async function auditLog(options: AuditOptions): Promise<LogAudit> {
	const { checkpoint } = logPaths(join(options.reports, "log"));
	for (let tries = 1; ; tries++) {
		const before = await readIfThere(checkpoint);
		const recomputed = await recomputeLog(options);
		// A log that is sealed while it is read may seem to have faults.
		const changed = recomputed.audit.faults.length > 0 && (await readIfThere(checkpoint)) !== before;
		if (!changed || tries === MOST_TRIES) return remember(options.state, recomputed);
	}
}

/** How long a seal at work is waited for. */
const PATIENCE_MS = 5000;

/**
 * Writes anew what the signed root proves and removes what nothing commits to, then audits the log. Entries that the log
 * has, its checkpoint and its keys are never written.
 * @throws Failure `store-busy` while the log is being sealed, and as `auditLog`
 */
export async function repairLog(options: AuditOptions): Promise<LogAudit> {
	const directory = join(options.reports, "log");
	// Before anything is created there: this says where there is no log.
	await recomputeLog(options);
	const { lock } = logPaths(directory);
	const release = await holdFile(lock, PATIENCE_MS);
	if (!release)
		throw new Failure("store-busy", {
			what: "The log is being sealed.",
			why: `Another program has held ${lock} for ${PATIENCE_MS / 1000} s.`,
			todo: "Let it end, then repair.",
		});
	try {
		const { repairs, leftovers } = await recomputeLog(options);
		await writeAll(directory, repairs);
		for (const path of leftovers) await rm(join(directory, path), { force: true });
		const repaired = [...repairs.map(({ path }) => path), ...leftovers].map((path) => `log/${path}`).sort();
		return { ...(await remember(options.state, await recomputeLog(options))), repaired };
	} finally {
		release();
	}
}

/**
 * Remembers a log without faults as the newest that this machine has seen: what is there already is a prefix of it, or
 * there would be a fault.
 */
async function remember(state: string, { audit, current }: RecomputedLog): Promise<LogAudit> {
	if (!current || audit.faults.length > 0) return audit;
	// A seal may have gone on meanwhile.
	const remembered = await readIfThere(lastCheckpointPath(state));
	if (remembered === undefined || sizeOf(remembered) <= current.checkpoint.size)
		await keepLastCheckpoint(state, current.text, DISK);
	return audit;
}

function sizeOf(note: string): number {
	try {
		return parseCheckpoint(parseNote(note).text).size;
	} catch (error) {
		if (isFailure(error)) return 0;
		throw error;
	}
}
