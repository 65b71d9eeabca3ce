import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { parseCheckpoint } from "#log/tlog/checkpoint.ts";
import { parseLeaf } from "#log/tlog/leaf.ts";
import { parseNote } from "#log/tlog/note.ts";
import { openSubmissions } from "#receipts/live/submissions.ts";
import { DISK, ensureDirectory, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { withLiveStore } from "#receipts/store/record-audit.ts";
import { lockFile } from "#store/locks.ts";
import { readLiveLeaves } from "../lists.ts";
import { logPaths, readEntries } from "./log-folder.ts";
import { keepLastCheckpoint, takenOverPath } from "./open-log.ts";

const PATIENCE_MS = 5000;

/** Where two machines have sealed one log, and the other published first: what this one has sealed since gives way. */
export interface Takeover {
	readonly published: string;
	/** Undefined where the two logs have none in common. */
	readonly common: string | undefined;
	readonly replaceLog: () => Promise<void>;
}

/**
 * Receipts and run files stay, so that the next seal takes in what was dropped; what came from live audits waits again.
 * Killed at any step, it can be done again, and a seal in between refuses neither log.
 * @throws Failure `store-busy` where a seal is at work
 */
export async function takeOverLog({ published, common, replaceLog }: Takeover, settings: Settings): Promise<void> {
	const directory = join(settings.reports, "log");
	const state = join(settings.data, "log");
	await ensureDirectory(state);
	await whileNobodySeals(settings, async () => {
		const isSecondTry = (await readIfThere(takenOverPath(state))) !== undefined;
		const dropped = await droppedLeaves(directory, common).catch((error: unknown) => {
			// The first try has put them back before it touched the log.
			if (isSecondTry && isFailure(error)) return [];
			throw error;
		});
		await withLiveStore(settings, async (db) => db && openSubmissions(db).resubmit(dropped));
		await replaceFile(takenOverPath(state), published);
		await replaceLog();
		await keepLastCheckpoint(state, published, DISK);
		await DISK.remove(takenOverPath(state));
	});
}

/** For work on the log that excludes a seal. @throws Failure `store-busy` where a seal is at work */
export async function whileNobodySeals({ reports }: Settings, work: () => Promise<void>): Promise<void> {
	const directory = join(reports, "log");
	await ensureDirectory(directory);
	const { lock } = logPaths(directory);
	const release = await lockFile(lock, PATIENCE_MS);
	if (!release)
		throw new Failure("store-busy", {
			what: "The log is being sealed, so that another cannot take its place.",
			why: `Another program has held ${lock} for ${PATIENCE_MS / 1000} s.`,
			todo: "Let it end, then publish again.",
		});
	try {
		await work();
	} finally {
		release();
	}
}

/** What no file gives again: submitted audits, and rechecks, which may have been submitted too. */
async function droppedLeaves(directory: string, common: string | undefined): Promise<ReceiptLeaf[]> {
	const text = await readIfThere(logPaths(directory).checkpoint);
	if (text === undefined) return [];
	const isLive = await readLiveLeaves(directory);
	const [from, size] = [common === undefined ? 0 : sizeOf(common), sizeOf(text)];
	const dropped: ReceiptLeaf[] = [];
	for await (const { first, entries } of readEntries(directory, from, size))
		for (const [at, entry] of entries.entries()) {
			const leaf = parseLeaf(entry);
			if (leaf.kind === "list") continue;
			if (leaf.kind === "recheck" || isLive(first + at)) dropped.push(leaf);
		}
	return dropped;
}

function sizeOf(checkpoint: string): number {
	return parseCheckpoint(parseNote(checkpoint).text).size;
}
