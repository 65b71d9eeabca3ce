import { HASH_BYTES } from "#log/merkle-tree.ts";
import { TILE_WIDTH, type Tile } from "#log/tile.ts";
import { type GroupVerdict, judgeGroup } from "./group-faults.ts";
import { type LeafGroup, readGroup } from "./leaf-group.ts";
import type { LeafLedger } from "./leaf-ledger.ts";
import { digestAt, leafDigest } from "./merkle-digest.ts";
import { isBeginningOf, readTile, sameDigests, type TileReading } from "./tile-reading.ts";
import { olderOf, type TreeScan } from "./tree-scan.ts";
import { computeUpperNodes, trueHashes, type UpperNodes, upperFault } from "./upper-tiles.ts";

/** A tile or bundle that is not what it must be. */
export interface TileFault {
	readonly tile: Tile;
	readonly says: string;
	/** What a tile must hold, where the signed root proves it. */
	readonly hashes?: Uint8Array;
}

export interface TreeVerdict {
	readonly faults: readonly TileFault[];
	/** Groups whose bundle and tile agree and are wrong: the ledger has their leaves, and nothing follows from them. */
	readonly inDoubt: ReadonlySet<number>;
	/** Whether the ledger has every leaf. */
	readonly complete: boolean;
}

/** Says which files are wrong, and gives the ledger those leaves of wrong bundles that are right. */
export async function judgeTree(scan: TreeScan, ledger: LeafLedger): Promise<TreeVerdict> {
	const faults: TileFault[] = [];
	const inDoubt = new Set<number>();
	let complete = true;
	for (const claims of scan.groups) {
		const truth = scan.tree.groups[claims.index];
		const isTrue = truth !== undefined && claims.whole.bundle !== undefined && sameDigests(claims.whole.bundle, truth);
		if (claims.sound && isTrue) continue;
		const { group, verdict } = await judge(scan, claims.index);
		for (const { reading, says } of verdict.wrong) faults.push(tileFault(scan, reading.tile, says, verdict.hashes));
		if (!claims.same) addLeaves(group, verdict, ledger);
		if (!isTrue) complete = false;
		if (!isTrue && claims.same) inDoubt.add(claims.index);
	}
	const nodes = computeUpperNodes(scan.tree.groups.slice(0, Math.floor(scan.size / TILE_WIDTH)));
	faults.push(...(await upperFaults(scan, nodes)), ...(await missingFaults(scan, nodes)));
	return { faults, inDoubt, complete };
}

async function judge(scan: TreeScan, index: number): Promise<{ group: LeafGroup; verdict: GroupVerdict }> {
	const group = await readGroup(scan.directory, scan.size, index, olderOf(scan.order, index));
	const parent = group.width === TILE_WIDTH ? scan.upper[0]?.[Math.floor(index / TILE_WIDTH)] : undefined;
	return { group, verdict: judgeGroup(group, scan.tree.groups[index], parent) };
}

/** @param hashes of the widest tile in that place */
function tileFault({ tree }: TreeScan, tile: Tile, says: string, hashes: Uint8Array | undefined): TileFault {
	const certain = tree.proven && tile.level !== "entries" && hashes !== undefined;
	return { tile, says, ...(certain ? { hashes: hashes.subarray(0, tile.width * HASH_BYTES) } : {}) };
}

function addLeaves({ index, bundle }: LeafGroup, { hashes }: GroupVerdict, ledger: LeafLedger): void {
	if (!hashes) return;
	for (const [at, entry] of (bundle.entries ?? []).entries()) {
		if (sameDigests(leafDigest(entry), digestAt(hashes, at))) ledger.add(index * TILE_WIDTH + at, entry);
	}
}

async function upperFaults(scan: TreeScan, nodes: UpperNodes): Promise<TileFault[]> {
	const faults: TileFault[] = [];
	for (const reading of scan.upper.flat()) {
		const says = upperFault(reading, nodes);
		if (says !== undefined) faults.push(tileFault(scan, reading.tile, says, trueHashes(nodes, reading.tile)));
	}
	for (const tile of [...scan.order.older.values()].flat()) {
		if (tile.level === "entries" || tile.level === 0) continue;
		const [reading, hashes] = [await readTile(scan.directory, tile), trueHashes(nodes, tile)];
		const says = upperFault(reading, nodes) ?? (hashes ? undefined : contradiction(scan, reading));
		if (says !== undefined) faults.push(tileFault(scan, tile, says, hashes));
	}
	return faults;
}

/** What is open is at least to be the same in the tile that came after. */
function contradiction({ upper }: TreeScan, reading: TileReading): string | undefined {
	const wider = upper[Number(reading.tile.level) - 1]?.[reading.tile.index];
	if (!reading.hashes || !wider?.hashes || isBeginningOf(reading, wider.hashes)) return undefined;
	return `It and log/${wider.path} contradict each other, and nothing tells which of them is right.`;
}

async function missingFaults(scan: TreeScan, nodes: UpperNodes): Promise<TileFault[]> {
	const faults: TileFault[] = [];
	for (const { tile, checkpoint } of scan.order.missing) {
		const says = `The file is missing: readers of log/checkpoints/${checkpoint} ask for it.`;
		const hashes = tile.level === 0 ? (await judge(scan, tile.index)).verdict.hashes : trueHashes(nodes, tile);
		faults.push(tileFault(scan, tile, says, tile.level === "entries" ? undefined : hashes));
	}
	return faults;
}
