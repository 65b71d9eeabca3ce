import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { lockFile } from "#store/locks.ts";
import { filesUnder } from "./findings.ts";
import { flipped, put, type WrittenLog, writeLog, wrongFiles } from "./log.testkit.ts";
import { repairLog } from "./verify-log.ts";

let written: WrittenLog;
let log: WrittenLog;
let tiles: string[] = [];
beforeAll(async () => {
	written = await writeLog({ sizes: [100, 513, 700, 730], auditEvery: 100 });
	tiles = (await filesUnder(join(written.reports, "log", "tile"))).filter((path) => /^\d/.test(path)).sort();
});
beforeEach(async () => {
	log = await copy();
});

async function copy(): Promise<WrittenLog> {
	const reports = join(await mkdtemp(join(tmpdir(), "sightline-repair-")), "reports");
	await cp(written.reports, reports, { recursive: true });
	return { ...written, reports };
}

/** Every file of the log with its bytes, without the lock. */
async function contents({ reports }: WrittenLog): Promise<Record<string, string>> {
	const paths = (await filesUnder(join(reports, "log"))).filter((path) => !path.startsWith(".")).sort();
	const texts = await Promise.all(paths.map((path) => readFile(join(reports, "log", path), "latin1")));
	return Object.fromEntries(paths.map((path, at) => [path, texts[at] ?? ""]));
}

const change = async (path: string, how: (bytes: Buffer) => Uint8Array) =>
	writeFile(join(log.reports, "log", path), how(await readFile(join(log.reports, "log", path))));

describe("repairLog", () => {
	it("restores the bytes of all missing and damaged tiles", {
		timeout: FULL ? 900_000 : 120_000,
	}, async () => {
		const original = await contents(written);
		const some = fc.subarray(tiles, { minLength: 1 });
		const isMended = async (gone: string[], damaged: string[]) => {
			log = await copy();
			for (const tile of damaged) await change(`tile/${tile}`, (bytes) => flipped(bytes, bytes.length - 1, 7));
			for (const tile of gone) await rm(join(log.reports, "log", "tile", tile));
			const audit = await repairLog(log);
			expect(audit.faults).toEqual([]);
			expect(audit.repaired).toEqual([...new Set([...gone, ...damaged])].map((tile) => `log/tile/${tile}`).sort());
			expect(await contents(log)).toEqual(original);
		};
		await fc.assert(fc.asyncProperty(some, some, isMended), { numRuns: FULL ? 300 : 4 });
	});

	it("writes nothing if nothing is wrong", async () => {
		const audit = await repairLog(log);
		expect(audit).toMatchObject({ faults: [], repaired: [], size: 730 });
		expect(await contents(log)).toEqual(await contents(written));
	});

	it("reports a damaged bundle and still repairs the proven tiles", async () => {
		await change("tile/entries/001", (bytes) => flipped(bytes, 50, 1));
		await rm(join(log.reports, "log", "tile", "0", "000"));
		await rm(join(log.reports, "log", "tile", "1", "000.p", "2"));
		const audit = await repairLog(log);
		expect(audit.repaired).toEqual(["log/tile/0/000", "log/tile/1/000.p/2"]);
		expect(audit.faults).toEqual([
			{
				file: "log/tile/entries/001",
				says: expect.stringContaining("is not the one that was logged as leaf 256"),
				todo: "Restore it from git: an entry cannot be computed again.",
			},
		]);
	});

	it("writes nothing that is not proven", async () => {
		await change("tile/entries/001", (bytes) => flipped(bytes, 50, 1));
		await change("tile/0/001", (bytes) => flipped(bytes, 50, 1));
		await rm(join(log.reports, "log", "tile", "1", "000.p", "2"));
		const before = await contents(log);
		const audit = await repairLog(log);
		expect(audit.repaired).toEqual([]);
		expect(await contents(log)).toEqual(before);
		expect(audit.faults.map(({ file }) => file)).toEqual(
			expect.arrayContaining(["log/tile/0/001", "log/tile/1/000.p/2", "log/checkpoint"]),
		);
	});

	it("writes nothing if a damaged vkeys leaves the checkpoint unverified", async () => {
		await put(log.reports, "log/vkeys", "damaged");
		await rm(join(log.reports, "log", "tile", "0", "000"));
		await rm(join(log.reports, "log", "checkpoints", "730"));
		const audit = await repairLog(log);
		expect(audit.repaired).toEqual([]);
		expect(audit.faults.map(({ file }) => file)).toEqual(["log/vkeys", "log/tile/0/000"]);
	});

	it("adds the archived checkpoint that an interrupted seal did not write", async () => {
		await rm(join(log.reports, "log", "checkpoints", "730"));
		expect(await repairLog(log)).toMatchObject({ repaired: ["log/checkpoints/730"], faults: [], notes: [] });
		expect(await contents(log)).toEqual(await contents(written));
	});

	it("removes leftovers of an interrupted seal, and tiles of no published checkpoint", async () => {
		const bundle = await readFile(join(log.reports, "log/tile/entries/002.p/218"));
		await put(log.reports, "log/tile/entries/002.p/230", Buffer.concat([bundle, bundle]));
		await put(log.reports, "log/tile/0/002.p/230", "anything");
		const hashes = await readFile(join(log.reports, "log/tile/0/002.p/218"));
		await put(log.reports, "log/tile/0/002.p/4", hashes.subarray(0, 4 * 32));
		const audit = await repairLog(log);
		expect(audit.faults).toEqual([]);
		expect(audit.repaired).toEqual(["log/tile/0/002.p/230", "log/tile/0/002.p/4", "log/tile/entries/002.p/230"]);
		expect(await contents(log)).toEqual(await contents(written));
	});

	it("removes nothing if the checkpoint is in doubt", async () => {
		await change("checkpoint", (bytes) => flipped(bytes, 3, 1));
		await put(log.reports, "log/tile/0/002.p/230", "anything");
		const audit = await repairLog(log);
		expect(audit.repaired).toEqual([]);
		expect(audit.faults.map(({ file }) => file)).toEqual(["log/checkpoint"]);
		expect(await readdir(join(log.reports, "log/tile/0/002.p"))).toContain("230");
	});

	it("fails with store-busy during a seal", async () => {
		const release = await lockFile(join(log.reports, "log", ".seal-lock"), 0);
		await expect(repairLog(log, 100)).rejects.toMatchObject({ code: "store-busy" });
		release?.();
		expect(await wrongFiles(log)).toEqual([]);
	});
});
