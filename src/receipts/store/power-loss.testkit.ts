import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { seeded } from "#core/seeded.testkit.ts";

/** A file on the disk, independent of its names. */
export interface Inode {
	/** Written bytes, and those that would survive a power loss. */
	bytes: Uint8Array;
	synced: Uint8Array;
}
export type Entry = Inode | "directory";

/** Without a seed only durable data survives; with one, also some of the rest. */
export function survivors(
	durable: Map<string, Entry>,
	now: Map<string, Entry>,
	seed: number | undefined,
): Map<string, Entry> {
	const random = seed === undefined ? () => 0 : seeded(seed);
	const kept = new Map<string, Entry>();
	for (const path of [...new Set([...durable.keys(), ...now.keys()])].sort()) {
		const entry = (random() < 0.5 ? durable : now).get(path);
		// The root comes first; a name is lost with its directory.
		if (entry && (kept.size === 0 || kept.get(dirname(path)) === "directory"))
			kept.set(path, survivor(entry, random()));
	}
	return kept;
}

function survivor(entry: Entry, luck: number): Entry {
	if (entry === "directory") return entry;
	const bytes = luck < 0.4 ? entry.synced : luck < 0.7 ? half(entry) : entry.bytes;
	return { bytes, synced: bytes };
}

/** Bytes that were made durable are never torn. */
function half({ bytes, synced }: Inode): Uint8Array {
	return synced === bytes ? bytes : bytes.subarray(0, bytes.length / 2);
}

export async function entriesUnder(root: string): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>([[root, "directory"]]);
	for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
		const path = join(entry.parentPath, entry.name);
		if (entry.isDirectory()) entries.set(path, "directory");
		else if (!isUntracked(path)) {
			const bytes = await readFile(path);
			entries.set(path, { bytes, synced: bytes });
		}
	}
	return entries;
}

export async function rebuild(root: string, kept: ReadonlyMap<string, Entry>): Promise<void> {
	for (const path of (await entriesUnder(root)).keys())
		if (!kept.has(path)) await rm(path, { recursive: true, force: true });
	for (const [path, entry] of kept) {
		if (entry === "directory") await mkdir(path, { recursive: true });
		else await writeFile(path, entry.bytes);
	}
}

function isUntracked(path: string): boolean {
	return /\.sqlite(-wal|-shm|-journal)?$|\.seal-lock/.test(path);
}
