import { readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { type Notices, standingRemovals } from "#core/notice.ts";
import type { LogAudit, LogAuditProgress } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { checkLiveReceipts } from "../live/recheck-live.ts";
import { logPaths, readIfThere } from "../seal/log-files.ts";
import { readNotices } from "../store/notices-file.ts";
import { withLiveStore } from "../store/record-stores.ts";
import { readGivenKeys } from "./keyring.ts";
import type { EarlierCheckpoint } from "./published-heads.ts";
import type { Withdrawals } from "./receipt-match.ts";
import { type Recount, type RecountOrder, recountLog } from "./recount-log.ts";
import { rememberLog } from "./remember-log.ts";
import { repairLog } from "./repair-log.ts";

export interface VerifyOrder {
	/** Public keys that the reader trusts; without a log's key among them, those of the log directory are. */
	readonly keys?: readonly string[];
	/** Path of a checkpoint of before, which must be a prefix. */
	readonly since?: string;
	/** Whether to write anew what the entries prove, and to remove what no checkpoint commits to. */
	readonly repair?: boolean;
	readonly onProgress?: (progress: LogAuditProgress) => void;
}

/**
 * Recomputes the whole log and everything that it commits to. One without faults is remembered: it must never go back.
 * @throws Failure `input-invalid` when there is no log, or a key or file that was given cannot be read; `store-busy` when
 * it is to be repaired while it is being sealed
 */
export async function verifyLog(
	{ keys, since, repair, onProgress }: VerifyOrder,
	settings: Settings,
): Promise<LogAudit> {
	const { reports, data, log } = settings;
	const order: RecountOrder = {
		reports,
		state: join(data, "log"),
		origin: log.origin,
		given: await readGivenKeys(keys ?? []),
		withdrawals: withdrawalsOf(await readNotices(join(reports, "notices.json"))),
		...(since === undefined ? {} : { since: await readSince(since, reports) }),
		...(onProgress ? { onProgress } : {}),
	};
	const recount = await (repair ? repairLog(order) : recountAtRest(order));
	await rememberLog(order.state, recount);
	return withLiveReceipts(recount.audit, settings);
}

/** Adds how the receipts of the live store stand. The log can be judged without it: one that is away is a note. */
async function withLiveReceipts(audit: LogAudit, settings: Settings): Promise<LogAudit> {
	try {
		const live = await withLiveStore(settings, async (db) => db && checkLiveReceipts(db));
		if (!live) return audit;
		const note = `${counted(live.receipts, "receipt")} of the live store ${live.receipts === 1 ? "is" : "are"} whole.`;
		return { ...audit, notes: [...audit.notes, note], faults: [...audit.faults, ...live.faults] };
	} catch (error) {
		if (!isFailure(error) || error.code !== "store-unavailable") throw error;
		return { ...audit, notes: [...audit.notes, `Receipts of live audits were not checked. ${error.message}`] };
	}
}

/** Times that a log is read again which was sealed meanwhile. */
const MOST_TRIES = 3;

/** A log that is sealed while it is read may seem to have faults. */
async function recountAtRest(order: RecountOrder): Promise<Recount> {
	const { checkpoint } = logPaths(join(order.reports, "log"));
	for (let tries = 1; ; tries++) {
		const before = await readIfThere(checkpoint);
		const recount = await recountLog(order);
		const changed = recount.audit.faults.length > 0 && (await readIfThere(checkpoint)) !== before;
		if (!changed || tries === MOST_TRIES) return recount;
	}
}

function withdrawalsOf(all: Notices): Withdrawals {
	const removals = all.notices.filter((notice) => notice.kind === "removal");
	return {
		ids: new Set(removals.flatMap(({ receipts }) => (receipts === "all" ? [] : receipts))),
		domains: new Set(removals.filter(({ receipts }) => receipts === "all").map(({ domain }) => domain)),
		standing: new Set(standingRemovals(all).map(({ domain }) => domain)),
	};
}

async function readSince(path: string, reports: string): Promise<EarlierCheckpoint> {
	try {
		const bytes = await readFile(path);
		return { file: relative(reports, resolve(path)).replaceAll(sep, "/"), bytes };
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== "ENOENT" && code !== "EISDIR") throw error;
		throw new Failure("input-invalid", {
			what: `${path} cannot be read.`,
			why: code === "ENOENT" ? "There is no such file." : "It is a folder.",
			todo: "Give --since a checkpoint of before: git show HEAD~1:reports/log/checkpoint > before.",
		});
	}
}
