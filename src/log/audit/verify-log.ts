import { rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Settings } from "#config/environment.ts";
import { readNamedFile } from "#config/named-file.ts";
import { isFailure } from "#core/failure.ts";
import { activeRemovals, type Notices, receiptsInRemovals } from "#core/notice.ts";
import type { LogAudit, LogProgress } from "#core/verification.ts";
import { counted, plural } from "#core/wording.ts";
import { checkLiveReceipts } from "#receipts/live/receipt-table.ts";
import { writeAll } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { readNotices, readTakenDown } from "#receipts/store/notices-file.ts";
import { withLiveStore } from "#receipts/store/record-audit.ts";
import { keepLastCheckpoint, lastCheckpointPath } from "../seal/last-checkpoint.ts";
import { logPaths, whileLocked } from "../seal/log-folder.ts";
import { readGivenKey } from "../verify/trusted-keys.ts";
import { slashed } from "./findings.ts";
import { type AuditOptions, type RecomputedLog, recomputeLog } from "./recompute-log.ts";

interface VerifyOptions {
	/** Public keys that the reader trusts; without a log's key among them, those of the log directory are. */
	readonly keys?: readonly string[];
	readonly since?: string;
	readonly repair?: boolean;
	readonly onProgress?: (progress: LogProgress) => void;
}

/** @throws Failure `input-invalid` without a log or with a bad key or file, `store-busy` when a repair meets a seal */
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

/** The log can be judged without the live store: one that is away is only a note. */
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

const MOST_TRIES = 10;

/** @throws Failure `input-invalid` when there is no log */
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

/**
 * Never writes entries that the log has, its checkpoint or its keys.
 * @throws Failure `store-busy` while the log is being sealed, and as `auditLog`
 */
export async function repairLog(options: AuditOptions, patienceMs?: number): Promise<LogAudit> {
	const directory = join(options.reports, "log");
	// First, since it throws where there is no log, before anything is created there.
	await recomputeLog(options);
	const repair = async () => {
		const { repairs, leftovers } = await recomputeLog(options);
		await writeAll(directory, repairs);
		for (const path of leftovers) await rm(join(directory, path), { force: true });
		const repaired = [...repairs.map(({ path }) => path), ...leftovers].map((path) => `log/${path}`).sort();
		return { ...(await remember(options.state, await recomputeLog(options))), repaired };
	};
	return whileLocked(directory, "repair", repair, { patienceMs });
}

/** Without a fault, what was remembered is a prefix of this log: it may be replaced, and the log must never go back. */
async function remember(state: string, { audit, current }: RecomputedLog): Promise<LogAudit> {
	if (!current || audit.faults.length > 0) return audit;
	// A seal may have gone on meanwhile: the second line is the number of leaves.
	const remembered = Number((await readIfThere(lastCheckpointPath(state)))?.split("\n")[1]);
	if (!(remembered > current.checkpoint.size)) await keepLastCheckpoint(state, current.text);
	return audit;
}
