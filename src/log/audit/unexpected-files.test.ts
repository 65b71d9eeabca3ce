import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { flipped, put, type WrittenLog, writeLog } from "./log.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

let log: WrittenLog;
beforeEach(async () => {
	log = await writeLog({ sizes: [5, 260, 270], auditEvery: 300 });
});

const read = (path: string) => readFile(join(log.reports, path));
const audit = async () => (await recomputeLog(log)).audit;

describe("files of a log directory that no checkpoint needs", () => {
	it("are noted by name, except temporary files of a writer", async () => {
		await put(log.reports, "log/notes.txt", "x");
		await put(log.reports, "log/tile/0/1", "x");
		await put(log.reports, "log/checkpoints/007", "x");
		await put(log.reports, "log/.tmp-1", "x");
		await put(log.reports, "log/.seal-lock", "x");
		expect(await audit()).toMatchObject({
			faults: [],
			notes: ["3 files that no log has: log/checkpoints/007, log/notes.txt, log/tile/0/1."],
		});
	});

	it("are noted if a seal was killed after writing them", async () => {
		await put(log.reports, "log/tile/entries/001.p/20", "anything");
		await put(log.reports, "log/tile/1/000", "anything");
		const { faults, notes } = await audit();
		expect(faults).toEqual([]);
		expect(notes).toEqual([expect.stringMatching(/^2 files of leaves beyond the checkpoint.*001\.p\/20/)]);
	});

	it("are a fault if they contradict the tree", async () => {
		await put(log.reports, "log/tile/0/001.p/9", flipped(await read("log/tile/0/001.p/14"), 3, 1).subarray(0, 9 * 32));
		expect((await audit()).faults).toEqual([
			expect.objectContaining({ file: "log/tile/0/001.p/9", says: "Its hash 0 is not that of leaf 256." }),
		]);
		await put(log.reports, "log/tile/0/001.p/9", (await read("log/tile/0/001.p/14")).subarray(0, 9 * 32));
		expect(await audit()).toMatchObject({ faults: [], notes: [expect.stringMatching(/^1 tile that no published/)] });
	});
});

describe("missing archived checkpoints", () => {
	it("are inferred from a bundle published for them", async () => {
		await rm(join(log.reports, "log/checkpoints/260"));
		expect((await audit()).faults).toEqual([
			expect.objectContaining({
				file: "log/checkpoints/260",
				says: "The file is missing: log/tile/entries/001.p/4 was published for it.",
			}),
		]);
	});

	it("are inferred from this machine's memory", async () => {
		await put(join(log.state, ".."), "log/last-checkpoint", await read("log/checkpoints/5"));
		await rm(join(log.reports, "log/checkpoints/5"));
		expect((await audit()).faults.map(({ file }) => file)).toEqual(["log/checkpoints/5"]);
	});

	it("are a note for the newest size, because a seal may have been killed", async () => {
		await rm(join(log.reports, "log/checkpoints/270"));
		expect(await audit()).toMatchObject({
			faults: [],
			notes: [expect.stringContaining("log/checkpoints/270 is missing")],
		});
	});
});
