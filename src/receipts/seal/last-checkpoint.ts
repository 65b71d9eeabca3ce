import { join } from "node:path";
import { Failure } from "#core/failure.ts";
import { type Checkpoint, parseCheckpoint } from "#log/checkpoint.ts";
import { parseNote } from "#log/note.ts";
import type { Disk } from "../store/disk.ts";
import { replaceFile } from "../store/durable-file.ts";
import { isPrefix } from "./catch-up.ts";
import { readIfThere } from "./log-files.ts";

/** Path of the last checkpoint that this machine has signed. */
export function lastCheckpointPath(state: string): string {
	return join(state, "last-checkpoint");
}

/**
 * Two trees that are not one the beginning of the other must never bear one log's signature: so what was signed here is
 * remembered, apart from the log.
 *
 * @throws Failure `log-inconsistent` when the log in the directory does not go on from there
 */
export async function checkLastCheckpoint(
	state: string,
	directory: string,
	published: Checkpoint | undefined,
): Promise<void> {
	const path = lastCheckpointPath(state);
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

/** Remembers what has been signed here. */
export async function keepLastCheckpoint(state: string, text: string, disk: Disk): Promise<void> {
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
