import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { consistencyProof, type Hash, hashNode, inclusionProof, treeRoot } from "./merkle.ts";
import { hostileTexts } from "./strict.testkit.ts";
import {
	createMemoryTree,
	formatEntries,
	formatTile,
	hashPairs,
	leavesUnder,
	newTiles,
	parseEntries,
	parseTile,
	parseTilePath,
	type ReadTile,
	readFromTiles,
	subtreeRoot,
	type Tile,
	tilePath,
} from "./tiles.ts";
import { growTree, leafOf } from "./tree.testkit.ts";

const tile: fc.Arbitrary<Tile> = fc.record({
	level: fc.oneof(fc.constant("entries" as const), fc.integer({ min: 0, max: 63 })),
	index: fc.oneof(fc.nat(2_000), fc.maxSafeNat()),
	width: fc.integer({ min: 1, max: 256 }),
});

describe("the path of a tile", () => {
	it.each([
		["tile/0/x001/x234/067", { level: 0, index: 1_234_067, width: 256 }],
		["tile/0/000.p/1", { level: 0, index: 0, width: 1 }],
		["tile/entries/999.p/255", { level: "entries", index: 999, width: 255 }],
		["tile/63/x001/000", { level: 63, index: 1_000, width: 256 }],
	] as const)("%s", (path, expected) => {
		expect(tilePath(expected)).toBe(path);
		expect(parseTilePath(path)).toEqual(expected);
	});

	it("round-trips", () => {
		fc.assert(
			fc.property(tile, (each) => {
				expect(parseTilePath(tilePath(each))).toEqual(each);
			}),
		);
	});

	it.each([
		"tile/0/0",
		"tile/0/00",
		"tile/0/0000",
		"tile/0/x000/001",
		"tile/0/x001/x002",
		"tile/0/001/002",
		"tile/00/000",
		"tile/64/000",
		"tile/-1/000",
		"tile/0/000.p/0",
		"tile/0/000.p/256",
		"tile/0/000.p/01",
		"tile/0/000.p/",
		"tile/0/000/",
		"/tile/0/000",
		"tile/0/000\n",
		"tile/8/0/000",
		"tile/data/000",
		"tile/0/x009/x007/x199/x254/x740/992",
		`tile/0/${"x999/".repeat(200)}999`,
	])("is never %s", (path) => expect(parseTilePath(path)).toBeUndefined());

	it("is accepted only in canonical form", () => {
		fc.assert(
			fc.property(hostileTexts("tile/entries/x001/x234/067.p/8", "tile/10/000", "tile/0/x123/456.p/255"), (path) => {
				const read = parseTilePath(path);
				if (read) expect(tilePath(read)).toBe(path);
			}),
		);
	});
});

/** Paths of all tiles of a tree: floor(size / 256^l) hashes at level l, as C2SP tlog-tiles has it. */
function pathsOf(size: number): Set<string> {
	const paths: string[] = [];
	for (const level of ["entries", 0, 1, 2, 3] as const) {
		const hashes = Math.floor(size / 256 ** (level === "entries" ? 0 : level));
		for (let index = 0; index < Math.floor(hashes / 256); index++) paths.push(tilePath({ level, index, width: 256 }));
		const width = hashes % 256;
		if (width > 0) paths.push(tilePath({ level, index: Math.floor(hashes / 256), width }));
	}
	return new Set(paths);
}

describe("the new tiles of a grown tree", () => {
	it("are those of the example of 70,000 leaves in C2SP tlog-tiles", () => {
		const paths = [...newTiles(0, 70_000)].map(tilePath);
		const at = (level: string) => paths.filter((path) => path.startsWith(`tile/${level}/`));
		expect(at("0").filter((path) => !path.includes(".p/")).length).toBe(273);
		expect(at("0").at(-1)).toBe("tile/0/273.p/112");
		expect(at("1")).toEqual(["tile/1/000", "tile/1/001.p/17"]);
		expect(at("2")).toEqual(["tile/2/000.p/1"]);
		expect(at("entries").length).toBe(274);
		expect(paths.length).toBe(274 + 274 + 2 + 1);
		expect([...newTiles(0, 256)].map(tilePath)).toEqual(["tile/entries/000", "tile/0/000", "tile/1/000.p/1"]);
	});

	it("are exactly the difference, each once", () => {
		const count = fc.oneof(
			fc.nat(1_000),
			fc.nat(140_000),
			fc.constantFrom(0, 1, 255, 256, 257, 65_535, 65_536, 65_537),
		);
		fc.assert(
			fc.property(count, count, (a, b) => {
				const [before, size] = [Math.min(a, b), Math.max(a, b)];
				const paths = [...newTiles(before, size)].map(tilePath);
				const known = pathsOf(before);
				expect(paths.toSorted()).toEqual([...pathsOf(size)].filter((path) => !known.has(path)).toSorted());
			}),
		);
	});

	it("appear with their last leaf", () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 200_000 }), (size) => {
				for (const each of newTiles(size - 1, size)) {
					expect(leavesUnder(each)).toBeLessThanOrEqual(size);
					expect(leavesUnder(each)).toBeGreaterThan(size - 1);
				}
			}),
		);
		expect(leavesUnder({ level: 1, index: 1, width: 17 })).toBe((256 + 17) * 256);
		expect(leavesUnder({ level: "entries", index: 1, width: 17 })).toBe(256 + 17);
	});

	it("are right above 2^32 leaves", () => {
		const size = Number.MAX_SAFE_INTEGER;
		expect([...newTiles(size - 1, size)].map(tilePath)).toEqual([
			"tile/entries/x035/x184/x372/x088/831.p/255",
			"tile/0/x035/x184/x372/x088/831.p/255",
		]);
	});

	it.each([
		[2, 1],
		[-1, 1],
		[Number.NaN, 1],
		[0, Number.NaN],
	])("are refused from %d to %d leaves", (before, size) => {
		expect(() => [...newTiles(before, size)]).toThrow(RangeError);
	});
});

describe("the bytes of a tile", () => {
	it("are its concatenated hashes", async () => {
		const { leaves } = await growTree(256);
		const bytes = formatTile(leaves);
		expect(bytes.length).toBe(8_192);
		expect(bytes.subarray(32, 64)).toEqual(leaves[1]);
		expect(parseTile(bytes, 256)).toEqual(leaves);
		for (const wrong of [bytes.subarray(1), bytes.subarray(32), new Uint8Array(8_193)])
			expect(() => parseTile(wrong, 256)).toThrow(expect.objectContaining({ code: "log-malformed" }));
	});
});

describe("the bytes of an entry bundle", () => {
	const entries = fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 20 });

	it("are length-prefixed entries", () => {
		expect(formatEntries([Uint8Array.of(7, 8), new Uint8Array()])).toEqual(Uint8Array.of(0, 2, 7, 8, 0, 0));
		expect(() => formatEntries([new Uint8Array(65_536)])).toThrow(RangeError);
		const longest = [new Uint8Array(65_535).fill(9), Uint8Array.of(1)];
		expect(parseEntries(formatEntries(longest), 2)).toEqual(longest);
	});

	it("parse back to the same number of entries", () => {
		fc.assert(
			fc.property(entries, fc.nat(21), (list, other) => {
				const bytes = formatEntries(list);
				expect(parseEntries(bytes, list.length)).toEqual(list.map((entry) => Uint8Array.from(entry)));
				const refused = expect.objectContaining({ code: "log-malformed" });
				if (other !== list.length) expect(() => parseEntries(bytes, other)).toThrow(refused);
				if (bytes.length > 0) expect(() => parseEntries(bytes.subarray(0, -1), list.length)).toThrow(refused);
				expect(() => parseEntries(Uint8Array.of(...bytes, 0), list.length)).toThrow(refused);
			}),
		);
	});
});

/** Large enough for a tile at level 2. */
const MOST = 65_800;
const whole = await growTree(MOST);

async function bytesOf({ level, index, width }: Tile): Promise<Uint8Array> {
	if (level === "entries") throw new Error("The tree of hashes has no entries.");
	const hashes = Array.from({ length: width }, (_, at) => whole.read(8 * level, index * 256 + at));
	return formatTile(await Promise.all(hashes));
}

/** Serves only the tiles of one tree. */
function publish(size: number): { readonly readTile: ReadTile; readonly asked: string[] } {
	const paths = new Set([...newTiles(0, size)].map(tilePath));
	const asked: string[] = [];
	const readTile: ReadTile = async (tile) => {
		if (!paths.has(tilePath(tile))) throw new Error(`A tree of ${size} leaves has no ${tilePath(tile)}.`);
		asked.push(tilePath(tile));
		return parseTile(await bytesOf(tile), tile.width);
	};
	return { readTile, asked };
}

const size = fc.oneof(
	fc.integer({ min: 1, max: 2_000 }),
	fc.integer({ min: 1, max: MOST }),
	fc.constantFrom(1, 255, 256, 257, 511, 512, 65_535, 65_536, 65_537),
);

describe("a tree read from its tiles", () => {
	it("has the root and proofs of the tree in memory, and reads each tile once", async () => {
		await fc.assert(
			fc.asyncProperty(size, size, async (a, b) => {
				const [older, newer] = [Math.min(a, b), Math.max(a, b)];
				const { readTile, asked } = publish(newer);
				const read = readFromTiles(newer, readTile);
				expect(await treeRoot(newer, read)).toEqual(await treeRoot(newer, whole.read));
				expect(await inclusionProof(older - 1, newer, read)).toEqual(
					await inclusionProof(older - 1, newer, whole.read),
				);
				expect(await consistencyProof(older, newer, read)).toEqual(await consistencyProof(older, newer, whole.read));
				expect(await treeRoot(older, read)).toEqual(await treeRoot(older, whole.read));
				expect(new Set(asked).size).toBe(asked.length);
			}),
		);
	});

	it("accepts wider tiles and rejects narrower ones", async () => {
		const reader =
			(step: number): ReadTile =>
			async ({ level, index, width }) =>
				parseTile(await bytesOf({ level, index, width: width + step }), width + step);
		expect(await treeRoot(300, readFromTiles(300, reader(7)))).toEqual(await treeRoot(300, whole.read));
		await expect(treeRoot(300, readFromTiles(300, reader(-1)))).rejects.toMatchObject({ code: "log-malformed" });
	});

	it("has no tile beyond its edge", async () => {
		const read = readFromTiles(300, publish(300).readTile);
		await expect(read(0, 512)).rejects.toThrow(RangeError);
		await expect(read(16, 0)).rejects.toThrow(RangeError);
	});
});

describe("the root over a power of 2 of hashes", () => {
	it.each([0, 1, 2, 8])("of level %d", async (level) => {
		expect(await subtreeRoot(whole.leaves.slice(0, 2 ** level))).toEqual(await whole.read(level, 0));
	});

	it("does not exist over no hashes", async () => {
		await expect(subtreeRoot([] as Hash[])).rejects.toThrow(RangeError);
	});
});

describe("a tree in memory", () => {
	it("has every complete subtree, each the parent of the two below it", async () => {
		const { size, read, leaves } = await growTree(21);
		expect(size).toBe(21);
		for (let level = 0; 2 ** level <= 21; level++) {
			for (let index = 0; (index + 1) * 2 ** level <= 21; index++) {
				const expected =
					level === 0
						? leaves[index]
						: await hashNode(await read(level - 1, 2 * index), await read(level - 1, 2 * index + 1));
				expect(await read(level, index), `${index} at level ${level}`).toEqual(expected);
			}
		}
	});

	it.each([
		[0, 21],
		[0, -1],
		[1, 10],
		[4, 1],
		[5, 0],
		[0, 0.5],
	])("has none at level %d with index %d, beyond its 21 leaves", async (level, index) => {
		const { read } = await growTree(21);
		expect(() => read(level, index)).toThrow(RangeError);
	});

	it("may be empty", async () => {
		expect((await createMemoryTree([])).size).toBe(0);
	});
});

describe("the parents of a level", () => {
	it.each([0, 1, 2, 3, 2_047, 2_048, 2_049, 2_050, 4_099])("of %d hashes are one per pair, in order", async (count) => {
		const level = Array.from({ length: count }, (_, index) => leafOf(index));
		const parents = await hashPairs(level);
		expect(parents.length).toBe(Math.floor(count / 2));
		for (const at of [0, 1, 1_023, 1_024, parents.length - 1].filter((each) => each >= 0 && each < parents.length))
			expect(parents[at]).toEqual(await hashNode(leafOf(2 * at), leafOf(2 * at + 1)));
	});
});
