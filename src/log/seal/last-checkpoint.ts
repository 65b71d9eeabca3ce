import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { parseLeaf } from "#log/tlog/leaf.ts";
import { type Checkpoint, parseCheckpoint, parseNote } from "#log/tlog/note.ts";
import { openSubmissions } from "#receipts/live/submissions.ts";
import { DISK, type Disk, ensureDirectory, replaceFile } from "#receipts/store/durable-file.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { withLiveStore } from "#receipts/store/record-audit.ts";
import { readLiveLeaves } from "../lists.ts";
import { isPrefix, logPaths, readEntries, whileLocked } from "./log-folder.ts";

export function lastCheckpointPath(state: string): string {
	return join(state, "last-checkpoint");
}

/** The published checkpoint that is replacing this machine's log; exists only during the takeover. */
export function takenOverPath(state: string): string {
	return join(state, "taken-over-checkpoint");
}

/**
 * A log must never sign 2 diverging trees, so this machine remembers what it signed outside the log directory.
 * @throws Failure `log-inconsistent` if the log in the directory does not extend it
 */
export async function checkLastCheckpoint(
	state: string,
	directory: string,
	published: Checkpoint | undefined,
): Promise<void> {
	try {
		await expectContinuation(lastCheckpointPath(state), directory, published);
	} catch (error) {
		// A takeover may have been killed before it was remembered.
		if ((await readIfThere(takenOverPath(state))) === undefined) throw error;
		await expectContinuation(takenOverPath(state), directory, published);
	}
}

async function expectContinuation(path: string, directory: string, published: Checkpoint | undefined): Promise<void> {
	const text = await readIfThere(path);
	if (text === undefined) return;
	const last = readLast(path, text);
	const todo = `Restore the folder log/ from git as it was. Only where a new log is meant to begin, under another origin, remove ${path}.`;
	const refuse = (what: string, why: string) => new Failure("log-inconsistent", { what, why, todo });
	if (published && published.origin !== last.origin)
		throw refuse("This is another log.", `This machine last signed ${last.origin}; this log is ${published.origin}.`);
	const size = published?.size ?? 0;
	if (size < last.size)
		throw refuse("The log went back.", `It has ${size} leaves, and this machine has signed it with ${last.size}.`);
	if (published && !(await isPrefix(directory, last, published)))
		throw refuse("The log was rewritten.", `Its first ${last.size} leaves are not those that this machine has signed.`);
}

/** Remembers the newest checkpoint that this machine signed or took over. */
export async function saveLastCheckpoint(state: string, text: string, disk: Disk = DISK): Promise<void> {
	const path = lastCheckpointPath(state);
	if ((await readIfThere(path)) !== text) await replaceFile(path, text, disk);
}

function readLast(path: string, text: string): Checkpoint {
	try {
		return parseCheckpoint(parseNote(text).text);
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		throw new Failure("log-malformed", {
			what: `${path} is damaged, so nothing was signed.`,
			why: error.message,
			todo: "It is the checkpoint that this machine signed last: copy it from the folder log/checkpoints, by its size.",
		});
	}
}

/** For a log sealed by 2 machines where the other published first: drops what this machine sealed since. */
export interface Takeover {
	readonly published: string;
	/** Undefined if the logs share no checkpoint. */
	readonly common: string | undefined;
	readonly replaceLog: () => Promise<void>;
}

/**
 * Receipts and run files stay, so the next seal adds the dropped leaves again; those of live audits become pending.
 * Can be retried after being killed at any step, and a seal in between accepts either log.
 * @throws Failure `store-busy` during a seal
 */
export async function adoptPublishedLog(
	{ published, common, replaceLog }: Takeover,
	settings: Settings,
): Promise<void> {
	const directory = join(settings.reports, "log");
	const state = join(settings.data, "log");
	await ensureDirectory(state);
	await whileLocked(directory, "publish", async () => {
		const isSecondTry = (await readIfThere(takenOverPath(state))) !== undefined;
		const dropped = await droppedLeaves(directory, common).catch((error: unknown) => {
			// The first try resubmitted them before it touched the log.
			if (isSecondTry && isFailure(error)) return [];
			throw error;
		});
		await withLiveStore(settings, async (db) => db && openSubmissions(db).resubmit(dropped));
		await replaceFile(takenOverPath(state), published);
		await replaceLog();
		await saveLastCheckpoint(state, published);
		await DISK.remove(takenOverPath(state));
	});
}

/** Leaves that no file can restore: submitted audits, and rechecks, which may have been submitted. */
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
