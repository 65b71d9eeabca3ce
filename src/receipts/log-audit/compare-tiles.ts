import type { LogFault } from "#core/verification.ts";
import { sameBytes } from "#log/encoding.ts";
import type { TreeHead } from "#log/merkle-proof.ts";
import { newTiles, TILE_WIDTH, type Tile, tilePath } from "#log/tile.ts";
import type { FileToWrite } from "../store/write-all.ts";
import { RESTORE } from "./log-faults.ts";
import type { LogLeaves } from "./log-leaves.ts";
import { hashAt, type RecomputedTree, readTile, recomputeTree, type TileContent, widthAt } from "./recompute-tree.ts";
import type { OtherTiles } from "./unexpected-files.ts";

interface TileOptions {
	readonly directory: string;
	readonly head: TreeHead;
	readonly others: OtherTiles;
	/** Takes the entries that are leaves of the tree. */
	readonly leaves: LogLeaves;
	readonly onLeaves: (done: number) => void;
}

/**
 * Recomputes the tree and compares every tile and bundle with it.
 * @returns the tree, which files are wrong, and what they must hold where that is proven
 */
export async function compareTiles({ directory, head, others, leaves, onLeaves }: TileOptions) {
	const tree = await recomputeTree(directory, head);
	const faults: LogFault[] = [];
	const repairs: FileToWrite[] = [];
	const lacking = [...others.missing.values()].map(({ tile }) => tile);
	for (const tile of [...newTiles(0, head.size), ...others.older, ...lacking].sort(byPlace(head.size))) {
		const path = tilePath(tile);
		const content = await readTile(directory, tile);
		const asker = others.missing.get(path);
		const says = asker
			? `The file is missing: readers of log/checkpoints/${asker.checkpoint} ask for it.`
			: faultOf(tile, content, tree);
		if (tile.level === "entries" && tile.width === widthAt(tile, head.size)) {
			collectEntries(leaves, tile, content, tree);
			onLeaves(tile.index * TILE_WIDTH + tile.width);
		}
		if (says === undefined) continue;
		const isProven = tree.proven && tile.level !== "entries";
		if (isProven) repairs.push({ path, data: tree.hashesOf(tile) });
		const open = tile.level === "entries" ? "Restore it from git: an entry cannot be computed anew." : RESTORE;
		const todo = isProven ? "Run npm run verify -- --repair: the entries prove what belongs there." : open;
		faults.push({ file: `log/${path}`, says, todo });
	}
	return { tree, faults, repairs };
}

/** Bundles, then level by level; at each place the tree's own tile before the narrower ones of earlier trees. */
function byPlace(size: number): (a: Tile, b: Tile) => number {
	const height = ({ level }: Tile) => (level === "entries" ? -1 : level);
	const width = (tile: Tile) => (tile.width === widthAt(tile, size) ? 0 : tile.width);
	return (a, b) => height(a) - height(b) || a.index - b.index || width(a) - width(b);
}

/** Adds the entries that are the tree's; the others are told to be missing. */
function collectEntries(leaves: LogLeaves, tile: Tile, content: TileContent, tree: RecomputedTree): void {
	const expected = tree.hashesOf(tile);
	const { entries = [], hashes = new Uint8Array() } = isOpen(tile, tree) ? {} : content;
	for (let at = 0; at < tile.width; at++)
		leaves.add(
			tile.index * TILE_WIDTH + at,
			sameBytes(hashAt(hashes, at), hashAt(expected, at)) ? entries[at] : undefined,
		);
}

/** Whether a bundle and its tile differ, and the signed root does not decide between them. */
function isOpen({ level, index }: Tile, { proven, doubtful }: RecomputedTree): boolean {
	return !proven && (level === "entries" || level === 0) && doubtful.has(index);
}

/** What is wrong with a tile: the first hash that is not the expected one. */
function faultOf(tile: Tile, { fault, hashes = new Uint8Array() }: TileContent, tree: RecomputedTree) {
	const { level, index, width } = tile;
	if (fault !== undefined) return fault;
	if (isOpen(tile, tree)) {
		const other = `log/${tilePath({ ...tile, level: level === 0 ? "entries" : 0 })}`;
		return `It and ${other} contradict each other, and nothing tells which of them is right.`;
	}
	const expected = tree.hashesOf(tile);
	for (let at = 0; at < width; at++) {
		if (sameBytes(hashAt(hashes, at), hashAt(expected, at))) continue;
		const place = index * TILE_WIDTH + at;
		if (level === "entries") return `Its entry ${at} is not the one that was logged as leaf ${place}.`;
		if (level === 0) return `Its hash ${at} is not that of leaf ${place}.`;
		return `Its hash ${at} is not that of tile ${place} of the level below.`;
	}
	return undefined;
}
