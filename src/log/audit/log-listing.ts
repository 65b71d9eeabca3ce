import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { parseDecimal } from "#log/tlog/canonical.ts";
import { parseTilePath, type Tile } from "#log/tlog/tiles.ts";
import { ifThere } from "#receipts/store/if-there.ts";

export type LogListing = Awaited<ReturnType<typeof listLog>>;

/** Single files, and those of a writer at work, which clears them itself. */
const EXPECTED =
	/^(checkpoint|vkeys|retired-vkeys|withdrawn|live|keys|policy\.txt|pending|index\/(\d+|[0-9a-f]{64}))$|(^|\/)\.(tmp-|seal-lock)/;

/** The files of a log directory: its tiles and bundles by their path, sizes of checkpoints, all others. */
export async function listLog(directory: string) {
	const tiles = new Map<string, Tile>();
	const [checkpoints, unexpected]: [number[], string[]] = [[], []];
	for (const path of await filesUnder(directory)) {
		const tile = parseTilePath(path);
		const size = parseDecimal(/^checkpoints\/(\d+)$/.exec(path)?.[1] ?? "");
		if (tile) tiles.set(path, tile);
		else if (size !== undefined) checkpoints.push(size);
		else if (!EXPECTED.test(path)) unexpected.push(path);
	}
	return { tiles, checkpoints: checkpoints.sort((a, b) => a - b), unexpected };
}

/** Paths of files below a directory, with slashes, in order; none where there is no such directory. */
export async function filesUnder(directory: string): Promise<string[]> {
	const found = (await ifThere(readdir(directory, { recursive: true, withFileTypes: true }))) ?? [];
	const files = found.filter((each) => !each.isDirectory());
	return files.map(({ parentPath, name }) => slashed(relative(directory, join(parentPath, name)))).sort();
}

export function slashed(path: string): string {
	return path.replaceAll(sep, "/");
}

/** The file's bytes; undefined where no file is: a pipe would be waited for. */
export async function readBytes(path: string): Promise<Buffer | undefined> {
	const facts = await ifThere(stat(path), NO_FILE);
	return facts?.isFile() ? ifThere(readFile(path), NO_FILE) : undefined;
}

const NO_FILE = ["ENOENT", "ENOTDIR", "EISDIR"];
