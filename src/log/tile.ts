import { malformed, parseDecimal } from "./encoding.ts";
import { HASH_BYTES, type Hash } from "./merkle-tree.ts";

/** Hashes in a full tile, entries in a full bundle (C2SP tlog-tiles: height 8). */
export const TILE_WIDTH = 256;
/** Bytes of a full tile. */
export const TILE_BYTES = TILE_WIDTH * HASH_BYTES;

/** A tile of the tree, or with level `entries` a bundle of log entries. Level l holds the subtrees of 256^l leaves. */
export interface Tile {
	readonly level: number | "entries";
	readonly index: number;
	/** Hashes or entries in it, 1 to 256. */
	readonly width: number;
}

/** Path below the log's address: `tile/0/x001/x234/067`, `tile/entries/000.p/3`. C2SP tlog-tiles, "Merkle Tree". */
export function tilePath({ level, index, width }: Tile): string {
	const digits = String(index);
	const padded = digits.padStart(Math.ceil(digits.length / 3) * 3, "0");
	const groups = padded.match(/\d{3}/g) ?? [];
	const number = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
	return `tile/${level}/${number}${width < TILE_WIDTH ? `.p/${width}` : ""}`;
}

/** The tile of a path; undefined unless `tilePath` gives exactly that path for it. */
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

/**
 * Every tile and bundle of a tree of `size` leaves that is not already one of the tree of `before` leaves.
 * @throws RangeError unless the tree grows, or stays as it is
 */
export function* newTiles(before: number, size: number): Generator<Tile> {
	if (!(before >= 0 && before <= size)) throw new RangeError(`A log of ${before} leaves cannot become one of ${size}.`);
	yield* newTilesAt("entries", before, size);
	for (let level = 0, span = 1; span <= size; level++, span *= TILE_WIDTH)
		yield* newTilesAt(level, Math.floor(before / span), Math.floor(size / span));
}

/** `before` and `count` are numbers of hashes at that level. */
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

/** Number of leaves that must be in the tree before this tile can be whole. */
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

/** Bytes of an entry bundle: each entry behind its length as a big-endian uint16. C2SP tlog-tiles, "Log Entries". */
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
