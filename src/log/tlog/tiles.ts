import { malformed, parseDecimal } from "./canonical.ts";
import { HASH_BYTES, type Hash, hashNode, type ReadHash } from "./merkle.ts";

/** Hashes in a full tile, entries in a full bundle (C2SP tlog-tiles: height 8). */
export const TILE_WIDTH = 256;
export const TILE_BYTES = TILE_WIDTH * HASH_BYTES;

/** Level l has hashes of subtrees of 256^l leaves; level `entries` is a bundle of log entries. */
export interface Tile {
	readonly level: number | "entries";
	readonly index: number;
	/** Number of hashes or entries, 1 to 256. */
	readonly width: number;
}

/** Relative to the log: `tile/0/x001/x234/067`, `tile/entries/000.p/3`. C2SP tlog-tiles, "Merkle Tree". */
export function tilePath({ level, index, width }: Tile): string {
	const digits = String(index);
	const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0");
	const groups = padded.match(/\d{3}/g) ?? [];
	const number = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
	return `tile/${level}/${number}${width < TILE_WIDTH ? `.p/${width}` : ""}`;
}

/** Undefined unless `tilePath` would return exactly that path. */
export function parseTilePath(path: string): Tile | undefined {
	const [, at, number, part] = /^tile\/(entries|\d+)\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? [];
	if (at === undefined || number === undefined) return undefined;
	const level: Tile["level"] = at === "entries" ? at : (parseDecimal(at) ?? Number.NaN);
	const index = Number(number.replaceAll(/[x/]/g, ""));
	const width = part === undefined ? TILE_WIDTH : (parseDecimal(part) ?? Number.NaN);
	if ((part !== undefined && !(width > 0 && width < TILE_WIDTH)) || (level !== "entries" && !(level <= 63)))
		return undefined;
	const tile: Tile = { level, index, width };
	return Number.isSafeInteger(index) && tilePath(tile) === path ? tile : undefined;
}

/** Tiles and bundles that the tree of `before` leaves lacks. @throws RangeError if the tree would shrink */
export function* newTiles(before: number, size: number): Generator<Tile> {
	if (!(before >= 0 && before <= size)) throw new RangeError(`A log of ${before} leaves cannot become one of ${size}.`);
	yield* newTilesAt("entries", before, size);
	for (let level = 0, span = 1; span <= size; level++, span *= TILE_WIDTH)
		yield* newTilesAt(level, Math.floor(before / span), Math.floor(size / span));
}

/** @param before hashes at that level before @param count and now */
function* newTilesAt(level: Tile["level"], before: number, count: number): Generator<Tile> {
	for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < count; index++) {
		const width = Math.min(TILE_WIDTH, count - index * TILE_WIDTH);
		if (index * TILE_WIDTH + width > before) yield { level, index, width };
	}
}

/** The incomplete tiles at the right edge of a tree of `size` leaves, and its incomplete bundle. */
export function partialTiles(size: number): Tile[] {
	const tiles: Tile[] = [];
	for (let level = 0, count = size; count > 0; level++, count = Math.floor(count / TILE_WIDTH)) {
		const width = count % TILE_WIDTH;
		if (width === 0) continue;
		const index = (count - width) / TILE_WIDTH;
		tiles.push({ level, index, width });
		if (level === 0) tiles.push({ level: "entries", index, width });
	}
	return tiles;
}

/** Number of leaves that a tree needs to have this tile. */
export function leavesUnder({ level, index, width }: Tile): number {
	return (index * TILE_WIDTH + width) * (level === "entries" ? 1 : TILE_WIDTH ** level);
}

export function formatTile(hashes: readonly Hash[]): Uint8Array {
	const bytes = new Uint8Array(hashes.length * HASH_BYTES);
	for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES);
	return bytes;
}

/** @throws Failure `log-malformed` unless it holds exactly `width` hashes */
export function parseTile(bytes: Uint8Array, width: number): Hash[] {
	if (bytes.length !== width * HASH_BYTES)
		throw malformed("tile", `It has ${bytes.length} bytes, not ${width} hashes of ${HASH_BYTES}.`);
	return Array.from({ length: width }, (_, at) => bytes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES));
}

/** Prefixes each entry with its length as a big-endian uint16. C2SP tlog-tiles, "Log Entries". */
export function formatEntries(entries: readonly Uint8Array[]): Uint8Array {
	const bytes = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0));
	let at = 0;
	for (const entry of entries) {
		if (entry.length > 0xffff) throw new RangeError(`A log entry has at most 65535 bytes, not ${entry.length}.`);
		bytes.set([entry.length >> 8, entry.length & 0xff], at);
		bytes.set(entry, at + 2);
		at += 2 + entry.length;
	}
	return bytes;
}

/** @throws Failure `log-malformed` unless it holds exactly `width` entries */
export function parseEntries(bytes: Uint8Array, width: number): Uint8Array[] {
	const entries: Uint8Array[] = [];
	let at = 0;
	while (entries.length < width && at < bytes.length) {
		const length = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
		if (at + 2 + length > bytes.length) throw malformed("entry bundle", `Entry ${entries.length} is cut off.`);
		entries.push(bytes.slice(at + 2, at + 2 + length));
		at += 2 + length;
	}
	if (entries.length < width) throw malformed("entry bundle", `It has ${entries.length} entries, not ${width}.`);
	if (at < bytes.length) throw malformed("entry bundle", `Something follows its ${width} entries.`);
	return entries;
}

const TILE_HEIGHT = 8;

/** Reads the tile with the width that it has in a tree of the reader's size, or wider. */
export type ReadTile = (tile: Tile & { readonly level: number }) => Promise<readonly Hash[]>;

/** Reads each tile once. @throws Failure `log-malformed` if a tile is too narrow for the requested hash */
export function readFromTiles(size: number, readTile: ReadTile): ReadHash {
	const tiles = new Map<string, Promise<readonly Hash[]>>();
	const read = async (level: number, index: number) => {
		const width = Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH);
		if (!(width > 0)) throw new RangeError(`A tree of ${size} leaves has no tile ${index} at level ${level}.`);
		const hashes = await readTile({ level, index, width });
		// A wider tile is fine: partial tiles may be deleted once the full one exists.
		if (hashes.length < width) throw malformed("tile", `It has ${hashes.length} hashes, not ${width}.`);
		return hashes;
	};
	const load = (level: number, index: number) => {
		const key = `${level}/${index}`;
		const loading = tiles.get(key) ?? read(level, index);
		tiles.set(key, loading);
		return loading;
	};
	return async (level, index) => {
		const tileLevel = Math.floor(level / TILE_HEIGHT);
		const width = 2 ** (level % TILE_HEIGHT);
		const first = index * width;
		const hashes = await load(tileLevel, Math.floor(first / TILE_WIDTH));
		const from = first % TILE_WIDTH;
		return subtreeRoot(hashes.slice(from, from + width));
	};
}

/** @param hashes their number is a power of 2 */
export async function subtreeRoot(hashes: readonly Hash[]): Promise<Hash> {
	let level = hashes;
	while (level.length > 2) level = await hashPairs(level);
	const [left, right] = level;
	if (!left) throw new RangeError("A subtree has at least one leaf.");
	return right ? hashNode(left, right) : left;
}

/** Hashes every complete subtree once, which is fast for many proofs of one tree. */
export interface MemoryTree {
	readonly size: number;
	readonly read: ReadHash;
}

/** Keeps 2 hash objects per leaf: 100,000 leaves take about 75 MB. */
export async function createMemoryTree(leafHashes: readonly Hash[]): Promise<MemoryTree> {
	const levels: (readonly Hash[])[] = [leafHashes];
	for (let below = leafHashes; below.length > 1; below = levels.at(-1) ?? []) levels.push(await hashPairs(below));
	return {
		size: leafHashes.length,
		read(level, index) {
			const hash = levels[level]?.[index];
			if (!hash)
				throw new RangeError(`A tree of ${leafHashes.length} leaves has no subtree ${index} at level ${level}.`);
			return hash;
		},
	};
}

/** Hashes per batch: one by one is 9 times slower, all at once needs a promise for each. */
const BATCH = 1024;

/** Ignores an odd last hash, which has no parent yet. */
export async function hashPairs(level: readonly Hash[]): Promise<Hash[]> {
	const parents: Hash[] = [];
	for (let from = 0; from + 1 < level.length; from += 2 * BATCH) {
		const children = level.slice(from, from + 2 * BATCH);
		const hashing = Array.from({ length: Math.floor(children.length / 2) }, (_, at) =>
			hashNode(children[2 * at] as Hash, children[2 * at + 1] as Hash),
		);
		parents.push(...(await Promise.all(hashing)));
	}
	return parents;
}
