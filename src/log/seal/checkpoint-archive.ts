import { readdir } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { Failure } from "#core/failure.ts";
import { parseDecimal } from "#log/tlog/canonical.ts";
import { parseNote } from "#log/tlog/note.ts";
import { leavesUnder, parseTilePath, partialTiles, TILE_WIDTH, tilePath } from "#log/tlog/tiles.ts";
import { createFile, DISK, type Disk, TEMPORARY_PREFIX } from "#receipts/store/durable-file.ts";
import { ifThere, namesIn, readIfThere } from "#receipts/store/if-there.ts";
import { type CheckpointFile, logPaths } from "./log-files.ts";

/** Sizes of all checkpoints that were ever published. */
async function archivedSizes(directory: string): Promise<number[]> {
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

/** Whether nothing larger than the checkpoint was ever published. @throws Failure `log-inconsistent` */
export async function checkArchive(directory: string, size: number): Promise<void> {
	const most = Math.max(0, ...(await archivedSizes(directory)));
	if (most <= size) return;
	throw new Failure("log-inconsistent", {
		what: "The log went back, so nothing was signed.",
		why: `log/checkpoint commits to ${size} leaves, and log/checkpoints/${most} was published before.`,
		todo: "Restore the folder log/ from git.",
	});
}

/**
 * Takes away, under a log directory, what no published checkpoint needs: partial tiles that have become full, tiles that
 * a killed seal left, and temporary files. Only for the one sealer at work. C2SP tlog-tiles, "Partial Tiles".
 */
export async function sweepTiles(directory: string, size: number, disk: Disk = DISK): Promise<void> {
	const needed = new Set(
		[size, ...(await archivedSizes(directory))].flatMap((each) => partialTiles(each).map(tilePath)),
	);
	for (const name of (await ifThere(readdir(directory, { recursive: true }))) ?? []) {
		const path = name.replaceAll(sep, "/");
		if (basename(path).startsWith(TEMPORARY_PREFIX) || isUnneeded(path, size, needed))
			await disk.remove(join(directory, name));
	}
}

function isUnneeded(path: string, size: number, needed: ReadonlySet<string>): boolean {
	// The directory of a tile's partial forms, as a whole.
	const folder = path.endsWith(".p") ? parseTilePath(path.slice(0, -2)) : undefined;
	if (folder) return leavesUnder(folder) <= size;
	const tile = parseTilePath(path);
	if (!tile) return false;
	if (tile.width === TILE_WIDTH) return leavesUnder(tile) > size;
	return leavesUnder({ ...tile, width: TILE_WIDTH }) <= size || !needed.has(path);
}
