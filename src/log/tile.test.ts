import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileTexts } from "./strict.testkit.ts";
import {
	formatEntries,
	formatTile,
	leavesUnder,
	newTiles,
	parseEntries,
	parseTile,
	parseTilePath,
	type Tile,
	tilePath,
} from "./tile.ts";
import { growTree } from "./tree.testkit.ts";

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

	it("leads back to the tile", () => {
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

	it("is read only as it is written", () => {
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

describe("the new tiles of a tree that has grown", () => {
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
			{ numRuns: 60 },
		);
	});

	it("come when the last leaf under them does", () => {
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

	it("are as many where leaves can no longer be counted with 32 bits", () => {
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
	it("are its hashes one after the other", async () => {
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

	it("are entries behind their lengths", () => {
		expect(formatEntries([Uint8Array.of(7, 8), new Uint8Array()])).toEqual(Uint8Array.of(0, 2, 7, 8, 0, 0));
		expect(() => formatEntries([new Uint8Array(65_536)])).toThrow(RangeError);
		const longest = [new Uint8Array(65_535).fill(9), Uint8Array.of(1)];
		expect(parseEntries(formatEntries(longest), 2)).toEqual(longest);
	});

	it("give the entries back, and only in that number", () => {
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
