import { counted } from "#core/wording.ts";
import { leavesUnder, partialTiles, TILE_WIDTH, type Tile, tilePath } from "#log/tlog/tiles.ts";
import { type Findings, listed } from "./findings.ts";
import type { LogListing } from "./log-listing.ts";
import type { PublishedCheckpoints } from "./published-checkpoints.ts";
import { widthAt } from "./recompute-tree.ts";

export type OtherTiles = ReturnType<typeof sortTiles>;

/**
 * Finds the tiles and bundles that the tree of `size` leaves does not consist of.
 * @param earlier checkpoints that are signed
 */
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
			// Where the full tile stands, the partial ones before it may go. C2SP tlog-tiles, "Partial Tiles".
			if (sound.has(checkpoint) && tile.width < width && width < TILE_WIDTH && !listing.tiles.has(path))
				missing.set(path, { tile, checkpoint });
			asked.add(path);
		}
	return {
		/** Narrower files of what has grown since. */
		older,
		/** Of these, those that no kept checkpoint asks for. */
		unasked: older.filter((tile) => !asked.has(tilePath(tile))),
		/** Further ones by their path, which are not there though readers of that checkpoint ask for them. */
		missing,
		/** Files of leaves that the checkpoint does not commit to. */
		beyond: tiles.filter((tile) => leavesUnder(tile) > size),
	};
}

/** Notes about files that no checkpoint asks for, and faults of checkpoints that such files show to be gone. */
export function checkUnexpected(
	{ checkpoints, unexpected }: LogListing,
	{ unasked, beyond }: OtherTiles,
	{ current, others, unarchived }: PublishedCheckpoints,
	findings: Findings,
): void {
	const size = current?.checkpoint.size ?? 0;
	const bundles = unasked.filter(({ level }) => level === "entries");
	const traces = [
		...bundles.map((tile) => [leavesUnder(tile), `log/${tilePath(tile)}`] as const),
		...others.map(({ file, checkpoint }) => [checkpoint.size, file] as const),
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
