import { isFailure } from "#core/failure.ts";
import { parseCheckpoint } from "#log/checkpoint.ts";
import { parseNote } from "#log/note.ts";
import { keepLastCheckpoint, lastCheckpointPath } from "../seal/last-checkpoint.ts";
import { readIfThere } from "../seal/log-files.ts";
import { DISK } from "../store/disk.ts";
import type { Recount } from "./recount-log.ts";

/**
 * Remembers a log without faults as the newest that this machine has seen: what is there already is a prefix of it, or
 * there would be a fault.
 */
export async function rememberLog(state: string, { audit, head }: Recount): Promise<void> {
	if (!head || audit.faults.length > 0) return;
	// A seal may have gone on meanwhile.
	const remembered = await readIfThere(lastCheckpointPath(state));
	if (remembered !== undefined && sizeOf(remembered) > head.checkpoint.size) return;
	await keepLastCheckpoint(state, head.text, DISK);
}

function sizeOf(note: string): number {
	try {
		return parseCheckpoint(parseNote(note).text).size;
	} catch (error) {
		if (isFailure(error)) return 0;
		throw error;
	}
}
