import { sameBytes } from "#core/bytes.ts";
import { Failure } from "#core/failure.ts";
import { type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import { consistencyProof, type Hash, hashLeaf, type TreeHead, treeRoot, verifyConsistency } from "#log/tlog/merkle.ts";
import {
	newTiles,
	parseEntries,
	parseTile,
	readFromTiles,
	subtreeRoot,
	TILE_WIDTH,
	tilePath,
} from "#log/tlog/tiles.ts";
import type { Disk } from "#receipts/store/durable-file.ts";
import { type FileToWrite, writeAll } from "#receipts/store/write-all.ts";
import { type Growth, growTree, newTileReader } from "./grow-tree.ts";
import type { CheckpointFile } from "./log-folder.ts";
import { expectUnchanged, type Publication, publishCheckpoint, publishKeys, signCheckpoint } from "./log-folder.ts";
import { keepLastCheckpoint, type OpenLog } from "./open-log.ts";
import type { LogHome, SealOptions } from "./seal.ts";

export interface Appending {
	readonly directory: string;
	readonly home: LogHome;
	readonly log: OpenLog;
	readonly disk: Disk;
	readonly onProgress: SealOptions["onProgress"];
}

/** A larger log that was signed and is not published. */
export interface SignedGrowth {
	readonly growth: Growth;
	readonly signed: CheckpointFile;
	/** Files of the log's folder that are bound by leaves of the growth. */
	readonly lists: readonly FileToWrite[];
}

/** With it every log begins, so that readers find the list before anything is on it. */
const EMPTY_LIST: FileToWrite = { path: "withdrawn", data: new Uint8Array() };

/**
 * Signs the tree with these leaves behind those it has; nothing is written. Without leaves, the tree is signed anew: by keys
 * that have not signed it.
 * @throws Failure `log-inconsistent`
 */
export async function signLeaves(
	{ directory, home, log }: Appending,
	leaves: readonly Leaf[],
	lists: readonly FileToWrite[],
): Promise<SignedGrowth> {
	const before = log.before?.checkpoint;
	const growth = await growTree(directory, before?.size ?? 0, leaves);
	await proofread(directory, before, growth);
	await home.expectAlone?.();
	const { size, root } = growth;
	return { growth, lists, signed: await signCheckpoint({ origin: home.origin, size, root }, log, log.before) };
}

/**
 * Publishes a tree that was signed: entries and tiles first, durable, then the checkpoint that commits to them. Dying between
 * any two steps leaves either the old log or the new one.
 * @throws Failure `log-changed`
 */
export async function publishLeaves(
	{ directory, home, log, disk, onProgress }: Appending,
	{ growth, signed, lists }: SignedGrowth,
): Promise<void> {
	const publication: Publication = { directory, disk, before: log.before?.text };
	// Witnesses may have been waited for: whatever came here meanwhile, not a byte of ours goes into it.
	await expectUnchanged(publication);
	const total = growth.tiles.length;
	const onWritten = (done: number) => onProgress?.({ done, total, step: "tiles written" });
	await writeAll(directory, growth.tiles, { disk, onWritten });
	await expectUnchanged(publication);
	const begins = log.before || lists.some(({ path }) => path === "withdrawn") ? [] : [EMPTY_LIST];
	await writeAll(directory, [...begins, ...lists], { disk });
	await home.expectAlone?.();
	await publishKeys(publication, [...log.keys, ...log.retired]);
	await publishCheckpoint(publication, signed.text);
	await keepLastCheckpoint(home.state, signed.text, disk);
}

/**
 * Reads what is about to be written as a stranger would, by the code that readers run: every entry is a leaf of ours,
 * the bundles give the tiles, the tiles those above them, all of them the root, and the tree before is a prefix of it.
 * @param before undefined for a log that has no checkpoint yet
 * @throws Failure `log-inconsistent`; such a tree must not be signed
 */
export async function proofread(directory: string, before: TreeHead | undefined, growth: Growth): Promise<void> {
	const byPath = new Map(growth.tiles.map(({ path, data }) => [path, data]));
	const expected = [...newTiles(before?.size ?? 0, growth.size)];
	if (expected.length !== byPath.size) throw wrong("It would have other tiles than a tree of its size.");
	for (const tile of expected) {
		const data = byPath.get(tilePath(tile));
		if (!data) throw wrong(`It would lack ${tilePath(tile)}.`);
		const { level, index, width } = tile;
		if (level === "entries") {
			const hashes = parseTile(byPath.get(tilePath({ level: 0, index, width })) ?? new Uint8Array(), width);
			await expectSame(tilePath(tile), await hashEntries(data, width), hashes);
		} else if (level > 0) await checkParents(tilePath(tile), parseTile(data, width), { level, index }, byPath);
	}
	const read = readFromTiles(growth.size, newTileReader(directory, growth.tiles));
	if (!sameBytes(await treeRoot(growth.size, read), growth.root)) throw wrong("Its tiles give another root.");
	if (!before || before.size === 0) return;
	const proof = await consistencyProof(before.size, growth.size, read);
	if (!(await verifyConsistency(before, growth, proof))) throw wrong("The published tree is not a prefix of it.");
}

async function hashEntries(bundle: Uint8Array, width: number): Promise<Hash[]> {
	const entries = parseEntries(bundle, width);
	for (const entry of entries) parseLeaf(entry);
	return Promise.all(entries.map(hashLeaf));
}

/** Tiles that were there before are vouched for by the consistency with the published root. */
async function checkParents(
	path: string,
	hashes: readonly Hash[],
	{ level, index }: { readonly level: number; readonly index: number },
	tiles: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
	for (const [at, hash] of hashes.entries()) {
		const below = { level: level - 1, index: index * TILE_WIDTH + at, width: TILE_WIDTH };
		const data = tiles.get(tilePath(below));
		if (data) await expectSame(path, [await subtreeRoot(parseTile(data, TILE_WIDTH))], [hash]);
	}
}

async function expectSame(path: string, ours: readonly Hash[], theirs: readonly Hash[]): Promise<void> {
	const same = ours.length === theirs.length && ours.every((hash, at) => sameBytes(hash, theirs[at] as Hash));
	if (!same) throw wrong(`${path} does not fit the tile that goes with it.`);
}

function wrong(why: string): Failure {
	return new Failure("log-inconsistent", {
		what: "The new tree is not consistent, so it was not signed.",
		why,
		todo: "Nothing was published. Run npm run verify, and restore the folder log/ from git.",
	});
}
