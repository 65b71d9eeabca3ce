import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cachedCard, isWholePng, pruneCards, RASTERISER, rasterise } from "./card-cache.ts";

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><path d="M0 0h2v2h-2z"/></svg>`;
const PNG = Buffer.from(rasterise(SVG));

let place: string;
beforeAll(async () => {
	place = await mkdtemp(join(tmpdir(), "sightline-cards-"));
});
afterAll(() => rm(place, { recursive: true, force: true }));

/** A directory that keeps one card. */
async function keptCard(name: string): Promise<{ readonly directory: string; readonly path: string }> {
	const directory = join(place, name);
	await cachedCard(SVG, directory);
	const [file = ""] = await readdir(directory);
	return { directory, path: join(directory, file) };
}

describe("cachedCard", () => {
	it("draws a card once", async () => {
		const { directory, path } = await keptCard("once");
		expect(path).toMatch(/\/[0-9a-f]{64}\.png$/);
		const other = Buffer.from(rasterise(SVG.replace("h2", "h3")));
		await writeFile(path, other);
		expect(Buffer.from(await cachedCard(SVG, directory))).toEqual(other);
		expect(await readdir(directory)).toHaveLength(1);
	});

	it("keeps different pictures apart", async () => {
		const { directory } = await keptCard("apart");
		await cachedCard(SVG.replace("h2", "h3"), directory);
		expect(await readdir(directory)).toHaveLength(2);
	});

	it.each([
		["cut off", PNG.subarray(0, PNG.length - 5)],
		["empty", Buffer.alloc(0)],
		["of another kind", Buffer.from("<svg/>")],
		["changed in one bit", changed(PNG, 50)],
		["longer than it says", Buffer.concat([PNG, Buffer.from("x")])],
	])("draws a kept card anew that is %s", async (name, bytes) => {
		const { directory, path } = await keptCard(name);
		await writeFile(path, bytes);
		expect(Buffer.from(await cachedCard(SVG, directory))).toEqual(PNG);
		expect(await readFile(path)).toEqual(PNG);
		expect(await readdir(directory)).toHaveLength(1);
	});

	it("draws it anew where something else stands in its place", async () => {
		const { directory, path } = await keptCard("directory");
		await rm(path);
		await mkdir(join(path, "inside"), { recursive: true });
		expect(Buffer.from(await cachedCard(SVG, directory))).toEqual(PNG);
		expect(await readFile(path)).toEqual(PNG);
	});

	it("serves several builds at once", async () => {
		const directory = join(place, "several");
		const cards = await Promise.all(Array.from({ length: 8 }, () => cachedCard(SVG, directory)));
		expect(cards.every((card) => PNG.equals(card))).toBe(true);
		expect(await readdir(directory)).toHaveLength(1);
	});
});

describe("pruneCards", () => {
	it("forgets what no build has asked for in 30 days, and what killed builds left", async () => {
		const { directory, path } = await keptCard("old");
		await writeFile(join(directory, ".tmp-1"), "");
		const now = (await stat(path)).mtimeMs;
		await pruneCards(directory, now + 29 * 86_400_000);
		expect(await readdir(directory)).toHaveLength(2);
		await pruneCards(directory, now + 31 * 86_400_000);
		expect(await readdir(directory)).toEqual([]);
		await pruneCards(join(place, "never made"));
	});

	it("keeps what a build asks for", async () => {
		const { directory, path } = await keptCard("asked for");
		await utimes(path, new Date(0), new Date(0));
		await cachedCard(SVG, directory);
		await pruneCards(directory);
		expect(await readdir(directory)).toHaveLength(1);
	});
});

it("knows a whole PNG", () => {
	expect(isWholePng(PNG)).toBe(true);
	for (let length = 0; length < PNG.length; length++) expect(isWholePng(PNG.subarray(0, length))).toBe(false);
	for (let at = 0; at < PNG.length; at++) expect(isWholePng(changed(PNG, at)), `byte ${at}`).toBe(false);
});

it("names the rasteriser that is installed, so that another one draws anew", () => {
	const { version } = createRequire(import.meta.url)("@resvg/resvg-js/package.json");
	expect(RASTERISER).toBe(`resvg-js ${version}, indexed, filtered`);
});

function changed(bytes: Buffer, at: number): Buffer {
	const copy = Buffer.from(bytes);
	copy[at] = (copy[at] ?? 0) ^ 1;
	return copy;
}
