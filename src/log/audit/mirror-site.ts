import { hash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Failure, isFailure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { receiptSchema } from "#core/receipt.ts";
import { counted, digitGroups } from "#core/wording.ts";
import { parseDecimal } from "#log/tlog/canonical.ts";
import { isReceiptLeaf, type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import { newTiles, parseEntries, partialTiles, TILE_BYTES, TILE_WIDTH, type Tile, tilePath } from "#log/tlog/tiles.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { writeAll } from "#receipts/store/write-all.ts";
import { coveredBy, parseIndexHead } from "../domain-index/index-files.ts";
import { parseLeafList } from "../seal/leaf-list.ts";
import { BUNDLE_BYTES, LIST_BYTES, RECEIPT_BYTES } from "../verify/file-bounds.ts";
import type { ReaderOfSite } from "../verify/site-reader.ts";

/** A site's log and receipts as files of a reports directory. */
export interface Mirror {
	readonly site: ReaderOfSite;
	/** The reports directory to be. */
	readonly reports: string;
	readonly onProgress: ((step: string) => void) | undefined;
	/** Where each receipt lies that was fetched for a state before: its bytes cannot be others. */
	readonly receipts: Map<string, string>;
}

const MOST_LEAVES = 4_000_000;
/** Files that are asked for at the same time. */
const AT_ONCE = 8;

/**
 * Fetches what a site publishes of a log of `size` leaves, and every receipt that is not of a live audit, or was fetched
 * before. What the site says not to have is left out; nothing is believed.
 * @throws Failure `not-fetched`, `input-invalid` for a log that is too large
 */
export async function mirrorSite(mirror: Mirror, size: number): Promise<void> {
	if (size > MOST_LEAVES)
		throw new Failure("input-invalid", {
			what: `The log says to have ${digitGroups(size)} leaves.`,
			why: `No more than ${digitGroups(MOST_LEAVES)} are fetched.`,
		});
	const lists = ["vkeys", "retired-vkeys", "withdrawn", "live", "keys", "policy.txt", "checkpoints.txt"];
	const listed = await fetchAll(mirror, "lists", lists, LIST_BYTES);
	const kept = await readKept(mirror);
	const archived = kept.map((name) => `checkpoints/${name}`);
	await fetchAll(mirror, "earlier checkpoints", [...new Set([...archived, `checkpoints/${size}`])], BUNDLE_BYTES);
	const sizes = kept.flatMap((name) => parseDecimal(name) ?? []);
	const tiles = [...newTiles(0, size), ...sizes.flatMap(partialTiles).filter((tile) => isPartialOf(tile, size))];
	const paths = [...new Set(tiles.map(tilePath))];
	const found = await fetchAll(mirror, "tiles", paths, Math.max(BUNDLE_BYTES, TILE_BYTES));
	const leaves = readLeaves(found, size);
	await fetchIndex(mirror, leaves);
	await fetchReceipts(mirror, leaves, listed);
}

/** Whether readers of an earlier checkpoint are given this tile still: its full form is not there yet. */
function isPartialOf({ level, index }: Tile, size: number): boolean {
	const hashes = level === "entries" ? size : Math.floor(size / TILE_WIDTH ** level);
	return (index + 1) * TILE_WIDTH > hashes;
}

/** Names below `checkpoints/`, which the site lists. */
async function readKept({ site }: Mirror): Promise<string[]> {
	const list = await site.readIfThere("log", "log/checkpoints.txt", LIST_BYTES);
	const names = new TextDecoder().decode(list ?? new Uint8Array()).split("\n");
	return names.filter((name) => parseDecimal(name) !== undefined);
}

/** Leaves that can be read, by their index. */
function readLeaves(found: ReadonlyMap<string, Uint8Array>, size: number): ReadonlyMap<number, Leaf> {
	const leaves = new Map<number, Leaf>();
	for (let index = 0; index * TILE_WIDTH < size; index++) {
		const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
		const bytes = found.get(tilePath({ level: "entries", index, width }));
		const entries = bytes ? unlessMalformed(() => parseEntries(bytes, width)) : undefined;
		for (const [at, entry] of (entries ?? []).entries()) {
			const leaf = unlessMalformed(() => parseLeaf(entry));
			if (leaf) leaves.set(index * TILE_WIDTH + at, leaf);
		}
	}
	return leaves;
}

/** What is damaged is named once all is compared. */
function unlessMalformed<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (isFailure(error)) return undefined;
		throw error;
	}
}

async function fetchIndex(mirror: Mirror, leaves: ReadonlyMap<number, Leaf>): Promise<void> {
	const newest = [...leaves.values()].findLast((leaf) => leaf.kind === "list" && coveredBy(leaf.name) !== undefined);
	const covers = newest?.kind === "list" ? coveredBy(newest.name) : undefined;
	if (newest?.kind !== "list" || covers === undefined) return;
	const head = (await fetchAll(mirror, "the index", [newest.name], LIST_BYTES)).get(newest.name);
	const shards = head && unlessMalformed(() => parseIndexHead(new TextDecoder().decode(head), covers));
	const paths = [...new Set(shards?.values())].map((digest) => `index/${digest}`);
	await fetchAll(mirror, "the index", paths, LIST_BYTES);
}

const placedSchema = receiptSchema
	.pick({ auditedAt: true, source: true, mode: true })
	.extend({ domain: z.string().regex(/^[0-9a-z][0-9a-z.-]*$/) })
	.strip();

/** Receipts where they belong. One that is not there, or not what was logged, is a leaf without a receipt. */
async function fetchReceipts(
	mirror: Mirror,
	leaves: ReadonlyMap<number, Leaf>,
	found: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
	const { site, reports, receipts } = mirror;
	const live = boundLines("live", leaves, found.get("live"));
	const withdrawn = boundLines("withdrawn", leaves, found.get("withdrawn"));
	const ids: string[] = [];
	for (const [index, leaf] of leaves) {
		if (!isReceiptLeaf(leaf) || leaf.kind !== "audit" || live.has(index)) continue;
		const path = receipts.get(leaf.receipt);
		// It may have been taken down since it was fetched.
		if (path !== undefined && withdrawn.has(index)) await rm(join(reports, "receipts", path), { force: true });
		if (path === undefined || withdrawn.has(index)) ids.push(leaf.receipt);
	}
	await inBatches(mirror, "receipts", ids, async (id) => {
		const data = await site.readIfThere("receipt", `receipts/${id}.json`, RECEIPT_BYTES);
		if (!data || hash("sha256", data) !== id) return;
		const placed = placedSchema.safeParse(parseJson(new TextDecoder().decode(data))).data;
		const path = placed ? `${placed.domain}/${fileName(placed)}` : `unknown/${id}.json`;
		await writeAll(join(reports, "receipts"), [{ path, data }]);
		receipts.set(id, path);
	});
}

/** The leaves on a list as far as the newest leaf of its name binds it: what stands behind that is nobody's word. */
function boundLines(
	name: string,
	leaves: ReadonlyMap<number, Leaf>,
	bytes: Uint8Array | undefined,
): ReadonlySet<number> {
	const newest = [...leaves.values()].findLast((leaf) => leaf.kind === "list" && leaf.name === name);
	if (newest?.kind !== "list" || !bytes) return new Set();
	const bound = bytes.subarray(0, newest.size);
	if (hash("sha256", bound) !== newest.digest) return new Set();
	return new Set(unlessMalformed(() => parseLeafList(new TextDecoder().decode(bound))));
}

/** Fetches files below `log/` and writes those that are there. */
async function fetchAll(mirror: Mirror, what: string, paths: readonly string[], most: number) {
	const found = new Map<string, Uint8Array>();
	await inBatches(mirror, what, paths, async (path) => {
		const data = await mirror.site.readIfThere("log", `log/${path}`, most);
		if (!data) return;
		// What lists the kept checkpoints is no file of the log.
		if (path !== "checkpoints.txt") await writeAll(join(mirror.reports, "log"), [{ path, data }]);
		found.set(path, data);
	});
	return found;
}

async function inBatches<T>(
	{ onProgress }: Mirror,
	what: string,
	items: readonly T[],
	work: (item: T) => Promise<void>,
): Promise<void> {
	for (let at = 0; at < items.length; at += AT_ONCE) {
		onProgress?.(`Fetching ${what}: ${at} of ${counted(items.length, "file")} …`);
		await Promise.all(items.slice(at, at + AT_ONCE).map(work));
	}
}
