import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { formatLeaf, type Leaf } from "#log/tlog/leaf.ts";
import { type Hash, hashLeaf, treeRoot } from "#log/tlog/merkle.ts";
import { createSignerKey, formatCheckpoint, formatVerifierKey, type SignerKey, signNote } from "#log/tlog/note.ts";
import {
	createMemoryTree,
	formatEntries,
	formatTile,
	type MemoryTree,
	newTiles,
	subtreeRoot,
	TILE_WIDTH,
	type Tile,
	tilePath,
} from "#log/tlog/tiles.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { type AuditOptions, recomputeLog } from "./verify-log.ts";

export const ORIGIN = "audit.example.com/log";

/** A log in a new directory, written directly with the tlog functions, and the options to audit it. */
export interface WrittenLog extends AuditOptions {
	readonly keys: readonly SignerKey[];
	readonly leaves: readonly Leaf[];
}

export interface LogPlan {
	/** Sizes at which a checkpoint is published; the last one is the size of the log. */
	readonly sizes: readonly number[];
	/** Every nth leaf is an audit with a receipt file; the leaves between recheck it. 1 by default. */
	readonly auditEvery?: number;
	/** Replaces the leaves of the receipts. */
	readonly leaves?: readonly Leaf[];
	/** Number of keys that sign every checkpoint. 1 by default. */
	readonly keys?: number;
	/** Whether to keep partial tiles that have a full one. */
	readonly keepPartial?: boolean;
}

export const signerKey = (number: number) => createSignerKey(ORIGIN, new Uint8Array(32).fill(number));

export async function writeLog(plan: LogPlan): Promise<WrittenLog> {
	const { sizes, keys: keyCount = 1, keepPartial } = plan;
	const root = await mkdtemp(join(tmpdir(), "sightline-log-"));
	const reports = join(root, "reports");
	const keys = await Promise.all(Array.from({ length: keyCount }, (_, at) => signerKey(keyCount - at)));
	const size = sizes.at(-1) ?? 0;
	const drawnUp = await writeReceipts(reports, size, plan.auditEvery ?? 1);
	const leaves = plan.leaves ?? drawnUp;
	const entries = leaves.map(formatLeaf);
	const levels = await hashLevels(entries);
	const tree = await createMemoryTree(levels[0] ?? []);
	let before = 0;
	for (const each of sizes) {
		for (const tile of newTiles(before, each)) {
			const replaced = tile.width < TILE_WIDTH && (tile.index + 1) * TILE_WIDTH <= hashesAt(tile, size);
			if (!replaced || keepPartial) await put(join(reports, "log"), tilePath(tile), tileBytes(tile, entries, levels));
		}
		const text = await signTree(each, tree, keys);
		await put(reports, `log/checkpoints/${each}`, text);
		await put(reports, "log/checkpoint", text);
		before = each;
	}
	await put(reports, "log/vkeys", keys.map((key) => `${formatVerifierKey(key)}\n`).join(""));
	return { reports, state: join(root, "data", "log"), origin: ORIGIN, given: [], keys, leaves };
}

/** The checkpoint of the first `size` leaves of a tree. */
export async function signTree(size: number, { read }: MemoryTree, keys: readonly SignerKey[]): Promise<string> {
	return signNote(formatCheckpoint({ origin: ORIGIN, size, root: await treeRoot(size, read) }), keys);
}

export async function put(directory: string, path: string, data: string | Uint8Array): Promise<void> {
	await mkdir(dirname(join(directory, path)), { recursive: true });
	await writeFile(join(directory, path), data);
}

/** Hashes of each tile level. */
async function hashLevels(entries: readonly Uint8Array[]): Promise<Hash[][]> {
	const levels = [await Promise.all(entries.map(hashLeaf))];
	for (let below = levels[0] ?? []; below.length >= TILE_WIDTH; below = levels.at(-1) ?? []) {
		const full = Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, at) => at * TILE_WIDTH);
		levels.push(await Promise.all(full.map((from) => subtreeRoot(below.slice(from, from + TILE_WIDTH)))));
	}
	return levels;
}

function hashesAt({ level }: Tile, size: number): number {
	return level === "entries" ? size : Math.floor(size / TILE_WIDTH ** level);
}

function tileBytes({ level, index, width }: Tile, entries: readonly Uint8Array[], levels: readonly Hash[][]) {
	const [from, to] = [index * TILE_WIDTH, index * TILE_WIDTH + width];
	return level === "entries"
		? formatEntries(entries.slice(from, to))
		: formatTile(levels[level]?.slice(from, to) ?? []);
}

async function writeReceipts(reports: string, size: number, auditEvery: number): Promise<Leaf[]> {
	const leaves: Leaf[] = [];
	let last = "";
	for (let at = 0; at < size; at++) {
		const auditedAt = new Date(Date.UTC(2026, 10, 1) + at * 1000).toISOString();
		if (at % auditEvery === 0) last = await writeReceipt(reports, `site-${at % 7}.example.com`, auditedAt);
		leaves.push({ kind: at % auditEvery === 0 ? "audit" : "recheck", receipt: last, auditedAt });
	}
	return leaves;
}

/** @returns its id */
export async function writeReceipt(reports: string, domain: string, auditedAt: string): Promise<string> {
	const { id, receipt } = await createReceipt({ ...exampleReport(), domain, auditedAt }, "e".repeat(64));
	await put(reports, `receipts/${domain}/${fileName(receipt)}`, await receiptText(receipt));
	return id;
}

/** Changes one file of the reports directory during `look`, then restores it. `undefined` deletes it. */
export async function whileChanged<T>(
	{ reports }: Pick<WrittenLog, "reports">,
	file: string,
	change: (bytes: Buffer) => Uint8Array | undefined,
	look: () => Promise<T>,
): Promise<T> {
	const path = join(reports, file);
	const bytes = await readFile(path);
	const changed = change(Buffer.from(bytes));
	await (changed ? writeFile(path, changed) : rm(path));
	try {
		return await look();
	} finally {
		await writeFile(path, bytes);
	}
}

export function flipped(bytes: Buffer, at: number, mask: number): Buffer {
	bytes[at] = (bytes[at] ?? 0) ^ mask;
	return bytes;
}

/** Distinct files with a fault. */
export async function wrongFiles(log: AuditOptions): Promise<string[]> {
	const { audit } = await recomputeLog(log);
	return [...new Set(audit.faults.map(({ file }) => file))];
}
