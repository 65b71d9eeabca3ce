import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { recomputeLog } from "#receipts/log-audit/recompute-log.ts";
import { sealLog } from "#receipts/seal/seal.ts";
import { addReceipt, makeHome } from "#receipts/seal/sealing.testkit.ts";
import { mergeShards, rescanShard } from "./merge-shards.ts";
import { readShard } from "./shard.ts";

let folder = "";
const path = (...names: string[]) => join(folder, ...names);

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "sightline-shards-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** As many entries as asked for, of one site of one page under different domains, two hosts of each. */
async function watchlistOf(domains: number): Promise<string> {
	await mkdir(path("site"), { recursive: true });
	await writeFile(path("site", "index.html"), "<!doctype html><title>A site</title><h1>A site</h1>");
	const hosts = Array.from({ length: domains }, (_, at) => [`site-${at}.com`, `shop.site-${at}.com`]).flat();
	const entries = [...hosts.map((domain) => ({ domain, folder: path("site") })), { domain: "no domain" }];
	const file = path("watchlist.json");
	await writeFile(file, JSON.stringify({ entries }));
	return file;
}

/** A machine with folders of its own. */
function machine(name: string) {
	return readEnvironment({ SIGHTLINE_REPORTS: path(name, "reports"), SIGHTLINE_DATA: path(name, "data") });
}

const runShard = async (text: string, watchlist: string) => {
	const name = text.replace("/", "-of-");
	return rescanShard(readShard(text), path("parts", name), { watchlist }, await machine(name));
};

/** The part of a machine that could look at no site: those that `has` names have a line that says so. */
async function writePart(watchlist: string, has: (domain: string) => boolean, ...more: string[]): Promise<string> {
	const empty = "77/256";
	const { lines } = await runShard(empty, watchlist);
	expect(lines).toEqual([]);
	const part = JSON.parse(await readFile(path("parts", "77-of-256", "part.json"), "utf8"));
	await rm(path("parts"), { recursive: true });
	await mkdir(path("parts", "1", "runs"), { recursive: true });
	await writeFile(path("parts", "1", "part.json"), JSON.stringify({ ...part, shard: 1, of: 1 }));
	const { entries } = JSON.parse(await readFile(watchlist, "utf8"));
	const domains = entries.map(({ domain }: { domain: string }) => domain).filter((domain: string) => /\./.test(domain));
	const line = { run: part.run, source: "folder", mode: "light", status: "unreached", ok: false };
	const texts = [...domains.filter(has), ...more].map((domain) => JSON.stringify({ ...line, domain }));
	await writeFile(path("parts", "1", "runs", `${part.run.slice(0, 10)}.jsonl`), `${texts.join("\n")}\n`);
	return part.run;
}

async function filesOf(place: string): Promise<Record<string, string>> {
	const names = (await readdir(place, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
	const read = names.map(async ({ parentPath, name }) => {
		const file = join(parentPath, name);
		return [file.slice(place.length), await readFile(file, "utf8")] as const;
	});
	return Object.fromEntries(await Promise.all(read));
}

describe("shards of a watchlist", () => {
	it("audit every site once, all hosts of a domain together, and are merged into one run that can be merged again", async () => {
		const watchlist = await watchlistOf(3);
		const shards = await Promise.all(["1/3", "2/3", "3/3"].map((text) => runShard(text, watchlist)));
		const shares = shards.map(({ lines }) => new Set(lines.map(({ domain }) => domain.replace(/^shop\./, ""))));
		expect(shares.flatMap((share) => [...share]).toSorted()).toEqual(
			["no domain", ...Array.from({ length: 3 }, (_, at) => `site-${at}.com`)].toSorted(),
		);
		const settings = await machine("sealing");
		const merged = await mergeShards(path("parts"), watchlist, settings);
		expect([merged.lines.length, merged.missing.length]).toEqual([7, 0]);
		expect(new Set(merged.lines.map(({ run }) => run)).size).toBe(1);
		const before = await filesOf(settings.reports);
		expect(Object.keys(before).filter((file) => file.startsWith("/receipts/")).length).toBe(6);
		await mergeShards(path("parts"), watchlist, settings);
		expect(await filesOf(settings.reports)).toEqual(before);
		// The machine is asked again: the part is there, so nothing is audited.
		const again = await runShard("2/3", watchlist);
		expect(again.lines).toEqual(shards[1]?.lines);
	});

	it("are not merged where more than one site in a hundred is missing, and named where fewer are", async () => {
		const watchlist = await watchlistOf(100);
		await writePart(watchlist, (domain) => !/site-(1|2|3)\.com/.test(domain));
		const settings = await machine("sealing");
		const merge = () => mergeShards(path("parts"), watchlist, settings);
		await expect(merge()).rejects.toThrow(
			/6 of 200 sites have no result: .*shop\.site-3\.com.*runs do not name every site/s,
		);
		await expect(readdir(path("sealing", "reports"))).rejects.toThrow("ENOENT");
		await writePart(watchlist, (domain) => !domain.endsWith("site-2.com"));
		const { missing, lines } = await merge();
		expect(missing).toEqual(["site-2.com", "shop.site-2.com"]);
		expect(lines.filter(({ status }) => status === "missing").map(({ domain }) => domain)).toEqual(missing);
	});

	it("may be run again and merged once their run is bound by the log, with what was missing", async () => {
		const watchlist = await watchlistOf(100);
		const home = await makeHome();
		await addReceipt(home.reports, 1);
		const settings = { ...(await machine("sealing")), reports: home.reports };
		const run = await writePart(watchlist, (domain) => !domain.endsWith("site-2.com"));
		await mergeShards(path("parts"), watchlist, settings);
		expect(await sealLog({}, home)).toMatchObject({ added: { files: 1 }, faulty: false });
		const later = await writePart(watchlist, () => true);
		// Of the parts that are merged the first names the run: that of this share began later.
		for (const [file, text] of Object.entries(await filesOf(path("parts", "1"))))
			await writeFile(
				path("parts", "1", file.replace(later.slice(0, 10), run.slice(0, 10))),
				text.replaceAll(later, run),
			);
		expect((await mergeShards(path("parts"), watchlist, settings)).missing).toEqual([]);
		expect(await sealLog({}, home)).toMatchObject({ added: { files: 1 }, faulty: false });
		expect((await recomputeLog({ ...home, given: [] })).audit.faults).toEqual([]);
	});

	it("are not merged without one of them, and nothing is kept of the receipts of the others", async () => {
		const watchlist = await watchlistOf(4);
		const { lines } = await runShard("1/2", watchlist);
		expect(lines.some(({ status }) => status === "recorded")).toBe(true);
		const settings = await machine("sealing");
		await expect(mergeShards(path("parts"), watchlist, settings)).rejects.toThrow(/, and shard 2 of 2 did not end/);
		await expect(readdir(settings.reports)).rejects.toThrow("ENOENT");
		await runShard("2/2", watchlist);
		// One that is damaged, of the part that is read last.
		const given = Object.keys(await filesOf(path("parts", "2-of-2", "receipts")));
		await writeFile(path("parts", "2-of-2", "receipts", given[0] ?? ""), "{}");
		await expect(mergeShards(path("parts"), watchlist, settings)).rejects.toThrow("receipt");
		await expect(readdir(settings.reports)).rejects.toThrow("ENOENT");
	});

	it("speak of the sites of their share alone, once of each", async () => {
		const watchlist = await watchlistOf(4);
		const parts = await Promise.all(["1/2", "2/2"].map((text) => runShard(text, watchlist)));
		const [own, other] = parts.map(({ lines }) => lines.find(({ status }) => status === "recorded"));
		const { runFile, lines } = parts[0] ?? { runFile: "", lines: [] };
		const run = lines[0]?.run;
		const settings = await machine("sealing");
		const { receipt: _, ...unreached } = { ...other, run, status: "unreached", ok: false };
		const stranger = { ...unreached, domain: "stranger.com", status: "refused" };
		const place = { ...stranger, domain: "line 99" };
		for (const [added, says] of [
			[[unreached], `a result for ${other?.domain}, which its shard was not asked for`],
			[[stranger], "a result for stranger.com, which its shard was not asked for"],
			[[{ ...own, status: "unreached" }], `two results for ${own?.domain}`],
			[[place, { ...place, domain: "line 98" }], "more entries that cannot be used"],
		] as const) {
			const text = [...lines, ...added].map((line) => `${JSON.stringify(line)}\n`).join("");
			await writeFile(runFile, text);
			await expect(mergeShards(path("parts"), watchlist, settings), says).rejects.toThrow(says);
			await expect(readdir(settings.reports)).rejects.toThrow("ENOENT");
		}
	});

	it("are refused where they are of another list, or hold a site that nobody asked for", async () => {
		const watchlist = await watchlistOf(1);
		await writePart(watchlist, () => true, "other.com");
		const merge = async () => mergeShards(path("parts"), watchlist, await machine("sealing"));
		await expect(merge()).rejects.toThrow("other.com, which its shard was not asked for");
		await watchlistOf(2);
		await expect(merge()).rejects.toThrow("another watchlist");
	});

	it("take a number and how many there are", () => {
		expect(readShard("2/4")).toEqual({ number: 2, of: 4 });
		for (const text of ["", "0/4", "5/4", "1", "1/0", "1/257", "-1/4", "1/4 "])
			expect(() => readShard(text), text).toThrow("--shard");
	});
});
