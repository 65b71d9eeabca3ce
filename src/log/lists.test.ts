import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blindDomain, formatIndex, parseIndexHead, parseShard } from "./lists.ts";

const key = (number: number) => blindDomain("audit.example.com/log", `site-${number}.example.com`);
const indexOf = (count: number) => new Map(Array.from({ length: count }, (_, at) => [key(at), at] as const));

function readAll({ head, shards }: ReturnType<typeof formatIndex>, size: number): Map<string, number> {
	const files = new Map(shards.map(({ path, data }) => [path, data]));
	const read = [...parseIndexHead(Buffer.from(head.data).toString(), size)].flatMap(([prefix, digest]) => [
		...parseShard(Buffer.from(files.get(`index/${digest}`) ?? []).toString(), prefix),
	]);
	return new Map(read);
}

describe("an index of domains", () => {
	it("blinds a domain as a shell command can", () => {
		const shell = "printf 'audit.example.com/log\\nexample.com\\n' | openssl dgst -sha256 -r";
		const said = execFileSync("sh", ["-c", shell], { encoding: "utf8" }).slice(0, 64);
		expect(blindDomain("audit.example.com/log", "example.com")).toBe(said);
	});

	it("round-trips", () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 700 }), (count) => {
				expect(readAll(formatIndex(9999, indexOf(count)), 9999)).toEqual(
					new Map([...indexOf(count)].sort(([a], [b]) => (a < b ? -1 : 1))),
				);
			}),
			{ numRuns: 20, seed: 19 },
		);
	});

	it.each([
		[0, 1],
		[256, 1],
		[257, 16],
		[4096, 16],
		[4097, 256],
	])("of %i domains has %i shards, each named by its digest", (count, shards) => {
		const { head, shards: files } = formatIndex(count, indexOf(count));
		expect(parseIndexHead(Buffer.from(head.data).toString(), count).size).toBe(shards);
		for (const { path, data } of files) expect(path).toBe(`index/${hash("sha256", data)}`);
	});

	it("keeps the other shards if one domain changes", () => {
		const before = new Set(formatIndex(1000, indexOf(1000)).shards.map(({ path }) => path));
		const after = formatIndex(1001, indexOf(1000).set(key(7), 1000)).shards.filter(({ path }) => !before.has(path));
		expect(after).toHaveLength(1);
	});
});

const empty = hash("sha256", "");
describe("an invalid index", () => {
	it.each([
		["of another size", `size 6\nall ${empty}\n`, /does not cover 5/],
		["without an end", `size 5\nall ${empty}`, /no end/],
		["with a strange line", `size 5\nall x\n`, /line 2 is not a shard/],
		["with a shard missing", `size 5\n0 ${empty}\n1 ${empty}\n`, /one shard for each/],
		["with no shard", "size 5\n", /one shard for each/],
	])("is refused %s", (_, text, says) => {
		expect(() => parseIndexHead(text, 5)).toThrow(says);
	});

	it.each([
		["out of order", `${"b".repeat(64)} 1\n${"a".repeat(64)} 2\n`, "", /not in order/],
		["with a name twice", `${"b".repeat(64)} 1\n${"b".repeat(64)} 2\n`, "", /not in order/],
		["in another shard", `${"b".repeat(64)} 1\n`, "a", /another shard/],
		["without a leaf", `${"b".repeat(64)} 01\n`, "b", /not a name and a leaf/],
		["without an end", `${"b".repeat(64)} 1`, "b", /no end/],
	])("is refused %s", (_, text, prefix, says) => {
		expect(() => parseShard(text, prefix)).toThrow(says);
	});
});
