import { readdir, readFile } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { sameBytes } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { parseDecimal } from "#log/tlog/canonical.ts";
import { consistencyProof, type Hash, hashLeaf, type TreeHead, treeRoot, verifyConsistency } from "#log/tlog/merkle.ts";
import {
	type Checkpoint,
	formatCheckpoint,
	formatNote,
	hasKey,
	hasSigner,
	logSigners,
	type NoteSignature,
	type OpenedNote,
	openNote,
	parseCheckpoint,
	parseNote,
	parseVerifierKey,
	signNote,
	type VerifierKey,
} from "#log/tlog/note.ts";
import {
	leavesUnder,
	parseEntries,
	parseTile,
	parseTilePath,
	partialTiles,
	type ReadTile,
	readFromTiles,
	subtreeRoot,
	TILE_WIDTH,
	type Tile,
	tilePath,
} from "#log/tlog/tiles.ts";
import { createFile, DISK, type Disk, ensureDirectory, TEMPORARY_PREFIX } from "#receipts/store/durable-file.ts";
import { ifThere, namesIn, readIfThere } from "#receipts/store/if-there.ts";
import { lockFile } from "#store/locks.ts";
import type { Signers } from "./signing-keys.ts";

const RESTORE = "Restore the folder log/ from git.";

export function logPaths(directory: string) {
	return {
		checkpoint: join(directory, "checkpoint"),
		/** Newest first, one per line. */
		verifierKeys: join(directory, "vkeys"),
		/** In the same form. Keys that may sign earlier checkpoints only. */
		retiredKeys: join(directory, "retired-vkeys"),
		/** History of the two; bound by leaves from the first rotation on. */
		keys: join(directory, "keys"),
		/** Every published checkpoint, named by its size in decimal. */
		checkpoints: join(directory, "checkpoints"),
		archivedCheckpoint: (size: number) => join(directory, "checkpoints", String(size)),
		/** Held by the running seal; never published. */
		lock: join(directory, ".seal-lock"),
	};
}

/** A checkpoint with a verified signature. */
export interface CheckpointFile {
	readonly text: string;
	readonly note: OpenedNote;
	readonly checkpoint: Checkpoint;
	/** Keys in use, newest first. */
	readonly keys: readonly VerifierKey[];
}

/**
 * Undefined before the first seal.
 * @throws Failure `log-malformed`, `log-inconsistent` without a key, `signature-invalid`, `signature-missing`
 */
export async function readCheckpointFile(directory: string): Promise<CheckpointFile | undefined> {
	const text = await readIfThere(logPaths(directory).checkpoint);
	if (text === undefined) return undefined;
	const keys = await readVerifierKeys(directory);
	if (keys.length > 0) return openCheckpoint(text, keys);
	throw new Failure("log-inconsistent", {
		what: `${logPaths(directory).verifierKeys} is missing, or holds no key that is in use.`,
		why: "Without it readers cannot check who signed the log.",
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

/** Newest first. Skips keys also listed as retired: a seal was killed between writing the two files. */
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

/** @throws Failure `log-inconsistent` when it is missing, `log-malformed` when it is not such a tile */
export async function readTileFile(directory: string, tile: Tile): Promise<Hash[]> {
	return readWidest(directory, tile, parseTile);
}

/** @throws Failure `log-inconsistent` when it is missing, `log-malformed` when it is not a bundle */
export async function readEntryBundle(directory: string, bundle: Omit<Tile, "level">): Promise<Uint8Array[]> {
	return readWidest(directory, { ...bundle, level: "entries" }, parseEntries);
}

export function tileReader(directory: string): ReadTile {
	return (tile) => readTileFile(directory, tile);
}

/** Yields one bundle at a time, with the leaf index of its first entry. */
export async function* readEntries(directory: string, from: number, size: number) {
	if (from >= size) return;
	for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < size; index++) {
		const start = index * TILE_WIDTH;
		const entries = await readEntryBundle(directory, { index, width: Math.min(TILE_WIDTH, size - start) });
		const first = Math.max(from, start);
		yield { first, entries: entries.slice(first - start) };
	}
}

/** A partial tile may have been deleted in favour of a wider one. C2SP tlog-tiles, "Partial Tiles". */
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

/** New tiles build on the right edge. Reads one tile per level. @throws Failure `log-inconsistent`, `log-malformed` */
export async function checkRightEdge(directory: string, { size, root }: TreeHead): Promise<void> {
	const recomputed = await treeRoot(size, readFromTiles(size, tileReader(directory)));
	if (!sameBytes(recomputed, root)) throw wrong("Its tiles do not give the root that was signed.");
	if (size === 0) return;
	const last = lastTile(size);
	await checkBundle(directory, last.index, last.width);
	for (let level = 0, count = size; count >= TILE_WIDTH; level++, count = Math.floor(count / TILE_WIDTH))
		if (count % TILE_WIDTH === 0) await checkFullTile(directory, level, count);
}

/** @throws Failure `log-inconsistent`, `log-malformed` */
export async function checkBundle(directory: string, index: number, width: number): Promise<void> {
	const entries = await readEntryBundle(directory, { index, width });
	const ours = await Promise.all(entries.map(hashLeaf));
	const theirs = await readTileFile(directory, { level: 0, index, width });
	if (!ours.every((hash, at) => sameBytes(hash, theirs[at] as Hash)))
		throw wrong(`The entries of bundle ${index} do not have the hashes of their tile.`);
}

export async function isPrefix(directory: string, older: TreeHead, newer: TreeHead): Promise<boolean> {
	if (older.size === 0) return true;
	if (older.size > newer.size) return false;
	const proof = await consistencyProof(older.size, newer.size, readFromTiles(newer.size, tileReader(directory)));
	return verifyConsistency(older, newer, proof);
}

/** A full last tile is not on the right edge; only its root is, one level up. */
async function checkFullTile(directory: string, level: number, count: number): Promise<void> {
	const { index } = lastTile(count);
	const hashes = await readTileFile(directory, { level, index, width: TILE_WIDTH });
	const above = lastTile(count / TILE_WIDTH);
	const parents = await readTileFile(directory, { level: level + 1, ...above });
	if (!sameBytes(await subtreeRoot(hashes), parents.at(-1) as Hash))
		throw wrong(`The last tile of level ${level} does not have the hash that the tile above gives it.`);
}

function lastTile(count: number): { readonly index: number; readonly width: number } {
	const index = Math.floor((count - 1) / TILE_WIDTH);
	return { index, width: count - index * TILE_WIDTH };
}

function wrong(why: string): Failure {
	return new Failure("log-inconsistent", {
		what: "The log does not hold what its checkpoint commits to, so nothing was signed.",
		why,
		todo: "Run npm run verify: it names the files that are wrong. Restore the folder log/ from git.",
	});
}

export async function archivedSizes(directory: string): Promise<number[]> {
	const names = await namesIn(logPaths(directory).checkpoints);
	return names.flatMap((name) => parseDecimal(name) ?? []);
}

/** Later signatures go only into `checkpoint`. @throws Failure `log-inconsistent` for another text of that size */
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

/** @throws Failure `log-inconsistent` if a larger checkpoint than this was ever published */
export async function checkArchive(directory: string, size: number): Promise<void> {
	const most = Math.max(0, ...(await archivedSizes(directory)));
	if (most <= size) return;
	throw new Failure("log-inconsistent", {
		what: "The log went back, so nothing was signed.",
		why: `log/checkpoint commits to ${size} leaves, and log/checkpoints/${most} was published before.`,
		todo: "Restore the folder log/ from git.",
	});
}

/** Call only under the seal lock. C2SP tlog-tiles, "Partial Tiles". */
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
	const folder = path.endsWith(".p") ? parseTilePath(path.slice(0, -2)) : undefined;
	if (folder) return leavesUnder(folder) <= size;
	const tile = parseTilePath(path);
	if (!tile) return false;
	if (tile.width === TILE_WIDTH) return leavesUnder(tile) > size;
	return leavesUnder({ ...tile, width: TILE_WIDTH }) <= size || !needed.has(path);
}

/** Keeps others' signatures of the same text. */
export async function signCheckpoint(
	checkpoint: Checkpoint,
	{ signers, keys }: Pick<Signers, "signers" | "keys">,
	before: CheckpointFile | undefined,
): Promise<CheckpointFile> {
	const text = formatCheckpoint(checkpoint);
	const signed = await signNote(text, signers);
	const kept = before?.note.text === text ? before.note.signatures : [];
	return openCheckpoint(addSignatures(signed, kept), keys);
}

export function addSignatures(noteText: string, more: readonly NoteSignature[]): string {
	const { text, signatures } = parseNote(noteText);
	return formatNote({ text, signatures: [...signatures, ...more.filter((each) => !hasSigner(signatures, each))] });
}

const PATIENCE_MS = 5000;

/** @throws Failure `store-busy` if another process is writing the log */
export async function whileLocked<T>(
	directory: string,
	then: "seal" | "publish" | "repair",
	work: () => Promise<T>,
	{ disk = DISK, patienceMs = PATIENCE_MS }: { readonly disk?: Disk; readonly patienceMs?: number | undefined } = {},
): Promise<T> {
	await ensureDirectory(directory, disk);
	const { lock } = logPaths(directory);
	const release = await lockFile(lock, patienceMs);
	if (!release)
		throw new Failure("store-busy", {
			what: "The log is being sealed, repaired or replaced.",
			why: `Another program has held ${lock} for ${patienceMs / 1000} s.`,
			todo: `Wait until it is done, then ${then} again; nothing is lost.`,
		});
	try {
		return await work();
	} finally {
		release();
	}
}
