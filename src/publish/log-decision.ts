import { Failure } from "#core/failure.ts";
import { parseCheckpoint } from "#log/checkpoint.ts";
import { parseNote } from "#log/note.ts";
import type { Blobs, Files } from "./merge-files.ts";

/** One state of the reports: here, elsewhere, or as both began with it. */
export interface LogState {
	/** Text of `log/checkpoint`; undefined where nothing has been sealed. */
	readonly checkpoint: string | undefined;
	/** Text of the checkpoint that it keeps of a size; undefined where it keeps none. */
	archived(size: number): Promise<string | undefined>;
}

/** @param prefix as in `MergeRules` */
export async function logStateOf(files: Files, blobs: Pick<Blobs, "read">, prefix: string): Promise<LogState> {
	const read = async (path: string) => {
		const entry = files.get(`${prefix}log/${path}`);
		return entry && (await blobs.read(entry.id)).toString();
	};
	return { checkpoint: await read("checkpoint"), archived: (size) => read(`checkpoints/${size}`) };
}

/** Whose log goes on: the one here, the published one, or the published one though the one here has been sealed too. */
export type LogDecision = "ours" | "theirs" | "sealed-twice";

/**
 * One log is kept, two are never merged: what is published stays, and the log here may only go on from it.
 * @throws Failure `log-inconsistent` where the published log does not go on from what was published before
 */
export async function decideLog(base: LogState, ours: LogState, theirs: LogState): Promise<LogDecision> {
	if (base.checkpoint !== undefined && !(await goesOn(base.checkpoint, theirs)))
		throw new Failure("log-inconsistent", {
			what: "The published log is not the one that was published before, so nothing was published.",
			why: `It does not hold the checkpoint of ${sizeOf(base.checkpoint)} leaves that this machine knows of.`,
			todo: "A published log is never rewritten: find out who has replaced it, and restore log/ there from git.",
		});
	if (theirs.checkpoint === undefined || (await goesOn(theirs.checkpoint, ours))) return "ours";
	return ours.checkpoint === undefined || (await goesOn(ours.checkpoint, theirs)) ? "theirs" : "sealed-twice";
}

/** Whether a log is, or holds among those it keeps, this checkpoint. That it is a prefix, verifying the log tells. */
async function goesOn(checkpoint: string, { checkpoint: newest, archived }: LogState): Promise<boolean> {
	if (newest === checkpoint) return true;
	const kept = await archived(sizeOf(checkpoint));
	// Signatures may have been added to one of the two.
	return (
		kept !== undefined &&
		newest !== undefined &&
		bodyOf(kept) === bodyOf(checkpoint) &&
		sizeOf(newest) >= sizeOf(checkpoint)
	);
}

function bodyOf(checkpoint: string): string {
	return parseNote(checkpoint).text;
}

export function sizeOf(checkpoint: string | undefined): number {
	return checkpoint === undefined ? 0 : parseCheckpoint(bodyOf(checkpoint)).size;
}
