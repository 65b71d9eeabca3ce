import type { LogFault } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { TILE_WIDTH, tilePath } from "#log/tile.ts";
import type { LogListing } from "./log-listing.ts";
import type { PublishedHeads } from "./published-heads.ts";
import type { TileOrder } from "./tile-order.ts";
import { checkTimeStamps } from "./time-stamps.ts";
import { listed } from "./words.ts";

/** What is said about files that no checkpoint asks for, and about checkpoints that are gone. */
export interface StrayVerdict {
	readonly notes: readonly string[];
	readonly faults: readonly LogFault[];
}

export async function judgeStrays(
	directory: string,
	listing: LogListing,
	order: TileOrder,
	{ others, unarchived }: PublishedHeads,
	size: number,
): Promise<StrayVerdict> {
	const notes: string[] = [];
	if (unarchived)
		notes.push(
			`log/checkpoints/${unarchived.size} is missing: a seal was cut off before its last step; the next one adds it.`,
		);
	if (order.beyond.length > 0)
		notes.push(
			`${counted(order.beyond.length, "file")} of leaves beyond the checkpoint, left by a seal that was cut off: ${named(order.beyond.map(tilePath))}. The next seal clears them.`,
		);
	if (listing.strays.length > 0)
		notes.push(`${counted(listing.strays.length, "file")} that no log has: ${named(listing.strays)}.`);
	const gone = goneCheckpoints(listing, order, others, size);
	const explained = new Set(gone.keys());
	const unasked = order.unasked.filter(({ level, index, width }) => {
		return (
			!(Number(level === "entries" || level === 0) && explained.has(index * TILE_WIDTH + width)) && level !== "entries"
		);
	});
	if (unasked.length > 0)
		notes.push(
			`${counted(unasked.length, "tile")} that no published checkpoint asks for: ${named(unasked.map(tilePath))}.`,
		);
	const stamps = await checkTimeStamps(directory, listing);
	return { notes, faults: [...gone.values(), ...stamps] };
}

/** Checkpoints that were published and are not kept, which other files give away. */
function goneCheckpoints(
	{ checkpoints, stamps }: LogListing,
	{ unasked }: TileOrder,
	others: PublishedHeads["others"],
	size: number,
): Map<number, LogFault> {
	const witnesses: [number, string][] = [
		...unasked
			.filter(({ level }) => level === "entries")
			.map((tile): [number, string] => [tile.index * TILE_WIDTH + tile.width, `log/${tilePath(tile)}`]),
		...others.map(({ file, checkpoint }): [number, string] => [checkpoint.size, file]),
		...stamps.map((each): [number, string] => [each, `log/checkpoints/${each}.tsr`]),
	];
	const gone = new Map<number, LogFault>();
	for (const [at, file] of witnesses) {
		if (at >= size || at === 0 || checkpoints.includes(at)) continue;
		gone.set(at, {
			file: `log/checkpoints/${at}`,
			says: `The file is missing: ${file} was published for it.`,
			todo: "Restore it from git; if git never had it, a seal was cut off, and npm run verify -- --repair clears what it left.",
		});
	}
	return gone;
}

function named(paths: readonly string[]): string {
	return listed(paths.map((path) => `log/${path}`));
}
