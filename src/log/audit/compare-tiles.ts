import { sameBytes } from "#core/bytes.ts";
import type { LogProgress } from "#core/verification.ts";
import { newTiles, TILE_WIDTH, type Tile, tilePath } from "#log/tlog/tiles.ts";
import type { FileToWrite } from "#receipts/store/write-all.ts";
import type { Findings } from "./findings.ts";
import type { LogLeaves } from "./log-leaves.ts";
import { hashAt, type RecomputedTree, readTile, type TileContent, widthAt } from "./recompute-tree.ts";
import type { OtherTiles } from "./unexpected-files.ts";

interface TileOptions {
	readonly directory: string;
	readonly size: number;
	readonly tree: RecomputedTree;
	readonly others: OtherTiles;
	/** Takes the entries that are leaves of the tree. */
	readonly leaves: LogLeaves;
	readonly onProgress: ((progress: LogProgress) => void) | undefined;
}

/**
 * Compares every tile and bundle with the tree.
 * @returns what tiles that are wrong must hold, where that is proven
 */
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
	if (level === "entries") return "Restore it from git: an entry cannot be computed anew.";
	return proven ? REPAIR : undefined;
}

/** Bundles, then level by level; at each place the tree's own tile before the narrower ones of earlier trees. */
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

/** Whether a hash is the expected one. */
function comparison(tile: Tile, { hashes = new Uint8Array() }: TileContent, { hashesOf }: RecomputedTree) {
	const expected = hashesOf(tile);
	return (at: number) => sameBytes(hashAt(hashes, at), hashAt(expected, at));
}

/** The first hash that is not the expected one. */
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
