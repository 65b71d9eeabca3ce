import { describe, expect, it } from "vitest";
import { formatLeaf, type Leaf } from "#log/tlog/leaf.ts";
import { hashLeaf } from "#log/tlog/merkle.ts";
import { formatEntries, formatTile, parseTile, subtreeRoot } from "#log/tlog/tiles.ts";
import { publishedTiles } from "./log-files-integration.ts";

const leaves = Array.from(
	{ length: 600 },
	(_, index): Leaf => ({
		kind: "audit",
		receipt: index.toString(16).padStart(64, "0"),
		auditedAt: "2026-11-21T02:00:00.000Z",
	}),
);
const size = leaves.length;
const hashes = Promise.all(leaves.map((leaf) => hashLeaf(formatLeaf(leaf))));
const PATHS = [
	"tile/entries/000",
	"tile/entries/001",
	"tile/entries/002.p/88",
	"tile/0/000",
	"tile/0/001",
	"tile/0/002.p/88",
	"tile/1/000.p/2",
];

/** Expected bytes of a tile, computed independently. */
async function bytesOf(path: string): Promise<Uint8Array> {
	const all = await hashes;
	const halves = [all.slice(0, 256), all.slice(256, 512), all.slice(512)];
	const at = PATHS.indexOf(path);
	if (at < 3) return formatEntries(leaves.slice(at * 256, (at + 1) * 256).map(formatLeaf));
	if (at < 6) return formatTile(halves[at - 3] ?? []);
	return formatTile(await Promise.all(halves.slice(0, 2).map(subtreeRoot)));
}

describe("the tiles of a published tree", () => {
	it.each(PATHS)("%s passes as it is, and not with one damaged byte, or cut off", async (path) => {
		const tiles = publishedTiles({ leaves, size });
		const bytes = await bytesOf(path);
		tiles.check(path, bytes);
		const damaged = bytes.with(bytes.length - 3, (bytes.at(-3) ?? 0) ^ 1);
		for (const wrong of [damaged, bytes.subarray(0, -1)])
			expect(() => tiles.check(path, wrong)).toThrow(
				expect.objectContaining({
					code: "log-inconsistent",
					message: expect.stringContaining(`${path} is not what the entries give.`),
				}),
			);
	});

	it("are checked for earlier checkpoints too; leaves beyond the checkpoint and other files are not of the tree", async () => {
		const tiles = publishedTiles({ leaves, size });
		const earlier = parseTile(await bytesOf("tile/0/002.p/88"), 88).slice(0, 5);
		tiles.check("tile/0/002.p/5", formatTile(earlier));
		expect(() => tiles.check("tile/0/002.p/5", formatTile(earlier.toReversed()))).toThrow("tile/0/002.p/5");
		for (const path of ["tile/0/002.p/89", "tile/1/000.p/3", "checkpoint"]) tiles.check(path, new Uint8Array(3));
	});

	it("are all there", () => {
		const tiles = publishedTiles({ leaves, size });
		tiles.checkAll([...PATHS, "checkpoint"]);
		for (const path of PATHS)
			expect(() => tiles.checkAll(PATHS.filter((each) => each !== path))).toThrow(`${path} is missing.`);
	});
});
