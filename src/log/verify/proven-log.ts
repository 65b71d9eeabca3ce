import { hash } from "node:crypto";
import { decodeStrictly, sameBytes } from "#core/bytes.ts";
import { Failure, isFailure } from "#core/failure.ts";
import type { LogContradiction, ReceiptLeaf } from "#core/verification.ts";
import { counted } from "#core/wording.ts";
import { malformed } from "#log/tlog/canonical.ts";
import { isReceiptLeaf, type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import { hashLeaf, type ReadHash, type TreeHead, treeRoot } from "#log/tlog/merkle.ts";
import type { Checkpoint } from "#log/tlog/note.ts";
import {
	parseEntries,
	parseTile,
	type ReadTile,
	readFromTiles,
	subtreeRoot,
	TILE_BYTES,
	TILE_WIDTH,
	type Tile,
	tilePath,
} from "#log/tlog/tiles.ts";
import { blindDomain, coveredBy, parseIndexHead, parseShard } from "../lists.ts";
import { BUNDLE_BYTES } from "./site-reader.ts";

const TILE_HEIGHT = 8;

/**
 * Verifies every tile: the right edge must give the signed root, and every full tile its hash in the parent tile.
 * @throws Failure `log-inconsistent`, which blames the tiles and no signature; as `fetchTile`
 */
async function openProvenTiles({ size, root }: TreeHead, fetchTile: ReadTile): Promise<ReadHash> {
	const read: ReadHash = readFromTiles(size, async (tile) => {
		const hashes = await fetchTile(tile);
		if (tile.width < TILE_WIDTH) return hashes;
		const above = await read((tile.level + 1) * TILE_HEIGHT, tile.index);
		if (!sameBytes(await subtreeRoot(hashes), above)) throw notCommitted(tilePath(tile));
		return hashes;
	});
	if (!sameBytes(await treeRoot(size, read), root)) throw notCommitted("one of the tiles on the right edge");
	return read;
}

/** @param hashes of the bundle's entries, in order */
async function isBundle(
	{ index, width }: Pick<Tile, "index" | "width">,
	hashes: readonly Uint8Array[],
	read: ReadHash,
): Promise<boolean> {
	// A full bundle has one hash in the tile above, so its own tile need not be fetched.
	if (width === TILE_WIDTH) return sameBytes(await subtreeRoot(hashes), await read(TILE_HEIGHT, index));
	for (const [at, hash] of hashes.entries()) if (!sameBytes(hash, await read(0, index * TILE_WIDTH + at))) return false;
	return true;
}

export function notCommitted(file: string): Failure {
	return new Failure("log-inconsistent", {
		what: `What the site gives does not belong to the state of the log that it shows: ${file}.`,
		why: "The signed root commits to something else.",
		todo: "It may be damaged, or half-way through an update: look again in a few minutes.",
	});
}

/** `leaf` is missing if this version does not know its kind; then `says` explains it. */
export interface NewLeaf {
	readonly index: number;
	readonly leaf?: Leaf;
	readonly says?: string;
}

/**
 * Fetches leaves before `from` only if their bundle has grown.
 * @throws Failure `log-inconsistent` or `log-malformed` for entries that were not signed, `not-fetched`
 */
export async function* readNewLeaves(
	{ from, size, to = size }: { readonly from: number; readonly size: number; readonly to?: number },
	read: ReadHash,
	readFile: ReadLogFile,
): AsyncGenerator<NewLeaf> {
	for (let index = Math.floor(from / TILE_WIDTH); index * TILE_WIDTH < to; index++) {
		const first = index * TILE_WIDTH;
		const bundle = { index, width: Math.min(TILE_WIDTH, size - first) };
		const path = tilePath({ ...bundle, level: "entries" });
		const entries = parseEntries(await readFile(path, BUNDLE_BYTES), bundle.width);
		if (!(await isBundle(bundle, await Promise.all(entries.map(hashLeaf)), read))) throw notCommitted(path);
		for (const [at, entry] of entries.slice(0, to - first).entries())
			if (first + at >= from) yield readLeaf(first + at, entry);
	}
}

function readLeaf(index: number, entry: Uint8Array): NewLeaf {
	try {
		return { index, leaf: parseLeaf(entry) };
	} catch (error) {
		if (isFailure(error)) return { index, says: `Leaf ${index} cannot be read. ${error.message}` };
		throw error;
	}
}

export type ReadLogFile = (path: string, maxBytes: number) => Promise<Uint8Array>;

/** Result of comparing two signed states. If they are consistent, `openTree` reads the newer one's proven hashes. */
export type Comparison =
	| { readonly openTree: () => Promise<ReadHash>; readonly contradiction?: undefined }
	| { readonly contradiction: LogContradiction };

const WARNING = "The site's operator has to explain it; do not trust the log before that.";

/**
 * If the log has grown, reads the tiles of both right edges.
 * @param seen undefined the first time; then the tiles need only give the signed root
 * @throws Failure `not-fetched`
 */
export async function compareStates(
	seen: Checkpoint | undefined,
	today: Checkpoint,
	readFile: ReadLogFile,
): Promise<Comparison> {
	const plain = seen && plainContradiction(seen, today);
	if (plain) return { contradiction: { ...plain, says: `${plain.says} ${WARNING}` } };
	const openTree = () =>
		openProvenTiles(today, async (tile) => parseTile(await readFile(tilePath(tile), TILE_BYTES), tile.width));
	if (seen?.size === today.size) return { openTree };
	try {
		const read = await openTree();
		if (!seen || sameBytes(await treeRoot(seen.size, read), seen.root)) return { openTree: async () => read };
		const leaves = counted(seen.size, "leaf", "leaves");
		const says = `The log was rewritten: the first ${leaves} of the ${today.size} that the site shows are not those that it showed before. ${WARNING}`;
		return { contradiction: { kind: "rewritten", says } };
	} catch (error) {
		if (!isFailure(error) || error.code === "not-fetched") throw error;
		return { contradiction: { kind: "damaged", says: error.message } };
	}
}

function plainContradiction(seen: Checkpoint, today: Checkpoint): LogContradiction | undefined {
	if (today.origin !== seen.origin)
		return { kind: "other-log", says: `It is the log ${today.origin}, and ${seen.origin} was there before.` };
	if (today.size < seen.size) {
		const says = `The log went back: it had ${counted(seen.size, "leaf", "leaves")} before, and the site shows a state of ${today.size}.`;
		return { kind: "went-back", says };
	}
	if (today.size > seen.size || sameBytes(today.root, seen.root)) return undefined;
	const says = `The log has two histories: two states of ${counted(seen.size, "leaf", "leaves")} with different roots are signed.`;
	return { kind: "two-histories", says };
}

export interface IndexAnswer {
	/** Number of leaves that the index covers: all but the last one, which binds it. */
	readonly covers: number;
	/** As the log claims: ISO 8601. */
	readonly sealedAt: string;
	/** Undefined if the log has no published audit of the domain. */
	readonly newest: (ReceiptLeaf & { readonly index: number }) | undefined;
}

const HEAD_BYTES = 512 * 1024;
const SHARD_BYTES = 4 * 1024 * 1024;

/**
 * A domain missing from the index is missing from the log: a shard's digest is signed, so no line can be left out.
 * @returns undefined if that state does not end with an index
 * @throws Failure `log-inconsistent` or `log-malformed` for files that were not signed, `not-fetched`
 */
export async function lookUpDomain(
	{ origin, ...head }: TreeHead & { readonly origin: string },
	domain: string,
	readFile: ReadLogFile,
): Promise<IndexAnswer | undefined> {
	if (head.size === 0) return undefined;
	const read = await openProvenTiles(head, async (tile) =>
		parseTile(await readFile(tilePath(tile), TILE_BYTES), tile.width),
	);
	const last = await leafAt(head.size - 1, head.size, read, readFile);
	const covers = last?.kind === "list" ? coveredBy(last.name) : undefined;
	if (last?.kind !== "list" || covers !== head.size - 1) return undefined;
	const shards = parseIndexHead(await readBound(readFile, last.name, last.digest, HEAD_BYTES), covers);
	const key = blindDomain(origin, domain);
	const [prefix, digest] = [...shards].find(([each]) => key.startsWith(each)) ?? ["", ""];
	const shard = parseShard(await readBound(readFile, `index/${digest}`, digest, SHARD_BYTES), prefix);
	const index = shard.get(key);
	const sealed = { covers, sealedAt: last.at };
	if (index === undefined) return { ...sealed, newest: undefined };
	const newest = index < covers ? await leafAt(index, head.size, read, readFile) : undefined;
	if (!newest || !isReceiptLeaf(newest) || newest.kind !== "audit")
		throw malformed("index of this log", `Leaf ${index}, which it names, is not an audit that it covers.`);
	return { ...sealed, newest: { ...newest, index } };
}

async function leafAt(index: number, size: number, read: ReadHash, readFile: ReadLogFile) {
	for await (const { leaf } of readNewLeaves({ from: index, to: index + 1, size }, read, readFile)) return leaf;
	return undefined;
}

async function readBound(readFile: ReadLogFile, path: string, digest: string, most: number): Promise<string> {
	const bytes = await readFile(path, most);
	const text = hash("sha256", bytes) === digest ? decodeStrictly(bytes) : undefined;
	if (text !== undefined) return text;
	throw new Failure("log-inconsistent", {
		what: `log/${path} is not what the log has bound.`,
		why: "Its SHA-256 is another.",
		todo: "It may be half-way through an update: look again in a few minutes.",
	});
}
