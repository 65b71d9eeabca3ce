import type { LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { leavesUnder, partialTiles, TILE_WIDTH, type Tile, tilePath } from "#log/tile.ts";
import { listed } from "./log-faults.ts";
import type { LogListing } from "./log-listing.ts";
import type { PublishedCheckpoints } from "./published-checkpoints.ts";

/** Tiles and bundles that the published tree does not consist of, and those that only earlier checkpoints ask for. */
export interface OtherTiles {
	/** Narrower files of what has grown since, the missing ones included. */
	readonly older: readonly Tile[];
	/** Of these, those that no kept checkpoint asks for. */
	readonly unasked: readonly Tile[];
	/** Paths of those that are not there, and the checkpoint whose readers ask for them. */
	readonly missing: ReadonlyMap<string, number>;
	/** Files of leaves that the checkpoint does not commit to. */
	readonly beyond: readonly Tile[];
}

/** @param sound sizes of earlier checkpoints that are signed */
export function sortTiles({ tiles, checkpoints }: LogListing, size: number, sound: ReadonlySet<number>): OtherTiles {
	const asked = new Map<string, { tile: Tile; checkpoint: number }>();
	for (const checkpoint of checkpoints)
		for (const tile of partialTiles(checkpoint)) asked.set(tilePath(tile), { tile, checkpoint });
	const beyond = [...tiles.values()].filter((tile) => leavesUnder(tile) > size);
	const older = [...tiles.values()].filter((tile) => leavesUnder(tile) <= size && tile.width < widthAt(tile, size));
	// Where the full tile stands, the partial ones before it may go. C2SP tlog-tiles, "Partial Tiles".
	const missing = [...asked.values()].filter(({ tile, checkpoint }) => {
		const width = widthAt(tile, size);
		return sound.has(checkpoint) && tile.width < width && width < TILE_WIDTH && !tiles.has(tilePath(tile));
	});
	return {
		older: [...older, ...missing.map(({ tile }) => tile)],
		unasked: older.filter((tile) => !asked.has(tilePath(tile))),
		missing: new Map(missing.map(({ tile, checkpoint }) => [tilePath(tile), checkpoint])),
		beyond,
	};
}

/** Hashes or entries that the tree of `size` leaves has in the tile of that place. */
export function widthAt({ level, index }: Pick<Tile, "level" | "index">, size: number): number {
	const count = level === "entries" ? size : Math.floor(size / TILE_WIDTH ** level);
	return Math.max(0, Math.min(TILE_WIDTH, count - index * TILE_WIDTH));
}

/** Notes about files that no checkpoint asks for, and faults of checkpoints that such files show to be gone. */
export function checkUnexpected(
	listing: LogListing,
	{ unasked, beyond }: OtherTiles,
	{ others, unarchived }: PublishedCheckpoints,
	size: number,
): { readonly notes: readonly string[]; readonly faults: readonly LogFault[] } {
	const traces: [number, string][] = [
		...unasked
			.filter(({ level }) => level === "entries")
			.map((tile): [number, string] => [leavesUnder(tile), `log/${tilePath(tile)}`]),
		...others.map(({ file, checkpoint }): [number, string] => [checkpoint.size, file]),
		...listing.stamps.map((each): [number, string] => [each, `log/checkpoints/${each}.tsr`]),
	];
	const gone = new Map(traces.filter(([at]) => at > 0 && at < size && !listing.checkpoints.includes(at)));
	const odd = unasked.filter((tile) => tile.level !== "entries" && !gone.has(leavesUnder(tile))).map(tilePath);
	const named = (paths: readonly string[]) => listed(paths.map((path) => `log/${path}`));
	const notes = [
		unarchived
			? `log/checkpoints/${unarchived.size} is missing: a seal was cut off before its last step; the next one adds it.`
			: "",
		beyond.length > 0
			? `${counted(beyond.length, "file")} of leaves beyond the checkpoint, left by a seal that was cut off: ${named(beyond.map(tilePath))}. The next seal clears them.`
			: "",
		listing.unexpected.length > 0
			? `${counted(listing.unexpected.length, "file")} that no log has: ${named(listing.unexpected)}.`
			: "",
		odd.length > 0 ? `${counted(odd.length, "tile")} that no published checkpoint asks for: ${named(odd)}.` : "",
	];
	const faults = [...gone].map(([at, file]) => ({
		file: `log/checkpoints/${at}`,
		says: `The file is missing: ${file} was published for it.`,
		todo: "Restore it from git; if git never had it, a seal was cut off, and npm run verify -- --repair clears what it left.",
	}));
	return { notes: notes.filter(Boolean), faults };
}
