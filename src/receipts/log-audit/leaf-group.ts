import type { Hash } from "#log/merkle-tree.ts";
import { TILE_WIDTH, type Tile } from "#log/tile.ts";
import { createPrefixRoots, digestAt, type PrefixRoot } from "./merkle-digest.ts";
import { isAgreed, isBeginningOf, readTile, type TileReading } from "./tile-reading.ts";

/** Everything that is published about up to 256 consecutive leaves. */
export interface LeafGroup {
	readonly index: number;
	/** Leaves that the tree has here. */
	readonly width: number;
	readonly bundle: TileReading;
	readonly tile: TileReading;
	/** Narrower files of these leaves, for earlier checkpoints. */
	readonly older: readonly TileReading[];
}

/** Which of a group's two files gives a hash. */
export type Source = "bundle" | "tile";

/** The root over the first leaves of a group, as its files have it. */
export type Claims = { readonly [source in Source]?: Hash };

/** What is kept of a group while the others are read: a few hashes. */
export interface GroupClaims {
	readonly index: number;
	readonly width: number;
	/** Over all leaves of the group. */
	readonly whole: Claims;
	/** Over the first leaves, by their number, where an earlier checkpoint ended. */
	readonly prefixes: ReadonlyMap<number, Claims>;
	/** Whether the bundle and the tile can be read and say the same. */
	readonly same: boolean;
	/** Whether the older files fit them, too. */
	readonly sound: boolean;
}

/** @param older the narrower files that the directory has of these leaves */
export async function readGroup(
	directory: string,
	size: number,
	index: number,
	older: readonly Tile[],
): Promise<LeafGroup> {
	const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
	const [bundle, tile, ...rest] = await Promise.all([
		readTile(directory, { level: "entries", index, width }),
		readTile(directory, { level: 0, index, width }),
		...older.map((each) => readTile(directory, each)),
	]);
	return { index, width, bundle, tile, older: rest };
}

/** @param ends numbers of leaves of this group after which a checkpoint was published */
export function claimsOf(group: LeafGroup, ends: readonly number[]): GroupClaims {
	const { index, width, bundle, tile, older } = group;
	const same = isAgreed(bundle, tile);
	const byBundle = prefixRootsOf(bundle);
	const byTile = same ? byBundle : prefixRootsOf(tile);
	const claims = (count: number): Claims => {
		const root = byBundle?.(count);
		const other = same ? root : byTile?.(count);
		return { ...(root ? { bundle: root } : {}), ...(other ? { tile: other } : {}) };
	};
	const sound = same && older.every((each) => isBeginningOf(each, bundle.hashes ?? new Uint8Array()));
	const prefixes = new Map(ends.map((end) => [end, claims(end)]));
	return { index, width, whole: claims(width), prefixes, same, sound };
}

function prefixRootsOf({ tile, hashes }: TileReading): PrefixRoot | undefined {
	return hashes && createPrefixRoots(Array.from({ length: tile.width }, (_, at) => digestAt(hashes, at)));
}
