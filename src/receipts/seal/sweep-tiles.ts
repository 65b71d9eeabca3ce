import { readdir } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { leavesUnder, parseTilePath, partialTiles, TILE_WIDTH, tilePath } from "#log/tile.ts";
import { DISK, type Disk } from "../store/disk.ts";
import { TEMPORARY_PREFIX } from "../store/durable-file.ts";
import { archivedSizes } from "./archived-checkpoints.ts";

/**
 * Takes away, under a log directory, what no published checkpoint needs: partial tiles that have become full, tiles that
 * a killed seal left, and temporary files. Only for the one sealer at work. C2SP tlog-tiles, "Partial Tiles".
 */
export async function sweepTiles(directory: string, size: number, disk: Disk = DISK): Promise<void> {
	const needed = new Set(
		[size, ...(await archivedSizes(directory))].flatMap((each) => partialTiles(each).map(tilePath)),
	);
	for (const name of await namesBelow(directory)) {
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

async function namesBelow(directory: string): Promise<string[]> {
	try {
		return await readdir(directory, { recursive: true });
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
		throw error;
	}
}
