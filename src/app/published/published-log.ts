import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "#core/failure.ts";
import { parseCheckpoint } from "#log/checkpoint.ts";
import { formatInclusionFile } from "#log/inclusion-file.ts";
import { formatLeaf, type Leaf, parseLeaf } from "#log/leaf.ts";
import { sameBytes } from "#log/malformed.ts";
import { createMemoryTree } from "#log/memory-tree.ts";
import { hashLeaf, inclusionProof, treeRoot } from "#log/merkle-tree.ts";
import { openNote } from "#log/note.ts";
import { parseVerifierKey } from "#log/note-key.ts";
import { toHex } from "#log/sha256.ts";
import { parseEntries, TILE_WIDTH, tilePath } from "#log/tile.ts";

/** The log as the site shows it: every proof it gives has been recomputed against the signed root. */
export interface PublishedLog {
	readonly origin: string;
	readonly size: number;
	/** Hex. */
	readonly root: string;
	/** The signed checkpoint, to the letter. */
	readonly checkpoint: string;
	/** Public keys, the one in use first. */
	readonly keys: readonly [string, ...string[]];
	readonly leaves: readonly Leaf[];
	/** Index of a receipt's audit leaf; undefined while it waits for the next seal. */
	position(receipt: string): number | undefined;
	/** Later audits that found the same, oldest first. */
	rechecks(receipt: string): readonly { readonly index: number; readonly auditedAt: string }[];
	/** Text of the `.tlog-proof` file of a leaf. */
	inclusionFile(index: number): Promise<string>;
}

/**
 * Reads `reports/log/`; undefined where nothing has been sealed yet.
 * @throws Failure `log-inconsistent` when the entries are not what the checkpoint commits to
 */
export async function readPublishedLog(directory: string): Promise<PublishedLog | undefined> {
	const checkpoint = await readFile(join(directory, "checkpoint"), "utf8").catch(absent);
	if (checkpoint === undefined) return undefined;
	const keys = (await readFile(join(directory, "vkeys"), "utf8")).split("\n").filter(Boolean);
	const [key, ...older] = keys;
	if (key === undefined) throw inconsistent(`${directory}/vkeys names no key.`);
	const opened = await openNote(checkpoint, await Promise.all(keys.map(parseVerifierKey)));
	const { origin, size, root } = parseCheckpoint(opened.text);
	const leaves = (await readEntries(directory, size)).map(parseLeaf);
	const tree = await createMemoryTree(await Promise.all(leaves.map((leaf) => hashLeaf(formatLeaf(leaf)))));
	if (!sameBytes(await treeRoot(size, tree.read), root)) throw inconsistent("The entries do not give the signed root.");
	const { positions, rechecks } = indexLeaves(leaves);
	return {
		origin,
		size,
		root: toHex(root),
		checkpoint,
		keys: [key, ...older],
		leaves,
		position: (receipt) => positions.get(receipt),
		rechecks: (receipt) => rechecks.get(receipt) ?? [],
		async inclusionFile(index) {
			const leaf = leaves[index];
			if (!leaf) throw new RangeError(`The log has no leaf ${index}.`);
			const proof = await inclusionProof(index, size, tree.read);
			return formatInclusionFile({ extra: formatLeaf(leaf), index, proof, checkpoint });
		},
	};
}

async function readEntries(directory: string, size: number): Promise<Uint8Array[]> {
	const bundles: Uint8Array[][] = [];
	for (let index = 0; index * TILE_WIDTH < size; index++) {
		const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
		const path = join(directory, tilePath({ level: "entries", index, width }));
		bundles.push(parseEntries(await readFile(path), width));
	}
	return bundles.flat();
}

function indexLeaves(leaves: readonly Leaf[]) {
	const positions = new Map<string, number>();
	const rechecks = new Map<string, { index: number; auditedAt: string }[]>();
	for (const [index, { kind, receipt, auditedAt }] of leaves.entries()) {
		if (kind === "audit") positions.set(receipt, index);
		else rechecks.set(receipt, [...(rechecks.get(receipt) ?? []), { index, auditedAt }]);
	}
	return { positions, rechecks };
}

function inconsistent(why: string): Failure {
	return new Failure("log-inconsistent", {
		what: "The log cannot be published.",
		why,
		todo: "Run npm run verify: it names the file that is wrong.",
	});
}

function absent(error: NodeJS.ErrnoException): undefined {
	if (error.code !== "ENOENT") throw error;
}
