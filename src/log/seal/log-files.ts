import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Failure } from "#core/failure.ts";
import { type Checkpoint, logSigners, parseCheckpoint } from "#log/tlog/checkpoint.ts";
import type { Hash } from "#log/tlog/merkle.ts";
import { type OpenedNote, openNote, parseVerifierKey, type VerifierKey } from "#log/tlog/note.ts";
import type { ReadTile } from "#log/tlog/tiles.ts";
import { parseEntries, parseTile, TILE_WIDTH, type Tile, tilePath } from "#log/tlog/tiles.ts";
import { ifThere, readIfThere } from "#receipts/store/if-there.ts";

const RESTORE = "Restore the folder log/ from git.";

/** Paths of a log directory, `<SIGHTLINE_REPORTS>/log`. */
export function logPaths(directory: string) {
	return {
		/** The signed note that readers begin with. */
		checkpoint: join(directory, "checkpoint"),
		/** Public keys in use, the newest first, one a line. */
		verifierKeys: join(directory, "vkeys"),
		/** Retired public keys, in the same form. Only checkpoints of before may be signed by them alone. */
		retiredKeys: join(directory, "retired-vkeys"),
		/** How the two came about; from the first rotation on, bound by leaves. */
		keys: join(directory, "keys"),
		/** Every checkpoint ever published, by its size in plain decimal. */
		checkpoints: join(directory, "checkpoints"),
		archivedCheckpoint: (size: number) => join(directory, "checkpoints", String(size)),
		/** Held by the one sealer at work; never published. */
		lock: join(directory, ".seal-lock"),
	};
}

/** A checkpoint file whose signature has been checked. */
export interface CheckpointFile {
	/** The file, to the letter. */
	readonly text: string;
	readonly note: OpenedNote;
	readonly checkpoint: Checkpoint;
	/** The log's public keys in use, the newest first. */
	readonly keys: readonly VerifierKey[];
}

/**
 * The log's checkpoint, opened with the log's own keys in use; undefined where nothing has been sealed yet.
 * @throws Failure `log-malformed`, `log-inconsistent` without a key, `signature-invalid`, `signature-missing`
 */
export async function readCheckpointFile(directory: string): Promise<CheckpointFile | undefined> {
	const text = await readIfThere(logPaths(directory).checkpoint);
	if (text === undefined) return undefined;
	const keys = await readVerifierKeys(directory);
	if (keys.length > 0) return openCheckpoint(text, keys);
	throw new Failure("log-inconsistent", {
		what: `${logPaths(directory).verifierKeys} is missing, or holds no key that is in use.`,
		why: "Without it nobody can check who has signed the log.",
		todo: RESTORE,
	});
}

/** @throws Failure as `readCheckpointFile` */
export async function openCheckpoint(text: string, keys: readonly VerifierKey[]): Promise<CheckpointFile> {
	const note = await openNote(text, keys);
	const checkpoint = parseCheckpoint(note.text);
	if (logSigners(note, checkpoint.origin).length > 0) return { text, note, checkpoint, keys };
	throw new Failure("signature-missing", { what: `No key of the log ${checkpoint.origin} has signed its checkpoint.` });
}

/**
 * The public keys in use, the newest first; none where the file is missing. One that is listed as retired as well is
 * retired: a seal was cut off between the two files.
 */
export async function readVerifierKeys(directory: string): Promise<VerifierKey[]> {
	const listed = await readKeyFile(logPaths(directory).verifierKeys);
	const retired = await readRetiredKeys(directory);
	return listed.filter((key) => !hasKey(retired, key));
}

export async function readRetiredKeys(directory: string): Promise<VerifierKey[]> {
	return readKeyFile(logPaths(directory).retiredKeys);
}

async function readKeyFile(path: string): Promise<VerifierKey[]> {
	const lines = ((await readIfThere(path)) ?? "").split("\n").filter((line) => line !== "");
	return named(basename(path), () => Promise.all(lines.map(parseVerifierKey)));
}

export function hasKey(keys: readonly VerifierKey[], key: Pick<VerifierKey, "name" | "keyId">): boolean {
	return keys.some(({ name, keyId }) => name === key.name && keyId === key.keyId);
}

/** @throws Failure `log-inconsistent` when it is missing, `log-malformed` when it is not such a tile */
export async function readTileFile(directory: string, tile: Tile): Promise<Hash[]> {
	return readWidest(directory, tile, parseTile);
}

/** Entries of a bundle. @throws Failure `log-inconsistent` when it is missing, `log-malformed` when it is none */
export async function readEntryBundle(directory: string, bundle: Omit<Tile, "level">): Promise<Uint8Array[]> {
	return readWidest(directory, { ...bundle, level: "entries" }, parseEntries);
}

/** For `readFromTiles` (log/tree-storage.ts). */
export function tileReader(directory: string): ReadTile {
	return (tile) => readTileFile(directory, tile);
}

/** The entries [from, size) of a log, a bundle at a time, with the leaf index of the first of them. */
export async function* readEntries(directory: string, from: number, size: number) {
	if (from >= size) return;
	for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < size; index++) {
		const start = index * TILE_WIDTH;
		const entries = await readEntryBundle(directory, { index, width: Math.min(TILE_WIDTH, size - start) });
		const first = Math.max(from, start);
		yield { first, entries: entries.slice(first - start) };
	}
}

/** A partial tile may be gone where the full one has taken its place. C2SP tlog-tiles, "Partial Tiles". */
async function readWidest<T>(
	directory: string,
	tile: Tile,
	parse: (bytes: Uint8Array, width: number) => T[],
): Promise<T[]> {
	const path = tilePath(tile);
	const bytes = await ifThere(readFile(join(directory, path)));
	if (bytes) return named(path, async () => parse(bytes, tile.width));
	const wider = { ...tile, width: TILE_WIDTH };
	const full = tile.width < TILE_WIDTH ? await ifThere(readFile(join(directory, tilePath(wider)))) : undefined;
	if (full) return (await named(tilePath(wider), async () => parse(full, TILE_WIDTH))).slice(0, tile.width);
	throw new Failure("log-inconsistent", {
		what: `The log lacks ${path}.`,
		why: "Its checkpoint commits to what is in there.",
		todo: RESTORE,
	});
}

async function named<T>(path: string, parse: () => Promise<T>): Promise<T> {
	try {
		return await parse();
	} catch (error) {
		if (!(error instanceof Failure)) throw error;
		throw new Failure("log-malformed", { what: `${path} of the log is damaged.`, why: error.message, todo: RESTORE });
	}
}
