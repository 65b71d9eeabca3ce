import { Failure } from "#core/failure.ts";
import { parseDecimal } from "#log/encoding.ts";
import { parseNote } from "#log/note.ts";
import { DISK, type Disk } from "../store/disk.ts";
import { createFile } from "../store/durable-file.ts";
import { namesIn } from "./found-leaves.ts";
import { type CheckpointFile, logPaths, readIfThere } from "./log-files.ts";

/** Sizes of all checkpoints that were ever published. */
export async function archivedSizes(directory: string): Promise<number[]> {
	const names = await namesIn(logPaths(directory).checkpoints);
	return names.flatMap((name) => parseDecimal(name) ?? []);
}

/**
 * Keeps a published checkpoint under its size, for good. The text is kept once: signatures that are added to it later
 * are in `checkpoint` alone.
 * @throws Failure `log-inconsistent` when another text is kept under that size
 */
export async function archiveCheckpoint(
	directory: string,
	{ text, note, checkpoint }: Omit<CheckpointFile, "keys">,
	disk: Disk = DISK,
): Promise<void> {
	const path = logPaths(directory).archivedCheckpoint(checkpoint.size);
	const outcome = (await readIfThere(path)) === undefined ? await createFile(path, text, { disk }) : "different";
	if (outcome !== "different") return;
	const kept = (await readIfThere(path)) ?? "";
	if (kept === text || parseNote(kept).text === note.text) return;
	throw new Failure("log-inconsistent", {
		what: `Two checkpoints were published for ${checkpoint.size} leaves, so nothing was signed.`,
		why: `log/checkpoints/${checkpoint.size} has another root than log/checkpoint.`,
		todo: "Restore the folder log/ from git.",
	});
}

/**
 * Whether nothing larger than the checkpoint was ever published.
 * @throws Failure `log-inconsistent`
 */
export async function checkArchive(directory: string, size: number): Promise<void> {
	const most = Math.max(0, ...(await archivedSizes(directory)));
	if (most <= size) return;
	throw new Failure("log-inconsistent", {
		what: "The log went back, so nothing was signed.",
		why: `log/checkpoint commits to ${size} leaves, and log/checkpoints/${most} was published before.`,
		todo: "Restore the folder log/ from git.",
	});
}
