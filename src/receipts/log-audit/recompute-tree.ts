import { hash } from "node:crypto";
import { join } from "node:path";
import { isFailure } from "#core/failure.ts";
import { sameBytes } from "#log/encoding.ts";
import type { TreeHead } from "#log/merkle-proof.ts";
import { HASH_BYTES, type Hash, highestBit } from "#log/merkle-tree.ts";
import { parseEntries, parseTile, TILE_WIDTH, type Tile, tilePath } from "#log/tile.ts";
import { hashEntries, rootOver } from "../seal/grow-tree.ts";
import { asSentence } from "./log-faults.ts";
import { readBytes } from "./log-listing.ts";
import { widthAt } from "./unexpected-files.ts";

/** A tile, or a bundle with the hashes of its entries. */
export interface TileFile {
	readonly tile: Tile;
	/** Relative to the reports directory. */
	readonly file: string;
	/** Side by side; absent when the file is missing or malformed. */
	readonly hashes?: Uint8Array;
	/** Of a bundle that can be read. */
	readonly entries?: readonly Uint8Array[];
	/** Why it has no hashes, as a sentence. */
	readonly fault?: string;
}

export async function readTile(directory: string, tile: Tile): Promise<TileFile> {
	const path = tilePath(tile);
	const file = `log/${path}`;
	const bytes = await readBytes(join(directory, path));
	if (!bytes) return { tile, file, fault: "The file is missing." };
	try {
		if (tile.level !== "entries") {
			parseTile(bytes, tile.width);
			return { tile, file, hashes: bytes };
		}
		const entries = parseEntries(bytes, tile.width);
		return { tile, file, entries, hashes: hashEntries(entries) };
	} catch (error) {
		if (isFailure(error)) return { tile, file, fault: asSentence(error) };
		throw error;
	}
}

/** The two files of up to 256 consecutive leaves. */
export interface LeafGroup {
	readonly bundle: TileFile;
	readonly tile: TileFile;
}

export async function readGroup(directory: string, size: number, index: number): Promise<LeafGroup> {
	const width = widthAt({ level: 0, index }, size);
	const [bundle, tile] = await Promise.all([
		readTile(directory, { level: "entries", index, width }),
		readTile(directory, { level: 0, index, width }),
	]);
	return { bundle, tile };
}

/** Groups that are read at the same time; each holds some 100 kB meanwhile. */
const AT_ONCE = 16;

/** All groups of the tree in order, some at a time. */
export async function* readGroups(directory: string, size: number): AsyncGenerator<readonly LeafGroup[]> {
	const indices = Array.from({ length: Math.ceil(size / TILE_WIDTH) }, (_, index) => index);
	for (let from = 0; from < indices.length; from += AT_ONCE)
		yield Promise.all(indices.slice(from, from + AT_ONCE).map((index) => readGroup(directory, size, index)));
}

/** Hash number `at` of hashes side by side; undefined beyond their end. */
export function hashAt(hashes: Uint8Array, at: number): Hash | undefined {
	return (at + 1) * HASH_BYTES <= hashes.length ? hashes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES) : undefined;
}

/** Root over one or more hashes that lie side by side. RFC 6962 section 2.1. */
export function merkleRoot(hashes: Uint8Array): Hash {
	const count = hashes.length / HASH_BYTES;
	const left = 2 ** highestBit(count);
	if (left === count) return rootOver(hashes);
	const end = left * HASH_BYTES;
	return rootOver(Buffer.concat([rootOver(hashes.subarray(0, end)), merkleRoot(hashes.subarray(end))]));
}

/** The root over up to 256 consecutive leaves as each of the two files gives it that hold them. */
export interface GroupRoots {
	readonly bundle: Hash | undefined;
	readonly tile: Hash | undefined;
}

/** The tree over groups of 256 leaves, the last incomplete one included. */
export interface RecomputedTree {
	/** Whether it has the signed root: then all its hashes are right. */
	readonly proven: boolean;
	/** Undefined where the files contradict each other and nothing decides between them. */
	readonly groups: readonly (Hash | undefined)[];
	/** Root over 2^level groups. */
	readonly subtree: (level: number, index: number) => Hash | undefined;
	/** Root over the first `count` groups and what follows them as one more node. */
	readonly root: (count: number, last?: Hash) => Hash | undefined;
}

/**
 * The entries decide if they give the signed root; otherwise the tiles of level 0 do if these give it; otherwise each
 * group is what two of its bundle, its tile and its parent's tile say.
 * @param parentHash hash of a full group in the tile of level 1
 */
export function recomputeTree(
	head: TreeHead,
	groups: readonly GroupRoots[],
	parentHash: (group: number) => Hash | undefined,
): RecomputedTree {
	const agreed = groups.map(({ bundle, tile }, at) => majority([bundle, tile, parentHash(at)]));
	const readings = [
		groups.map(({ bundle }) => bundle),
		groups.map(({ tile }) => tile),
		groups.map(({ bundle, tile }, at) => agreed[at] ?? bundle ?? tile),
		groups.map(({ bundle, tile }, at) => agreed[at] ?? tile ?? bundle),
	];
	for (const roots of readings) {
		const tree = treeOver(roots);
		if (isSame(tree.root(roots.length), head.root)) return { ...tree, proven: true };
	}
	return { ...treeOver(agreed), proven: false };
}

/** What two of the three say. */
function majority(claims: readonly (Hash | undefined)[]): Hash | undefined {
	return claims.find((each) => claims.filter((other) => isSame(each, other)).length > 1);
}

function treeOver(groups: readonly (Hash | undefined)[]): Omit<RecomputedTree, "proven"> {
	const levels = [groups];
	for (let below = groups; below.length > 1; below = levels.at(-1) ?? []) {
		const pairs = Array.from({ length: Math.floor(below.length / 2) }, (_, at) => 2 * at);
		levels.push(pairs.map((left) => parentOf(below[left], below[left + 1])));
	}
	const root = (count: number, last?: Hash) => {
		if (count === 0 && !last) return hash("sha256", "", "buffer");
		const peaks = levels.flatMap((level, height) => {
			const left = Math.floor(count / 2 ** height);
			return left % 2 === 1 ? [level[left - 1]] : [];
		});
		const [first, ...rest] = last ? [last, ...peaks] : peaks;
		return rest.reduce((right, peak) => parentOf(peak, right), first);
	};
	return { groups, subtree: (level, index) => levels[level]?.[index], root };
}

function parentOf(left: Hash | undefined, right: Hash | undefined): Hash | undefined {
	return left && right && rootOver(Buffer.concat([left, right]));
}

/** Whether both are there and the same. */
export function isSame(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
	return a !== undefined && b !== undefined && sameBytes(a, b);
}
