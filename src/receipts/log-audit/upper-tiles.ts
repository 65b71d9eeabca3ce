import { HASH_BYTES, type Hash } from "#log/merkle-tree.ts";
import { TILE_WIDTH, type Tile } from "#log/tile.ts";
import { digestAt, digestRoot } from "./merkle-digest.ts";
import type { ParentClaim } from "./resolved-tree.ts";
import { countAt } from "./tile-order.ts";
import { readTile, sameDigests, type TileReading } from "./tile-reading.ts";

/** The tiles above level 0, from level 1 upwards; there is one hash for 256 leaves at most. */
export type UpperTiles = readonly (readonly TileReading[])[];

const AT_ONCE = 32;

export async function readUpperTiles(directory: string, size: number): Promise<UpperTiles> {
	const levels: TileReading[][] = [];
	for (let level = 1; countAt(level, size) > 0; level++) {
		const count = countAt(level, size);
		const tiles: Tile[] = [];
		for (let index = 0; index * TILE_WIDTH < count; index++)
			tiles.push({ level, index, width: Math.min(TILE_WIDTH, count - index * TILE_WIDTH) });
		const readings: TileReading[] = [];
		for (let at = 0; at < tiles.length; at += AT_ONCE) {
			const batch = tiles.slice(at, at + AT_ONCE).map((tile) => readTile(directory, tile));
			readings.push(...(await Promise.all(batch)));
		}
		levels.push(readings);
	}
	return levels;
}

/** What the tiles of level 1 say about full groups of leaves. */
export function parentClaimOf([level1 = []]: UpperTiles): ParentClaim {
	return (group) => {
		const hashes = level1[Math.floor(group / TILE_WIDTH)]?.hashes;
		return hashes && digestAt(hashes, group % TILE_WIDTH);
	};
}

/** Hashes of every level above 0 that follow from the groups; undefined where these leave them open. */
export type UpperNodes = readonly (readonly (Hash | undefined)[])[];

/** @param groups roots of full groups of leaves */
export function computeUpperNodes(groups: readonly (Hash | undefined)[]): UpperNodes {
	const levels = [groups];
	for (let below = groups; below.length >= TILE_WIDTH; below = levels.at(-1) ?? []) {
		const parents = Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, at) => {
			const hashes = sideBySide(below.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH));
			return hashes && digestRoot(hashes);
		});
		levels.push(parents);
	}
	return levels;
}

/** What a tile above level 0 must hold; undefined where that is open. */
export function trueHashes(nodes: UpperNodes, { level, index, width }: Tile): Uint8Array | undefined {
	const first = index * TILE_WIDTH;
	return sideBySide(nodes[Number(level) - 1]?.slice(first, first + width) ?? []);
}

function sideBySide(hashes: readonly (Hash | undefined)[]): Uint8Array | undefined {
	const joined = new Uint8Array(hashes.length * HASH_BYTES);
	for (const [at, hash] of hashes.entries()) {
		if (!hash) return undefined;
		joined.set(hash, at * HASH_BYTES);
	}
	return joined;
}

/** What is wrong with a tile above level 0, if anything is. */
export function upperFault({ tile, hashes, fault }: TileReading, nodes: UpperNodes): string | undefined {
	if (!hashes) return fault;
	const first = tile.index * TILE_WIDTH;
	for (let at = 0; at < tile.width; at++) {
		const truth = nodes[Number(tile.level) - 1]?.[first + at];
		if (!truth || sameDigests(truth, digestAt(hashes, at))) continue;
		return `Its hash ${at} is not that of tile ${first + at} of the level below.`;
	}
	return undefined;
}
