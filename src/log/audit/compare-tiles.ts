import { join } from "node:path";
import { sameBytes } from "#core/bytes.ts";
import type { LogProgress } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { HASH_BYTES, type Hash, type TreeHead, treeRoot } from "#log/tlog/merkle.ts";
import {
	leavesUnder,
	newTiles,
	parseEntries,
	parseTile,
	partialTiles,
	TILE_BYTES,
	TILE_WIDTH,
	type Tile,
	tilePath,
} from "#log/tlog/tiles.ts";
import type { FileToWrite } from "#receipts/store/durable-file.ts";
import { coveredBy } from "../lists.ts";
import { hashEntries, rootOver } from "../seal/grow-tree.ts";
import type { PublishedCheckpoints } from "./compare-checkpoints.ts";
import type { LogLeaves } from "./compare-receipts.ts";
import { asSentence, type Findings, type LogListing, listed, readBytes } from "./findings.ts";

/** `hashes` are concatenated; `fault` says why they are missing. */
interface TileContent {
	readonly hashes?: Uint8Array;
	readonly entries?: readonly Uint8Array[];
	readonly fault?: string;
}

async function readTile(directory: string, tile: Tile): Promise<TileContent> {
	const bytes = await readBytes(join(directory, tilePath(tile)));
	if (!bytes) return { fault: "The file is missing." };
	try {
		if (tile.level !== "entries") return parseTile(bytes, tile.width) && { hashes: bytes };
		const entries = parseEntries(bytes, tile.width);
		return { entries, hashes: hashEntries(entries) };
	} catch (error) {
		return { fault: asSentence(error) };
	}
}

export function widthAt({ level, index }: Pick<Tile, "level" | "index">, size: number): number {
	const count = level === "entries" ? size : Math.floor(size / TILE_WIDTH ** level);
	return Math.max(0, Math.min(TILE_WIDTH, count - index * TILE_WIDTH));
}

function hashAt(hashes: Uint8Array, at: number): Hash {
	return hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES);
}

export type RecomputedTree = Awaited<ReturnType<typeof recomputeTree>>;

/**
 * If the level 0 tiles do not give the signed root, uses the entries in place of tiles that their parent contradicts.
 * @returns `proven`: whether the result has the signed root; if not, it is what the readable entries give
 */
export async function recomputeTree(directory: string, { size, root }: TreeHead) {
	const read = async (level: Tile["level"], index: number) =>
		(await readTile(directory, { level, index, width: widthAt({ level, index }, size) })).hashes;
	const byTiles = await buildTree(size, async (index) => (await read(0, index)) ?? (await read("entries", index)));
	if (sameBytes(await byTiles.rootAt(size), root)) return { ...byTiles, proven: true };
	const byEntries = await buildTree(size, async (index) => {
		const tile = await read(0, index);
		const above = tile?.length === TILE_BYTES && (await read(1, Math.floor(index / TILE_WIDTH)));
		if (above && sameBytes(rootOver(tile), hashAt(above, index % TILE_WIDTH))) return tile;
		return (await read("entries", index)) ?? tile;
	});
	return { ...byEntries, proven: sameBytes(await byEntries.rootAt(size), root) };
}

/** @param readGroup hashes of 256 consecutive leaves, fewer at the end; undefined counts as zeroes */
async function buildTree(size: number, readGroup: (index: number) => Promise<Uint8Array | undefined>) {
	const leaves = Buffer.alloc(size * HASH_BYTES);
	for (let at = 0; at < leaves.length; at += TILE_BYTES) leaves.set((await readGroup(at / TILE_BYTES)) ?? [], at);
	const levels = [leaves];
	for (let below = leaves; below.length >= TILE_BYTES; below = levels.at(-1) ?? leaves) {
		const full = Array.from({ length: Math.floor(below.length / TILE_BYTES) }, (_, at) => at * TILE_BYTES);
		levels.push(Buffer.concat(full.map((from) => rootOver(below.subarray(from, from + TILE_BYTES)))));
	}
	const hashesAt = (level: number, from: number, count: number) =>
		(levels[level] ?? leaves).subarray(from * HASH_BYTES, (from + count) * HASH_BYTES);
	return {
		/** For a bundle, the hashes of its entries. */
		hashesOf: ({ level, index, width }: Tile): Uint8Array =>
			hashesAt(level === "entries" ? 0 : level, index * TILE_WIDTH, width),
		rootAt: (count: number): Promise<Hash> =>
			treeRoot(count, (level, index) =>
				rootOver(hashesAt(Math.floor(level / 8), index * 2 ** (level % 8), 2 ** (level % 8))),
			),
	};
}

interface TileOptions {
	readonly directory: string;
	readonly size: number;
	readonly tree: RecomputedTree;
	readonly others: OtherTiles;
	readonly leaves: LogLeaves;
	readonly onProgress: ((progress: LogProgress) => void) | undefined;
}

/** @returns the right content of wrong tiles, where the root proves it */
export async function compareTiles(options: TileOptions, findings: Findings): Promise<FileToWrite[]> {
	const { directory, size, tree, others } = options;
	const repairs: FileToWrite[] = [];
	const missing = [...others.missing.values()].map(({ tile }) => tile);
	for (const tile of [...newTiles(0, size), ...others.older, ...missing].sort(byPlace(size))) {
		const path = tilePath(tile);
		const content = await readTile(directory, tile);
		if (tile.level === "entries" && tile.width === widthAt(tile, size)) collectEntries(options, tile, content);
		const asker = others.missing.get(path)?.checkpoint;
		const gone = asker && `The file is missing: readers of log/checkpoints/${asker} ask for it.`;
		const says = gone || (content.fault ?? difference(tile, content, tree));
		if (says === undefined) continue;
		const todo = todoFor(tile, tree);
		if (todo === REPAIR) repairs.push({ path, data: tree.hashesOf(tile) });
		findings.fault(`log/${path}`, says, todo);
	}
	return repairs;
}

const REPAIR = "Run npm run verify -- --repair: the entries prove what belongs there.";

function todoFor({ level }: Tile, { proven }: RecomputedTree): string | undefined {
	if (level === "entries") return "Restore it from git: an entry cannot be computed again.";
	return proven ? REPAIR : undefined;
}

/** Bundles first, then level by level; at each place the current tree's tile before narrower ones of earlier trees. */
function byPlace(size: number): (a: Tile, b: Tile) => number {
	const height = ({ level }: Tile) => (level === "entries" ? -1 : level);
	const width = (tile: Tile) => (tile.width === widthAt(tile, size) ? 0 : tile.width);
	return (a, b) => height(a) - height(b) || a.index - b.index || width(a) - width(b);
}

function collectEntries({ size, tree, leaves, onProgress }: TileOptions, tile: Tile, content: TileContent): void {
	const first = tile.index * TILE_WIDTH;
	const isLeaf = comparison(tile, content, tree);
	for (let at = 0; at < tile.width; at++)
		leaves.add(first + at, tree.proven && isLeaf(at) ? content.entries?.[at] : undefined);
	onProgress?.({ done: first + tile.width, total: size, step: "leaves" });
}

function comparison(tile: Tile, { hashes = new Uint8Array() }: TileContent, { hashesOf }: RecomputedTree) {
	const expected = hashesOf(tile);
	return (at: number) => sameBytes(hashAt(hashes, at), hashAt(expected, at));
}

function difference(tile: Tile, content: TileContent, tree: RecomputedTree): string | undefined {
	const isExpected = comparison(tile, content, tree);
	for (let at = 0; at < tile.width; at++) {
		if (isExpected(at)) continue;
		const place = tile.index * TILE_WIDTH + at;
		if (tile.level === "entries") return `Its entry ${at} is not the one that was logged as leaf ${place}.`;
		if (tile.level === 0) return `Its hash ${at} is not that of leaf ${place}.`;
		return `Its hash ${at} is not that of tile ${place} of the level below.`;
	}
	return undefined;
}

type OtherTiles = ReturnType<typeof sortTiles>;

/** @param earlier checkpoints with a valid signature */
export function sortTiles(listing: LogListing, size: number, earlier: PublishedCheckpoints["others"]) {
	const sound = new Set(earlier.map(({ checkpoint }) => checkpoint.size));
	const tiles = [...listing.tiles.values()];
	const older = tiles.filter((tile) => leavesUnder(tile) <= size && tile.width < widthAt(tile, size));
	const asked = new Set<string>();
	const missing = new Map<string, { readonly tile: Tile; readonly checkpoint: number }>();
	for (const checkpoint of listing.checkpoints)
		for (const tile of partialTiles(checkpoint)) {
			const path = tilePath(tile);
			const width = widthAt(tile, size);
			// Partial tiles may be deleted once the full tile exists. C2SP tlog-tiles, "Partial Tiles".
			if (sound.has(checkpoint) && tile.width < width && width < TILE_WIDTH && !listing.tiles.has(path))
				missing.set(path, { tile, checkpoint });
			asked.add(path);
		}
	return {
		/** Narrower tiles that earlier trees had. */
		older,
		unasked: older.filter((tile) => !asked.has(tilePath(tile))),
		/** By path: missing tiles that readers of that checkpoint ask for. */
		missing,
		/** Tiles past the size that the checkpoint commits to. */
		beyond: tiles.filter((tile) => leavesUnder(tile) > size),
	};
}

export function checkUnexpected(
	{ checkpoints, unexpected }: LogListing,
	{ unasked, beyond }: OtherTiles,
	{ current, others, unarchived }: PublishedCheckpoints,
	{ bound }: Pick<LogLeaves, "bound">,
	findings: Findings,
): void {
	const size = current?.checkpoint.size ?? 0;
	const bundles = unasked.filter(({ level }) => level === "entries");
	const traces = [
		...bundles.map((tile) => [leavesUnder(tile), `log/${tilePath(tile)}`] as const),
		...others.map(({ file, checkpoint }) => [checkpoint.size, file] as const),
		// The index leaf is the last of its seal.
		...[...bound].flatMap(([name, leaves]) =>
			coveredBy(name) === undefined
				? []
				: leaves.map(({ index }) => [index + 1, `the index of leaf ${index}`] as const),
		),
	];
	const gone = new Map(traces.filter(([at]) => at > 0 && at < size && !checkpoints.includes(at)));
	const cutOff =
		"Restore it from git; if git never had it, a seal was cut off, and npm run verify -- --repair clears what it left.";
	for (const [at, file] of gone)
		findings.fault(`log/checkpoints/${at}`, `The file is missing: ${file} was published for it.`, cutOff);
	const note = (paths: readonly string[], noun: string, says: string, end = "") => {
		const names = listed(paths.map((path) => `log/${path}`));
		if (paths.length > 0) findings.notes.push(`${counted(paths.length, noun)} ${says}: ${names}.${end}`);
	};
	if (unarchived) {
		const says = "is missing: a seal was cut off before its last step; the next one adds it.";
		findings.notes.push(`log/${unarchived.path} ${says}`);
	}
	const left = "of leaves beyond the checkpoint, left by a seal that was cut off";
	note(beyond.map(tilePath), "file", left, " The next seal clears them.");
	note(unexpected, "file", "that no log has");
	const odd = unasked.filter((tile) => tile.level !== "entries" && !gone.has(leavesUnder(tile)));
	note(odd.map(tilePath), "tile", "that no published checkpoint asks for");
}
