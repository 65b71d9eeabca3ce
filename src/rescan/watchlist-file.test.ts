import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { MAX_PAGES } from "#core/preset.ts";
import { readWatchlist } from "./rescan.ts";

let directory = "";
beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "sightline-watchlist-"));
});

async function read(text: string) {
	const path = join(directory, "watchlist.json");
	await writeFile(path, text);
	return readWatchlist(path);
}

const MIXED = `{
  "entries": [
    { "domain": "https://www.Example.com/path" },
    { "domain": "example.org", "mode": "shallow" },
    { "domain": "127.0.0.1" },
    { "domain": "example.net",
      "preset": "docs",
      "wal": false },
    { "domain": "www.example.com" },
    { "domain": "agency.example.com", "agency": "nobody" },
    { "domain": "built.example.com", "folder": "missing" },
    "example.com",
    { "domain": "www.example.com", "mode": "deep", "wall": false }
  ]
}`;

describe("readWatchlist", () => {
	it("keeps valid entries, and names the line of each invalid one", async () => {
		const { sites, faults, beyond } = await read(MIXED);
		expect(beyond).toEqual({ lines: [3], first: "https://www.Example.com/path" });
		expect(sites).toEqual([
			{ domain: "www.example.com", mode: "light", source: "network", wall: true, line: 3 },
			{ domain: "www.example.com", mode: "deep", source: "network", wall: false, line: 13 },
		]);
		const messages = faults.map(({ line, says }) => `${line}: ${says}`);
		expect(messages[0]).toMatch(/^4: mode: .*"light"\|"deep"/);
		expect(messages[1]).toMatch(/^5: "127.0.0.1" cannot be audited/);
		expect(messages[2]).toMatch(/^6: .*"wal"/);
		expect(messages[3]).toMatch(/^9: www.example.com is listed twice; the first is on line 3/);
		expect(messages[4]).toMatch(/^10: There is no agency "nobody"/);
		expect(messages[5]).toMatch(/^11: The folder missing does not exist/);
		expect(messages[6]).toMatch(/^12: entry: /);
	});

	it("reads the number of pages of a deep audit, and refuses it for a light one", async () => {
		const deep = (pages: string) => `{"domain":"${pages.length}.example.com","mode":"deep","pages":${pages}}`;
		const { sites, faults } = await read(
			`{"entries":[${deep("2000")},${deep('"all"')},${deep("1")},{"domain":"light.example.com","pages":30}]}`,
		);
		expect(sites.map(({ pages }) => pages)).toEqual([2_000, MAX_PAGES]);
		expect(faults.map(({ says }) => says)).toEqual([
			expect.stringContaining("pages: "),
			"pages: needs mode deep; a light audit reads one page.",
		]);
	});

	it("resolves folders relative to the watchlist", async () => {
		await mkdir(join(directory, "dist"));
		const { sites } = await read('{"entries":[{"domain":"built.example.com","folder":"dist"}]}');
		expect(sites[0]).toMatchObject({ source: "folder", folder: join(directory, "dist") });
	});

	it.each([
		["not JSON", '{"entries": [', /Line 1/],
		["a fault further down", '{\n"entries": [\n{"domain" "a"}\n]}', /Line 3/],
		["empty", "", /It is empty|Line 1/],
		["another shape", '{"sites": []}', /cannot be used/],
		["a list", "[]", /cannot be used/],
	])("refuses a file that is %s, saying where", async (_name, text, says) => {
		await expect(read(text)).rejects.toMatchObject({ code: "input-invalid", message: expect.stringMatching(says) });
	});

	it("refuses a missing file", async () => {
		await expect(readWatchlist(join(directory, "none.json"))).rejects.toMatchObject({ code: "input-invalid" });
	});

	it("accepts an empty list", async () => {
		expect(await read('{"entries":[]}')).toEqual({ sites: [], faults: [] });
	});
});
