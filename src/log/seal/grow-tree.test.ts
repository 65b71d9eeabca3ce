import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Leaf } from "#log/tlog/leaf.ts";
import type { TreeHead } from "#log/tlog/merkle.ts";
import { treeRoot } from "#log/tlog/merkle.ts";
import { readFromTiles } from "#log/tlog/tiles.ts";
import { writeAll } from "#receipts/store/durable-file.ts";
import { type Growth, growTree, newTileReader, proofread } from "./grow-tree.ts";
import { moment } from "./sealing.testkit.ts";

const leaves = (from: number, count: number): Leaf[] =>
	Array.from({ length: count }, (_, at) => ({
		kind: "audit",
		receipt: String(from + at).padStart(64, "0"),
		auditedAt: moment(from + at),
	}));

let directory = "";
let before: TreeHead;
let growth: Growth;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "sightline-proofread-"));
	const first = await growTree(directory, 0, leaves(0, 300));
	await proofread(directory, undefined, first);
	await writeAll(directory, first.tiles);
	before = first;
	growth = await growTree(directory, 300, leaves(300, 500));
});

const paths = [
	"tile/entries/001",
	"tile/entries/002",
	"tile/entries/003.p/32",
	"tile/0/001",
	"tile/0/002",
	"tile/0/003.p/32",
	"tile/1/000.p/3",
];

describe("proofread", () => {
	it("accepts a tree grown from the published one", async () => {
		await expect(proofread(directory, before, growth)).resolves.toBeUndefined();
		expect(growth.tiles.map(({ path }) => path).toSorted()).toEqual(paths.toSorted());
	});

	it.each(paths)("finds any wrong bit in %s", async (path) => {
		const length = growth.tiles.find((tile) => tile.path === path)?.data.length ?? 0;
		for (const at of [0, 1, 33, length >> 1, length - 1]) {
			const tiles = growth.tiles.map((tile) => {
				if (tile.path !== path) return tile;
				const data = Uint8Array.from(tile.data);
				data[at] = (data[at] ?? 0) ^ 1;
				return { path, data };
			});
			await expect(proofread(directory, before, { ...growth, tiles })).rejects.toMatchObject({
				code: expect.stringMatching(/^log-/),
			});
		}
	});

	it("finds a wrong hash in a parent tile, even if the root was computed from it", async () => {
		const tiles = growth.tiles.map(({ path, data }) => {
			if (path !== "tile/1/000.p/3") return { path, data };
			return { path, data: Uint8Array.from(data, (byte, at) => (at === 70 ? byte ^ 1 : byte)) };
		});
		const root = await treeRoot(growth.size, readFromTiles(growth.size, newTileReader(directory, tiles)));
		await expect(proofread(directory, before, { size: growth.size, root, tiles })).rejects.toThrow("tile/1/000.p/3");
	});

	it("finds a missing tile, an extra one, a wrong root, and a different history", async () => {
		const refused = { code: "log-inconsistent" };
		const { tiles } = growth;
		await expect(proofread(directory, before, { ...growth, tiles: tiles.slice(1) })).rejects.toMatchObject(refused);
		const extra = { path: "tile/2/000.p/1", data: new Uint8Array(32) };
		await expect(proofread(directory, before, { ...growth, tiles: [...tiles, extra] })).rejects.toMatchObject(refused);
		await expect(proofread(directory, before, { ...growth, root: before.root })).rejects.toMatchObject(refused);
		const rewritten = { size: 300, root: growth.root };
		await expect(proofread(directory, rewritten, growth)).rejects.toThrow("not a prefix");
	});
});
