import { rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import type { Settings } from "#config/environment.ts";
import { readNamedFile } from "#config/named-file.ts";
import { toHex } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { activeRemovals, type Notices, receiptsInRemovals } from "#core/notice.ts";
import type { LogAudit, LogProgress } from "#core/verification.ts";
import { counted, plural } from "#core/wording.ts";
import type { VerifierKey } from "#log/tlog/note.ts";
import { TILE_WIDTH, tilePath } from "#log/tlog/tiles.ts";
import { checkLiveReceipts } from "#receipts/live/receipt-table.ts";
import { type FileToWrite, writeAll } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { readNotices, readTakenDown } from "#receipts/store/notices-file.ts";
import { withLiveStore } from "#receipts/store/record-audit.ts";
import { lastCheckpointPath, saveLastCheckpoint } from "../seal/last-checkpoint.ts";
import { logPaths, whileLocked } from "../seal/log-folder.ts";
import { readGivenKey } from "../verify/trusted-keys.ts";
import {
	compareCheckpoints,
	compareKeys,
	comparePolicy,
	type LogKeys,
	nameOf,
	notePolicy,
	type PublishedCheckpoints,
	readLogKeys,
	readPolicy,
	readPublishedCheckpoints,
	type SignedCheckpoint,
	withWitnesses,
} from "./compare-checkpoints.ts";
import { compareReceipts, LogLeaves } from "./compare-receipts.ts";
import { checkUnexpected, compareTiles, recomputeTree, sortTiles } from "./compare-tiles.ts";
import { Findings, type LogListing, listLog, RESTORE_LOG, readBytes, slashed } from "./findings.ts";

interface VerifyOptions {
	/** Public keys that the reader trusts. If none is a log's key, those of the log directory are trusted. */
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

/** The log can be verified without the live store, so an unreachable store is only noted. */
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

/** Far above any valid checkpoint: lines are short, with at most 100 signatures. */
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
		// A seal during the read can look like faults.
		const changed = recomputed.audit.faults.length > 0 && (await readIfThere(checkpoint)) !== before;
		if (!changed || tries === MOST_TRIES) return remember(options.state, recomputed);
	}
}

/**
 * Never writes existing entries, the checkpoint or keys.
 * @throws Failure `store-busy` while the log is being sealed, and as `auditLog`
 */
export async function repairLog(options: AuditOptions, patienceMs?: number): Promise<LogAudit> {
	const directory = join(options.reports, "log");
	// Throws if there is no log, before the lock creates anything.
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

/** In a log without faults, the remembered checkpoint is a prefix. Never replaces it with a smaller one. */
async function remember(state: string, { audit, current }: RecomputedLog): Promise<LogAudit> {
	if (!current || audit.faults.length > 0) return audit;
	// A seal may have finished since. Line 2 is the number of leaves.
	const remembered = Number((await readIfThere(lastCheckpointPath(state)))?.split("\n")[1]);
	if (!(remembered > current.checkpoint.size)) await saveLastCheckpoint(state, current.text);
	return audit;
}

export interface AuditOptions {
	readonly reports: string;
	readonly state: string;
	readonly origin: string;
	/** Keys that the reader trusts; empty to trust those of `vkeys`. */
	readonly given: readonly VerifierKey[];
	/** An earlier checkpoint, for example from git. Its path is relative to the reports directory. */
	readonly since?: { readonly file: string; readonly bytes: Uint8Array };
	/** Receipts that were taken down. Their leaves stay; their files must not exist. */
	readonly withdrawals?: {
		readonly ids: ReadonlySet<string>;
		/** Domains whose removal is in force. */
		readonly active: ReadonlySet<string>;
	};
	/** Whether the directory was fetched from a site, which does not publish run files. */
	readonly isOutside?: boolean;
	readonly onProgress?: (progress: LogProgress) => void;
}

interface RecomputedLog {
	readonly audit: LogAudit;
	readonly current: SignedCheckpoint | undefined;
	/** Files to write below the log directory, proven by the signed root. */
	readonly repairs: readonly FileToWrite[];
	/** Paths below the log directory of files that no checkpoint commits to. */
	readonly leftovers: readonly string[];
}

/** @throws Failure `input-invalid` when there is no log */
export async function recomputeLog(options: AuditOptions): Promise<RecomputedLog> {
	const { reports, origin, given } = options;
	const listing = await listLog(join(reports, "log"));
	await expectLog(options, listing);
	const findings = new Findings();
	const policy = await readPolicy(reports, findings);
	const keys = withWitnesses(await readLogKeys(reports, given, origin, findings), policy);
	const published = await readPublishedCheckpoints(options, listing, keys, findings);
	const { current } = published;
	await notePolicy(reports, current, policy, findings);
	const lacking = current ? Math.ceil(current.checkpoint.size / TILE_WIDTH) - listing.tiles.size : 0;
	if (current && lacking <= 0) return compareLog(options, listing, { ...published, current, keys }, findings);
	// Otherwise a checkpoint of 2^53 leaves would keep a reader busy for years.
	if (current) {
		const leaves = counted(current.checkpoint.size, "leaf", "leaves");
		const says = `${current.file} commits to ${leaves}, and at least ${counted(lacking, "bundle")} of them cannot be there.`;
		findings.fault("log/tile/entries", says, RESTORE_LOG);
	}
	const counts = { size: 0, earlierCheckpoints: 0, receipts: 0, withdrawn: 0, pending: 0 };
	const facts = { origin, root: "", signedBy: [], witnesses: [], ...counts, repaired: [] };
	const audit = { ...facts, notes: ["Nothing else could be checked."], faults: findings.firstOfEachKind() };
	return { audit, current, repairs: [], leftovers: [] };
}

async function compareLog(
	options: AuditOptions,
	listing: LogListing,
	published: PublishedCheckpoints & { readonly current: SignedCheckpoint; readonly keys: LogKeys },
	findings: Findings,
): Promise<RecomputedLog> {
	const { current, others: earlier, unarchived } = published;
	const { origin, size, root } = current.checkpoint;
	const directory = join(options.reports, "log");
	const tree = await recomputeTree(directory, current.checkpoint);
	const earlierCheckpoints = await compareCheckpoints(current, earlier, tree, findings);
	// If the checkpoint is in doubt, files past its size may belong to the log.
	const isSure = findings.faults.length === 0 && tree.proven;
	const others = sortTiles(listing, size, earlier);
	const leaves = new LogLeaves();
	const { onProgress } = options;
	const repairs = await compareTiles({ directory, size, tree, others, leaves, onProgress }, findings);
	const counts = await compareReceipts(options, leaves, size, findings);
	await comparePolicy(options, leaves, findings);
	await compareKeys(directory, leaves, published.keys, published, findings);
	checkUnexpected(listing, others, published, leaves, findings);
	const says = "Its root does not match the entries.";
	const todo = "Correct the other faults first; otherwise restore the folder log/ from git.";
	if (!tree.proven) findings.fault(current.file, says, todo);
	const audit: LogAudit = {
		origin,
		size,
		root: toHex(root),
		signedBy: current.signedBy.map(nameOf),
		witnesses: current.witnesses,
		earlierCheckpoints,
		...counts,
		notes: findings.notes,
		faults: findings.firstOfEachKind(),
		repaired: [],
	};
	return {
		audit,
		current,
		// Write nothing on the word of a checkpoint whose signature was not verified.
		repairs: current.signedBy.length > 0 ? [...repairs, ...(unarchived ? [unarchived] : [])] : [],
		leftovers: isSure ? [...others.beyond, ...others.unasked].map(tilePath) : [],
	};
}

async function expectLog({ reports, state }: AuditOptions, { checkpoints }: LogListing): Promise<void> {
	if (checkpoints.length > 0 || (await readBytes(join(reports, "log", "checkpoint")))) return;
	if (await readBytes(lastCheckpointPath(state))) return;
	throw new Failure("input-invalid", {
		what: `There is no log in ${reports}.`,
		why: "Nothing has been sealed there yet.",
		todo: "Run npm run seal, or set SIGHTLINE_REPORTS to where the log is.",
	});
}
