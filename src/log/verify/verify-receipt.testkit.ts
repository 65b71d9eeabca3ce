import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { auditSample } from "#audit/sample-audit.testkit.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { formatInclusionFile } from "#log/tlog/inclusion-file.ts";
import { formatLeaf, type Leaf } from "#log/tlog/leaf.ts";
import { hashLeaf, inclusionProof, treeRoot } from "#log/tlog/merkle.ts";
import { createSignerKey, formatCheckpoint, formatVerifierKey, type SignerKey, signNote } from "#log/tlog/note.ts";
import {
	createMemoryTree,
	formatEntries,
	formatTile,
	newTiles,
	TILE_WIDTH,
	type Tile,
	tilePath,
} from "#log/tlog/tiles.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";

export const DOMAIN = "orbitboard.example.org";
export const ORIGIN = "audit.example.com/log";

/** Report of a real audit of a sample site. */
export async function sampleReport(auditedAt?: string): Promise<Report> {
	return (await auditSample(DOMAIN, auditedAt)).report;
}

export interface ReceiptFile extends StoredReceipt {
	readonly text: string;
}

export async function sampleReceipt(change: Partial<Report> = {}): Promise<ReceiptFile> {
	const stored = await createReceipt({ ...(await sampleReport(change.auditedAt)), ...change }, "e".repeat(64));
	return { ...stored, text: await receiptText(stored.receipt) };
}

export function leafOf({ id, receipt }: StoredReceipt): ReceiptLeaf {
	return { kind: "audit", receipt: id, auditedAt: receipt.auditedAt };
}

/** Leaves of receipts that do not exist. */
export function fillers(count: number): Leaf[] {
	return Array.from({ length: count }, (_, at) => ({
		kind: "audit",
		receipt: at.toString(16).padStart(64, "0"),
		auditedAt: "2026-11-20T02:00:00.000Z",
	}));
}

export interface TestLog {
	readonly key: SignerKey;
	readonly vkey: string;
	/** Files below `log/`. */
	readonly files: ReadonlyMap<string, Uint8Array>;
	/** Text of the `.tlog-proof` of a leaf. */
	proof(index: number): Promise<string>;
}

/** Creates a published log in memory. `finish` may change the signed checkpoint. */
export async function createLog(
	leaves: readonly Leaf[],
	{
		origin = ORIGIN,
		key,
		finish = async (note) => note,
	}: { origin?: string; key?: SignerKey; finish?: (note: string) => Promise<string> } = {},
): Promise<TestLog> {
	const signer = key ?? (await createSignerKey(origin));
	const entries = leaves.map(formatLeaf);
	const tree = await createMemoryTree(await Promise.all(entries.map(hashLeaf)));
	const root = await treeRoot(tree.size, tree.read);
	const checkpoint = await finish(await signNote(formatCheckpoint({ origin, size: tree.size, root }), [signer]));
	const files = new Map<string, Uint8Array>();
	const encode = (text: string) => new TextEncoder().encode(text);
	for (const tile of newTiles(0, tree.size)) files.set(tilePath(tile), await bytesOf(tile, entries, tree.read));
	files.set("checkpoint", encode(checkpoint)).set("vkeys", encode(`${formatVerifierKey(signer)}\n`));
	return {
		key: signer,
		vkey: formatVerifierKey(signer),
		files,
		async proof(index) {
			const proof = await inclusionProof(index, tree.size, tree.read);
			return formatInclusionFile({ extra: entries[index] ?? new Uint8Array(), index, proof, checkpoint });
		},
	};
}

type Tree = Awaited<ReturnType<typeof createMemoryTree>>;

async function bytesOf({ level, index, width }: Tile, entries: readonly Uint8Array[], read: Tree["read"]) {
	const first = index * TILE_WIDTH;
	if (level === "entries") return formatEntries(entries.slice(first, first + width));
	return formatTile(await Promise.all(Array.from({ length: width }, (_, at) => read(8 * level, first + at))));
}

/** Writes the receipts and the log to a reports directory. */
export async function writeReports(reports: string, receipts: readonly ReceiptFile[], log?: TestLog): Promise<void> {
	const write = async (path: string, data: string | Uint8Array) => {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, data);
	};
	for (const { receipt, text } of receipts)
		await write(join(reports, "receipts", receipt.domain, fileName(receipt)), text);
	for (const [path, data] of log?.files ?? []) await write(join(reports, "log", path), data);
}
