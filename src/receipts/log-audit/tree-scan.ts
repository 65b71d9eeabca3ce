import type { TreeHead } from "#log/merkle-proof.ts";
import { TILE_WIDTH, type Tile } from "#log/tile.ts";
import { claimsOf, type GroupClaims, readGroup } from "./leaf-group.ts";
import type { LeafLedger } from "./leaf-ledger.ts";
import { type ResolvedTree, resolveTree } from "./resolved-tree.ts";
import { placeOf, type TileOrder } from "./tile-order.ts";
import { parentClaimOf, readUpperTiles, type UpperTiles } from "./upper-tiles.ts";

/** All of a log's tiles and bundles, read once. */
export interface TreeScan {
	readonly directory: string;
	readonly size: number;
	readonly order: TileOrder;
	readonly groups: readonly GroupClaims[];
	readonly upper: UpperTiles;
	readonly tree: ResolvedTree;
}

export interface ScanOrder {
	readonly directory: string;
	readonly head: TreeHead;
	readonly order: TileOrder;
	/** Sizes of earlier checkpoints. */
	readonly earlier: readonly number[];
	/** Takes the leaves on whose hash bundle and tile agree. */
	readonly ledger: LeafLedger;
	readonly onLeaves: (done: number) => void;
}

/** Groups that are read at the same time; each holds some 100 kB meanwhile. */
const AT_ONCE = 16;

export async function scanTree({ directory, head, order, earlier, ledger, onLeaves }: ScanOrder): Promise<TreeScan> {
	const { size } = head;
	const ends = Map.groupBy(new Set(earlier), (each) => Math.floor(each / TILE_WIDTH));
	const endsIn = (index: number) => (ends.get(index) ?? []).map((each) => each % TILE_WIDTH).filter((each) => each > 0);
	const groups: GroupClaims[] = [];
	const count = Math.ceil(size / TILE_WIDTH);
	const read = (index: number) => readGroup(directory, size, index, olderOf(order, index));
	const startBatch = (from: number) =>
		Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => read(from + at)));
	let next = count > 0 ? startBatch(0) : undefined;
	for (let from = 0; next; from += AT_ONCE) {
		const batch = await next;
		// The next ones are read while these are hashed.
		next = from + AT_ONCE < count ? startBatch(from + AT_ONCE) : undefined;
		for (const group of batch) {
			const claims = claimsOf(group, endsIn(group.index));
			groups.push(claims);
			if (!claims.same) continue;
			for (const [at, entry] of (group.bundle.entries ?? []).entries())
				ledger.add(group.index * TILE_WIDTH + at, entry);
		}
		onLeaves(Math.min(size, (from + AT_ONCE) * TILE_WIDTH));
	}
	const upper = await readUpperTiles(directory, size);
	return { directory, size, order, groups, upper, tree: resolveTree(head, groups, parentClaimOf(upper)) };
}

/** Narrower tiles and bundles of a group of leaves. */
export function olderOf({ older }: TileOrder, index: number): readonly Tile[] {
	const at = (level: Tile["level"]) => older.get(placeOf({ level, index })) ?? [];
	return [...at("entries"), ...at(0)];
}
