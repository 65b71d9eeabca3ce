import { leavesUnder, partialTiles, TILE_WIDTH, type Tile, tilePath } from "#log/tile.ts";
import type { LogListing } from "./log-listing.ts";

/** The tiles of a log directory, told apart by what they are for. */
export interface TileOrder {
	/** Narrower files of what has grown since, by `<level>/<index>`. */
	readonly older: ReadonlyMap<string, readonly Tile[]>;
	/** Narrower files that the directory must have and has not: a reader of that earlier checkpoint would ask for them. */
	readonly missing: readonly { readonly tile: Tile; readonly checkpoint: number }[];
	/** Of `older`, those that no published checkpoint has asked for. */
	readonly unasked: readonly Tile[];
	/** Files of leaves that the checkpoint does not commit to. */
	readonly beyond: readonly Tile[];
}

/** @param sound sizes of earlier checkpoints that can be relied upon */
export function orderTiles({ tiles, checkpoints }: LogListing, size: number, sound: ReadonlySet<number>): TileOrder {
	const asked = new Map<string, { tile: Tile; checkpoint: number }>();
	for (const checkpoint of checkpoints) {
		for (const tile of partialTiles(checkpoint)) asked.set(tilePath(tile), { tile, checkpoint });
	}
	const [older, beyond, unasked] = [new Map<string, Tile[]>(), [] as Tile[], [] as Tile[]];
	for (const [path, tile] of tiles) {
		if (leavesUnder(tile) > size) beyond.push(tile);
		else if (tile.width < widthOf(tile, size)) {
			const key = placeOf(tile);
			older.set(key, [...(older.get(key) ?? []), tile]);
			if (!asked.has(path)) unasked.push(tile);
		}
	}
	// Where the full tile stands, the partial ones before it may go. C2SP tlog-tiles, "Partial Tiles".
	const needed = ({ tile, checkpoint }: { tile: Tile; checkpoint: number }) => {
		const width = widthOf(tile, size);
		return sound.has(checkpoint) && tile.width < width && width < TILE_WIDTH && !tiles.has(tilePath(tile));
	};
	return { older, beyond, unasked, missing: [...asked.values()].filter(needed) };
}

export function placeOf({ level, index }: Pick<Tile, "level" | "index">): string {
	return `${level}/${index}`;
}

/** Hashes or entries that the tree of `size` leaves has in the tile of that place. */
function widthOf({ level, index }: Tile, size: number): number {
	return Math.max(0, Math.min(TILE_WIDTH, countAt(level, size) - index * TILE_WIDTH));
}

/** Hashes of a level; entries for the bundles. */
export function countAt(level: Tile["level"], size: number): number {
	return level === "entries" ? size : Math.floor(size / TILE_WIDTH ** level);
}
