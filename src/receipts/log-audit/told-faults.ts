import type { LogFault } from "#core/verification.ts";
import { TILE_WIDTH, tilePath } from "#log/tile.ts";
import type { LeafFault } from "./leaf-ledger.ts";
import type { TileFault } from "./tile-faults.ts";

/** Faults of tiles and bundles in the words of the audit. */
export function toldAsFiles(faults: readonly TileFault[]): LogFault[] {
	return faults.map(({ tile, says, hashes }) => ({
		file: `log/${tilePath(tile)}`,
		says,
		todo: hashes
			? "Run npm run verify -- --repair: the entries prove what belongs there."
			: tile.level === "entries"
				? "Restore it from git: an entry cannot be computed anew."
				: "Restore it from git.",
	}));
}

/** Faults of leaves, by the bundle that they stand in. */
export function toldAsBundles(faults: readonly LeafFault[], size: number): LogFault[] {
	return faults.map(({ index: leaf, says }) => {
		const index = Math.floor(leaf / TILE_WIDTH);
		const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
		return {
			file: `log/${tilePath({ level: "entries", index, width })}`,
			says,
			todo: "It was signed like this and cannot be undone: report it as a defect of what sealed it.",
		};
	});
}
