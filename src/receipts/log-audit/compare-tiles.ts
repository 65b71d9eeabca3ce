import type { LogFault } from "#core/verification.ts";
import type { TreeHead } from "#log/merkle-proof.ts";
import { HASH_BYTES, type Hash } from "#log/merkle-tree.ts";
import { formatTile, newTiles, TILE_WIDTH, type Tile, tilePath } from "#log/tile.ts";
import type { FileToWrite } from "../store/write-all.ts";
import { RESTORE } from "./log-faults.ts";
import type { LogLeaves } from "./log-leaves.ts";
import {
	type GroupRoots,
	hashAt,
	isSame,
	type LeafGroup,
	merkleRoot,
	type RecomputedTree,
	readGroup,
	readGroups,
	readTile,
	recomputeTree,
	type TileFile,
} from "./recompute-tree.ts";
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
 * Recomputes the tree from the entries and compares every tile and bundle with it.
 * @returns whether the tree has the signed root, the roots of earlier trees, which files are wrong, what they must hold
 * where that is proven, and whether all leaves could be collected
 */
export async function compareTiles(options: TileOptions) {
	const { directory, head, others } = options;
	const groups = await scanGroups(options);
	const upper: TileFile[] = [];
	for (const tile of newTiles(0, head.size)) if (isUpper(tile)) upper.push(await readTile(directory, tile));
	const level1 = upper.filter(({ tile }) => tile.level === 1);
	const parentOf = (group: number) => {
		const parent = level1[Math.floor(group / TILE_WIDTH)];
		const hash = parent?.hashes && hashAt(parent.hashes, group % TILE_WIDTH);
		return parent && hash && { parent, hash };
	};
	const tree = recomputeTree(head, groups, (group) => parentOf(group)?.hash);
	const report = createReport(tree.proven, others.missing);
	const isTrue = ({ bundle }: GroupRoots, at: number) => isSame(bundle, tree.groups[at]);
	const older = Map.groupBy(others.older, (tile) => (isUpper(tile) ? "upper" : tile.index));
	for (const [index, group] of groups.entries()) {
		const tiles = older.get(index) ?? [];
		if (tiles.length > 0 || !isTrue(group, index) || !isSame(group.tile, group.bundle))
			await compareGroup({ ...options, tree, report }, index, tiles, parentOf(index)?.parent);
	}
	for (const tile of older.get("upper") ?? []) upper.push(await readTile(directory, tile));
	for (const file of upper) {
		const { level, index } = file.tile;
		report.compare(file, (at) => tree.subtree(8 * (Number(level) - 1), index * TILE_WIDTH + at));
	}
	const { faults, repairs } = report;
	const rootAt = createRootAt(options, tree);
	return { proven: tree.proven, rootAt, faults, repairs, complete: groups.every(isTrue) };
}

/** Reads all entries and their tiles, and collects the leaves on which both agree. */
async function scanGroups({ directory, head, leaves, onLeaves }: TileOptions): Promise<GroupRoots[]> {
	const groups: GroupRoots[] = [];
	for await (const batch of readGroups(directory, head.size)) {
		for (const { bundle, tile } of batch) {
			const agreed = isSame(bundle.hashes, tile.hashes) ? bundle.hashes : undefined;
			const root = bundle.hashes && merkleRoot(bundle.hashes);
			groups.push({ bundle: root, tile: agreed ? root : tile.hashes && merkleRoot(tile.hashes) });
			if (agreed) collectEntries(leaves, bundle, agreed);
		}
		onLeaves(Math.min(head.size, groups.length * TILE_WIDTH));
	}
	return groups;
}

interface Comparison extends TileOptions {
	readonly tree: RecomputedTree;
	readonly report: Report;
}

/** Compares the files of one group with its leaves' hashes, and collects the leaves of a bundle and tile that differ. */
async function compareGroup(
	{ directory, head, leaves, tree, report }: Comparison,
	index: number,
	older: readonly Tile[],
	parent: TileFile | undefined,
): Promise<void> {
	const group = await readGroup(directory, head.size, index);
	const { bundle, tile } = group;
	const hashes = leafHashes(group, tree.groups[index]);
	const expected = (at: number) => hashes && hashAt(hashes, at);
	for (const file of [bundle, tile]) report.compare(file, expected);
	for (const each of older) report.compare(await readTile(directory, each), expected);
	if (!hashes) reportDispute([bundle, tile, ...(parent ? [parent] : [])], report);
	else if (!isSame(bundle.hashes, tile.hashes)) collectEntries(leaves, bundle, hashes);
}

/** Collects the entries of a bundle that have these hashes. */
function collectEntries(leaves: LogLeaves, { tile, entries = [], hashes }: TileFile, expected: Uint8Array): void {
	for (const [at, entry] of entries.entries())
		if (hashes && isSame(hashAt(hashes, at), hashAt(expected, at))) leaves.add(tile.index * TILE_WIDTH + at, entry);
}

/** No two of the files of a group say the same, and the signed root does not decide between them. */
function reportDispute(files: readonly TileFile[], report: Report): void {
	const parties = files.filter(({ hashes }) => hashes !== undefined);
	for (const { tile, file } of parties) {
		const others = parties.flatMap((each) => (each.file === file ? [] : [each.file])).join(" and ");
		const says = others
			? `It and ${others} contradict each other, and nothing tells which of them is right.`
			: "Nothing confirms what it gives, and the signed root does not follow from it.";
		report.add(tile, says);
	}
}

/** Roots of the first so many leaves. Sizes mostly ascend, so that the group that was read last is often wanted again. */
function createRootAt({ directory, head }: TileOptions, tree: RecomputedTree) {
	let last: { readonly group: number; readonly hashes: Uint8Array | undefined } | undefined;
	return async (size: number): Promise<Hash | undefined> => {
		const full = Math.floor(size / TILE_WIDTH);
		const rest = size % TILE_WIDTH;
		if (rest === 0) return tree.root(full);
		if (last?.group !== full)
			last = { group: full, hashes: leafHashes(await readGroup(directory, head.size, full), tree.groups[full]) };
		return last.hashes && tree.root(full, merkleRoot(last.hashes.subarray(0, rest * HASH_BYTES)));
	};
}

/** The hashes of a group's leaves, from the file that gives the group's root. */
function leafHashes({ bundle, tile }: LeafGroup, root: Hash | undefined): Uint8Array | undefined {
	return [bundle.hashes, tile.hashes].find((hashes) => hashes && isSame(merkleRoot(hashes), root));
}

type Expected = (at: number) => Hash | undefined;
type Report = ReturnType<typeof createReport>;

/**
 * Collects wrong files.
 * @param missing narrower tiles that are gone, by their path, and the checkpoint whose readers ask for them
 */
function createReport(proven: boolean, missing: ReadonlyMap<string, number>) {
	const faults: LogFault[] = [];
	const repairs: FileToWrite[] = [];
	const add = (tile: Tile, says: string, expected: Expected = () => undefined) => {
		const path = tilePath(tile);
		const hashes = Array.from({ length: tile.width }, (_, at) => expected(at)).filter((each) => each !== undefined);
		const isProven = proven && tile.level !== "entries" && hashes.length === tile.width;
		if (isProven) repairs.push({ path, data: formatTile(hashes) });
		const open = tile.level === "entries" ? "Restore it from git: an entry cannot be computed anew." : RESTORE;
		const todo = isProven ? "Run npm run verify -- --repair: the entries prove what belongs there." : open;
		faults.push({ file: `log/${path}`, says, todo });
	};
	const compare = (file: TileFile, expected: Expected) => {
		const checkpoint = missing.get(tilePath(file.tile));
		const gone = checkpoint && `The file is missing: readers of log/checkpoints/${checkpoint} ask for it.`;
		const says = gone || (file.fault ?? difference(file, expected));
		if (says !== undefined) add(file.tile, says, expected);
	};
	return { faults, repairs, add, compare };
}

/** The first hash that is not the expected one. */
function difference({ tile: { level, index, width }, hashes = new Uint8Array() }: TileFile, expected: Expected) {
	for (let at = 0; at < width; at++) {
		const hash = expected(at);
		if (!hash || isSame(hashAt(hashes, at), hash)) continue;
		const place = index * TILE_WIDTH + at;
		if (level === "entries") return `Its entry ${at} is not the one that was logged as leaf ${place}.`;
		if (level === 0) return `Its hash ${at} is not that of leaf ${place}.`;
		return `Its hash ${at} is not that of tile ${place} of the level below.`;
	}
	return undefined;
}

function isUpper({ level }: Tile): boolean {
	return level !== "entries" && level > 0;
}
