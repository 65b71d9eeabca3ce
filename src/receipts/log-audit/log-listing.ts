import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parseDecimal } from "#log/encoding.ts";
import { parseTilePath, type Tile } from "#log/tile.ts";

/** The files of a log directory. */
export interface LogListing {
	/** Tiles and entry bundles, by their path below the directory. */
	readonly tiles: ReadonlyMap<string, Tile>;
	/** Sizes that `checkpoints/` has a file for, ascending. */
	readonly checkpoints: readonly number[];
	/** Sizes that it has a time stamp for, ascending. */
	readonly stamps: readonly number[];
	/** Paths that no file of a log has. */
	readonly unexpected: readonly string[];
}

/** Files of a writer at work; it clears them itself. */
const OF_WRITERS = /(^|\/)\.(tmp-|seal-lock)/;

const SINGLE: ReadonlySet<string> = new Set(["checkpoint", "vkeys", "retired-vkeys", "unlisted"]);

export async function listLog(directory: string): Promise<LogListing> {
	const tiles = new Map<string, Tile>();
	const sizes = { checkpoints: [] as number[], stamps: [] as number[] };
	const unexpected: string[] = [];
	for (const path of await filesUnder(directory)) {
		const tile = parseTilePath(path);
		const [, number = "", stamp] = /^checkpoints\/(\d+)(\.tsr)?$/.exec(path) ?? [];
		const size = parseDecimal(number);
		if (tile) tiles.set(path, tile);
		else if (size !== undefined) sizes[stamp ? "stamps" : "checkpoints"].push(size);
		else if (!SINGLE.has(path) && !OF_WRITERS.test(path)) unexpected.push(path);
	}
	for (const each of [sizes.checkpoints, sizes.stamps]) each.sort((a, b) => a - b);
	return { tiles, ...sizes, unexpected: unexpected.sort() };
}

/** Paths of files below a directory, with slashes; none where there is no such directory. */
export async function filesUnder(directory: string): Promise<string[]> {
	try {
		const found = await readdir(directory, { recursive: true, withFileTypes: true });
		const files = found.filter((each) => !each.isDirectory());
		return files.map(({ parentPath, name }) => slashed(relative(directory, join(parentPath, name))));
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
		throw error;
	}
}

export function slashed(path: string): string {
	return path.replaceAll(sep, "/");
}

/** The file's bytes; undefined where no file is. */
export async function readBytes(path: string): Promise<Buffer | undefined> {
	try {
		return await readFile(path);
	} catch (error) {
		if (["ENOENT", "ENOTDIR", "EISDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
		throw error;
	}
}
