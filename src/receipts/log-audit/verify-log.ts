import { readFile } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { type Notices, standingRemovals } from "#core/notice.ts";
import type { LogAudit, LogAuditProgress } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { checkLiveReceipts } from "../live/check-live-receipts.ts";
import { readNotices } from "../store/notices-file.ts";
import { withLiveStore } from "../store/record-audit.ts";
import { auditLog, repairLog } from "./audit-log.ts";
import { readGivenKeys } from "./log-keys.ts";
import type { AuditOptions } from "./recompute-log.ts";

export interface VerifyOptions {
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
	{ keys, since, repair, onProgress }: VerifyOptions,
	settings: Settings,
): Promise<LogAudit> {
	const { reports, data, log } = settings;
	const options: AuditOptions = {
		reports,
		state: join(data, "log"),
		origin: log.origin,
		given: await readGivenKeys(keys ?? []),
		withdrawals: withdrawalsOf(await readNotices(join(reports, "notices.json"))),
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
		const note = `${counted(live.receipts, "receipt")} of the live store ${live.receipts === 1 ? "is" : "are"} whole.`;
		return { ...audit, notes: [...audit.notes, note], faults: [...audit.faults, ...live.faults] };
	} catch (error) {
		if (!isFailure(error) || error.code !== "store-unavailable") throw error;
		return { ...audit, notes: [...audit.notes, `Receipts of live audits were not checked. ${error.message}`] };
	}
}

function withdrawalsOf(all: Notices): AuditOptions["withdrawals"] {
	const removals = all.notices.filter((notice) => notice.kind === "removal");
	return {
		ids: new Set(removals.flatMap(({ receipts }) => (receipts === "all" ? [] : receipts))),
		domains: new Set(removals.filter(({ receipts }) => receipts === "all").map(({ domain }) => domain)),
		active: new Set(standingRemovals(all).map(({ domain }) => domain)),
	};
}

async function readSince(path: string, reports: string): Promise<NonNullable<AuditOptions["since"]>> {
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
