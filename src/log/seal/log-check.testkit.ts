import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { toHex } from "#core/bytes.ts";
import { type Leaf, parseLeaf } from "#log/tlog/leaf.ts";
import { hashLeaf, type ReadHash, treeRoot } from "#log/tlog/merkle.ts";
import { openNote, parseCheckpoint, parseVerifierKey, type VerifierKey } from "#log/tlog/note.ts";
import {
	createMemoryTree,
	leavesUnder,
	newTiles,
	parseEntries,
	parseTile,
	parseTilePath,
	TILE_WIDTH,
	type Tile,
	tilePath,
} from "#log/tlog/tiles.ts";

export interface CheckedLog {
	readonly size: number;
	readonly root: string;
	readonly leaves: readonly Leaf[];
}

/**
 * Recomputes a whole log from its files, independently: the signature, every entry, every tile of a tree of this size,
 * every earlier checkpoint. Throws at the first fault. A log without a checkpoint is empty.
 */
export async function checkLog(directory: string): Promise<CheckedLog> {
	const text = await readFile(join(directory, "checkpoint"), "utf8").catch(() => undefined);
	if (text === undefined) return { size: 0, root: "", leaves: [] };
	const [listed, retired] = [await readKeys(directory, "vkeys"), await readKeys(directory, "retired-vkeys")];
	const keys = listed.filter(({ keyId }) => !retired.some((key) => key.keyId === keyId));
	const { size, root } = parseCheckpoint((await openNote(text, keys)).text);
	const entries = await readEntries(directory, size);
	const tree = await createMemoryTree(await Promise.all(entries.map(hashLeaf)));
	expectHash("checkpoint", await treeRoot(size, tree.read), root);
	for (const { level, ...place } of newTiles(0, size))
		if (level !== "entries") await checkTile(directory, { level, ...place }, tree.read);
	for (const name of await readdir(join(directory, "checkpoints")).catch(() => []))
		if (/^\d+$/.test(name)) await checkOlder(directory, name, { keys: [...keys, ...retired], size, read: tree.read });
	return { size, root: toHex(root), leaves: entries.map(parseLeaf) };
}

async function readKeys(directory: string, name: string): Promise<VerifierKey[]> {
	const text = await readFile(join(directory, name), "utf8").catch(() => "");
	return Promise.all(text.split("\n").filter(Boolean).map(parseVerifierKey));
}

async function readEntries(directory: string, size: number): Promise<Uint8Array[]> {
	const bundles = [...newTiles(0, size)].filter(({ level }) => level === "entries");
	const read = bundles.map(async (tile) => parseEntries(await readFile(join(directory, tilePath(tile))), tile.width));
	return (await Promise.all(read)).flat();
}

async function checkTile(directory: string, tile: Tile & { level: number }, read: ReadHash): Promise<void> {
	const path = tilePath(tile);
	for (const [at, hash] of parseTile(await readFile(join(directory, path)), tile.width).entries())
		expectHash(path, hash, await read(8 * tile.level, tile.index * TILE_WIDTH + at));
}

interface Newer {
	readonly keys: readonly VerifierKey[];
	readonly size: number;
	readonly read: ReadHash;
}

async function checkOlder(directory: string, name: string, { keys, size, read }: Newer): Promise<void> {
	const note = await openNote(await readFile(join(directory, "checkpoints", name), "utf8"), keys);
	const older = parseCheckpoint(note.text);
	if (older.size !== Number(name) || older.size > size)
		throw new Error(`checkpoints/${name} is of ${older.size} leaves.`);
	expectHash(`checkpoints/${name}`, await treeRoot(older.size, read), older.root);
}

function expectHash(path: string, a: Uint8Array, b: Uint8Array): void {
	if (toHex(a) !== toHex(b)) throw new Error(`${path} is not what the entries give.`);
}

/** Files under `tile/` that no tree of this size needs, and temporary files anywhere. */
export async function leftovers(directory: string, size: number): Promise<string[]> {
	const names = await readdir(directory, { recursive: true }).catch(() => [] as string[]);
	return names.filter((name) => {
		const tile = parseTilePath(name);
		if (!tile) return name.includes(".tmp-");
		return leavesUnder(tile) > size || (tile.width < TILE_WIDTH && leavesUnder({ ...tile, width: TILE_WIDTH }) <= size);
	});
}
