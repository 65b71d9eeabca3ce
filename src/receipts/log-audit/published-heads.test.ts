import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { formatCheckpoint } from "#log/checkpoint.ts";
import { signNote } from "#log/note.ts";
import { flipped, ORIGIN, put, type WrittenLog, whileChanged, writeLog, wrongFiles } from "./log.testkit.ts";
import { recountLog } from "./recount-log.ts";

let log: WrittenLog;
beforeEach(async () => {
	log = await writeLog({ sizes: [4, 9], auditEvery: 9 });
});

const read = (path: string) => readFile(join(log.reports, path));
const faults = async (change: Partial<WrittenLog> = {}) => (await recountLog({ ...log, ...change })).audit.faults;
const otherTree = (size: number, keys = log.keys) =>
	signNote(formatCheckpoint({ origin: ORIGIN, size, root: new Uint8Array(32).fill(5) }), keys);

describe("another history", () => {
	it("of one size is told, though it is signed", async () => {
		await put(log.reports, "log/checkpoints/4", await otherTree(4));
		expect(await faults()).toEqual([
			expect.objectContaining({ file: "log/checkpoints/4", says: expect.stringContaining("two histories") }),
		]);
		await put(log.reports, "log/checkpoints/4", await otherTree(5));
		expect(await faults()).toEqual([
			expect.objectContaining({ file: "log/checkpoints/4", says: "It is the checkpoint of 5 leaves." }),
		]);
	});

	it("of the newest size is told", async () => {
		await put(log.reports, "log/checkpoints/9", await otherTree(9));
		expect(await wrongFiles(log)).toEqual(["log/checkpoints/9"]);
	});

	it("is told where this machine, or the reader, has seen another one", async () => {
		await mkdir(log.state, { recursive: true });
		await writeFile(join(log.state, "last-checkpoint"), await otherTree(4));
		expect(await faults()).toEqual([
			expect.objectContaining({ file: "log/checkpoint", says: expect.stringContaining("the log was rewritten") }),
		]);
		await rm(join(log.state, "last-checkpoint"));
		const since = { file: "../before", bytes: Buffer.from(await otherTree(3)) };
		expect((await recountLog({ ...log, since })).audit.faults.map(({ says }) => says)).toEqual([
			expect.stringContaining("Its first 3 leaves are not those of ../before"),
			expect.stringContaining("../before was published for it"),
		]);
	});

	it("that went back is told by what was signed for more leaves", async () => {
		await mkdir(log.state, { recursive: true });
		await writeFile(join(log.state, "last-checkpoint"), await otherTree(12));
		expect(await faults()).toEqual([
			expect.objectContaining({ file: "log/checkpoint", says: expect.stringContaining("the log went back") }),
		]);
		await rm(join(log.state, "last-checkpoint"));
		await put(log.reports, "log/checkpoint", await read("log/checkpoints/4"));
		expect(await faults()).toEqual([
			expect.objectContaining({
				file: "log/checkpoint",
				says: expect.stringContaining("log/checkpoints/9 was published later"),
			}),
		]);
	});

	it("that fits all its own files is told by the signatures, and narrowed down by the earlier checkpoints", async () => {
		const other = await writeLog({ sizes: [4, 9], auditEvery: 1 });
		for (const path of ["log/tile/0/000.p/9", "log/tile/entries/000.p/9"])
			await put(log.reports, path, await readFile(join(other.reports, path)));
		const found = await faults();
		expect(found[0]).toMatchObject({ file: expect.stringMatching(/tile\/(0|entries)\/000\.p\/4$/) });
		expect(found.map(({ file }) => file)).toContain("log/tile/entries/000.p/9");
		expect(found.find(({ says }) => says.includes("One of the leaves 0 to 3"))).toBeDefined();
	});
});

describe("damaged files of checkpoints", () => {
	it("leave the tree to be measured by the newest that is kept", async () => {
		const found = await whileChanged(
			log,
			"log/checkpoint",
			() => Buffer.from("nonsense"),
			() => recountLog(log),
		);
		expect(found.audit).toMatchObject({ size: 9, faults: [{ file: "log/checkpoint" }] });
	});

	it("that are all there is end the recount, which says so", async () => {
		for (const path of ["log/checkpoint", "log/checkpoints/4", "log/checkpoints/9"])
			await put(log.reports, path, flipped(await read(path), 1, 1));
		const { audit } = await recountLog(log);
		expect(audit.faults.map(({ file }) => file)).toEqual(["log/checkpoint", "log/checkpoints/4", "log/checkpoints/9"]);
		expect(audit.notes).toEqual(["Nothing else could be checked."]);
	});

	it("do not keep a reader busy with leaves that no file holds", async () => {
		await put(log.reports, "log/checkpoint", await otherTree(2 ** 53 - 1));
		expect(await wrongFiles(log)).toEqual(["log/tile/entries"]);
	});

	it("include what this machine remembers", async () => {
		await mkdir(log.state, { recursive: true });
		await writeFile(join(log.state, "last-checkpoint"), "nonsense");
		expect(await wrongFiles(log)).toEqual(["../data/log/last-checkpoint"]);
	});
});

describe("no log", () => {
	it("is bad input, with what to do", async () => {
		await rm(join(log.reports, "log"), { recursive: true });
		await expect(recountLog(log)).rejects.toMatchObject({
			code: "input-invalid",
			message: expect.stringContaining("npm run seal"),
		});
	});

	it("where there was one is a fault", async () => {
		await mkdir(log.state, { recursive: true });
		await writeFile(join(log.state, "last-checkpoint"), await read("log/checkpoint"));
		await rm(join(log.reports, "log"), { recursive: true });
		expect(await wrongFiles(log)).toEqual(["log/vkeys", "log/checkpoint", "log/tile/entries"]);
	});
});
