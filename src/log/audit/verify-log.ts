import { rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Settings } from "#config/environment.ts";
import { readNamedFile } from "#config/named-file.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { activeRemovals, type Notices, receiptsInRemovals } from "#core/notice.ts";
import type { LogAudit, LogProgress } from "#core/verification.ts";
import { counted, plural } from "#core/wording.ts";
import { checkLiveReceipts } from "#receipts/live/check-live-receipts.ts";
import { DISK } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { readNotices } from "#receipts/store/notices-file.ts";
import { withLiveStore } from "#receipts/store/record-audit.ts";
import { readTakenDown } from "#receipts/store/taken-down.ts";
import { writeAll } from "#receipts/store/write-all.ts";
import { lockFile } from "#store/locks.ts";
import { logPaths } from "../seal/log-folder.ts";
import { keepLastCheckpoint, lastCheckpointPath } from "../seal/open-log.ts";
import { readGivenKey } from "./compare-checkpoints.ts";
import { slashed } from "./findings.ts";
import { type AuditOptions, type RecomputedLog, recomputeLog } from "./recompute-log.ts";

interface VerifyOptions {
	/** Public keys that the reader trusts; without a log's key among them, those of the log directory are. */
	readonly keys?: readonly string[];
	/** Path of a checkpoint of before, which must be a prefix. */
	readonly since?: string;
	/** Whether to write anew what the entries prove, and to remove what no checkpoint commits to. */
	readonly repair?: boolean;
	readonly onProgress?: (progress: LogProgress) => void;
}

/**
 * Recomputes the whole log and everything that it commits to. One without faults is remembered: it must never go back.
 * @throws Failure `input-invalid` when there is no log, or a key or file that was given cannot be read; `store-busy` when
 * a repair meets a seal at work
 */
export async function verifyLog(
	{ keys, since, repair, onProgress }: VerifyOptions,
	settings: Settings,
): Promise<LogAudit> {
	const { reports, data, log } = settings;
	const options: AuditOptions = {
		reports,
		state: join(data, "log"),
		origin: log.origin,
		given: await Promise.all((keys ?? []).map(readGivenKey)),
		withdrawals: withdrawalsOf(await readNotices(join(reports, "notices.json")), await readTakenDown(reports)),
		...(since === undefined ? {} : { since: await readSince(since, reports) }),
		...(onProgress ? { onProgress } : {}),
	};
	return withLiveReceipts(await (repair ? repairLog(options) : auditLog(options)), settings);
}

/** Adds how the receipts of the live store stand. The log can be judged without it: one that is away is a note. */
async function withLiveReceipts(audit: LogAudit, settings: Settings): Promise<LogAudit> {
	try {
		const live = await withLiveStore(settings, async (db) => db && checkLiveReceipts(db));
		if (!live) return audit;
		const note = `${counted(live.receipts, "receipt")} of the live store ${plural(live.receipts, "is", "are")} whole.`;
		return { ...audit, notes: [...audit.notes, note], faults: [...audit.faults, ...live.faults] };
	} catch (error) {
		if (!isFailure(error) || error.code !== "store-unavailable") throw error;
		return { ...audit, notes: [...audit.notes, `Receipts of live audits were not checked. ${error.message}`] };
	}
}

function withdrawalsOf(all: Notices, takenDown: readonly string[]): NonNullable<AuditOptions["withdrawals"]> {
	return {
		ids: new Set([...takenDown, ...receiptsInRemovals(all)]),
		active: new Set(activeRemovals(all).map(({ domain }) => domain)),
	};
}

/** Its lines are short, and its signatures at most a hundred. */
const CHECKPOINT_MAX_BYTES = 1024 * 1024;

async function readSince(path: string, reports: string): Promise<NonNullable<AuditOptions["since"]>> {
	const todo = "Give --since a checkpoint of before: git show HEAD~1:reports/log/checkpoint > before.";
	const bytes = await readNamedFile(path, { most: CHECKPOINT_MAX_BYTES, todo });
	return { file: slashed(relative(reports, resolve(path))), bytes };
}

/** Times that a log is read which is sealed again and again meanwhile. */
const MOST_TRIES = 10;

/**
 * Recomputes the log and everything that it commits to. One without faults is remembered: it must never go back.
 * @throws Failure `input-invalid` when there is no log
 */
async function auditLog(options: AuditOptions): Promise<LogAudit> {
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
 * @param patienceMs how long a seal at work is waited for; five seconds by default
 * @throws Failure `store-busy` while the log is being sealed, and as `auditLog`
 */
export async function repairLog(options: AuditOptions, patienceMs = PATIENCE_MS): Promise<LogAudit> {
	const directory = join(options.reports, "log");
	// Before anything is created there: this says where there is no log.
	await recomputeLog(options);
	const { lock } = logPaths(directory);
	const release = await lockFile(lock, patienceMs);
	if (!release)
		throw new Failure("store-busy", {
			what: "The log is being sealed.",
			why: `Another program has held ${lock} for ${patienceMs / 1000} s.`,
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
	// A seal may have gone on meanwhile: the second line is the number of leaves.
	const remembered = Number((await readIfThere(lastCheckpointPath(state)))?.split("\n")[1]);
	if (!(remembered > current.checkpoint.size)) await keepLastCheckpoint(state, current.text, DISK);
	return audit;
}
