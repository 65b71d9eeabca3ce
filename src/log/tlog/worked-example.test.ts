import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { toBase64 } from "#core/bytes.ts";
import { vectorPath } from "#test/vectors/vectors.ts";
import { formatInclusionFile, parseInclusionFile } from "./inclusion-file.ts";
import { hashLeaf, inclusionProof, treeRoot, verifyInclusion } from "./merkle.ts";
import {
	createSignerKey,
	formatCheckpoint,
	formatVerifierKey,
	openNote,
	parseCheckpoint,
	parseVerifierKey,
	signNote,
} from "./note.ts";
import { createMemoryTree, formatEntries, formatTile, newTiles, tilePath } from "./tiles.ts";

interface WorkedExample {
	readonly origin: string;
	readonly seedHex: string;
	readonly vkey: string;
	readonly entries: readonly string[];
	readonly leafHashes: readonly string[];
	readonly root: string;
	readonly proofIndex1: readonly string[];
}

const path = vectorPath("merkle/worked-example");
const file = (name: string) => Uint8Array.from(readFileSync(join(path, name)));
const text = (name: string) => readFileSync(join(path, name), "utf8");

/** The log, rebuilt from the example's entries and key. */
async function rebuild() {
	const example = JSON.parse(text("example.json")) as WorkedExample;
	const entries = example.entries.map((entry) => new TextEncoder().encode(entry));
	const leaves = await Promise.all(entries.map(hashLeaf));
	const { read } = await createMemoryTree(leaves);
	const key = await createSignerKey(example.origin, Uint8Array.from(Buffer.from(example.seedHex, "hex")));
	const root = await treeRoot(3, read);
	const checkpoint = await signNote(formatCheckpoint({ origin: example.origin, size: 3, root }), [key]);
	return { example, entries, leaves, key, root, checkpoint, proof: await inclusionProof(1, 3, read) };
}

describe("the worked example of a log", () => {
	it("has the stated hashes, key and path", async () => {
		const { example, leaves, key, root, proof } = await rebuild();
		expect(leaves.map(toBase64)).toEqual(example.leafHashes);
		expect(toBase64(root)).toBe(example.root);
		expect(proof.map(toBase64)).toEqual(example.proofIndex1);
		expect(formatVerifierKey(key)).toBe(example.vkey);
	});

	it("is reproduced byte for byte from its entries and key", async () => {
		const { entries, leaves, checkpoint, proof } = await rebuild();
		const [, extra] = entries as [Uint8Array, Uint8Array, Uint8Array];
		expect([...newTiles(0, 3)].map(tilePath)).toEqual(["tile/entries/000.p/3", "tile/0/000.p/3"]);
		expect(formatEntries(entries)).toEqual(file("tile/entries/000.p/3"));
		expect(formatTile(leaves)).toEqual(file("tile/0/000.p/3"));
		expect(checkpoint).toBe(text("checkpoint"));
		expect(formatInclusionFile({ extra, index: 1, proof, checkpoint })).toBe(text("1.tlog-proof"));
	});

	it("verifies from its files", async () => {
		const { example } = await rebuild();
		const parsed = parseInclusionFile(text("1.tlog-proof"));
		const opened = await openNote(parsed.checkpoint, [await parseVerifierKey(example.vkey)]);
		const head = parseCheckpoint(opened.text);
		const leaf = await hashLeaf(parsed.extra ?? new Uint8Array());
		expect(await verifyInclusion(parsed.index, head.size, leaf, parsed.proof, head.root)).toBe(true);
		expect(await verifyInclusion(0, head.size, leaf, parsed.proof, head.root)).toBe(false);
	});
});
