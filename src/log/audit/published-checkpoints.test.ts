import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { formatCheckpoint, formatVerifierKey, parseNote, parseVerifierKey, signNote } from "#log/tlog/note.ts";
import { createWitness } from "#log/tlog/witness.testkit.ts";
import { flipped, ORIGIN, put, signerKey, type WrittenLog, whileChanged, writeLog, wrongFiles } from "./log.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

let log: WrittenLog;
beforeEach(async () => {
	log = await writeLog({ sizes: [4, 9], auditEvery: 9 });
});

const read = (path: string) => readFile(join(log.reports, path));
const faults = async (change: Partial<WrittenLog> = {}) => (await recomputeLog({ ...log, ...change })).audit.faults;
const otherTree = (size: number, keys = log.keys) =>
	signNote(formatCheckpoint({ origin: ORIGIN, size, root: new Uint8Array(32).fill(5) }), keys);

describe("a checkpoint of a different history", () => {
	it("for an archived size is a fault, even if signed", async () => {
		await put(log.reports, "log/checkpoints/4", await otherTree(4));
		expect(await faults()).toEqual([
			expect.objectContaining({ file: "log/checkpoints/4", says: expect.stringContaining("two histories") }),
		]);
		await put(log.reports, "log/checkpoints/4", await otherTree(5));
		expect(await faults()).toEqual([
			expect.objectContaining({ file: "log/checkpoints/4", says: "It is the checkpoint of 5 leaves." }),
		]);
	});

	it("for the newest size is a fault of the archived file", async () => {
		await put(log.reports, "log/checkpoints/9", await otherTree(9));
		expect(await wrongFiles(log)).toEqual(["log/checkpoints/9"]);
	});

	it("known to this machine or the reader is a fault of the published one", async () => {
		await mkdir(log.state, { recursive: true });
		await writeFile(join(log.state, "last-checkpoint"), await otherTree(4));
		expect(await faults()).toEqual([
			expect.objectContaining({ file: "log/checkpoint", says: expect.stringContaining("the log was rewritten") }),
		]);
		await rm(join(log.state, "last-checkpoint"));
		const since = { file: "../before", bytes: Buffer.from(await otherTree(3)) };
		expect((await recomputeLog({ ...log, since })).audit.faults.map(({ says }) => says)).toEqual([
			expect.stringContaining("Its first 3 leaves are not those of ../before"),
			expect.stringContaining("../before was published for it"),
		]);
	});

	it("with fewer leaves than signed before is a fault: the log went back", async () => {
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

	it("does not match entries and tiles that were replaced together", async () => {
		const other = await writeLog({ sizes: [4, 9], auditEvery: 1 });
		for (const path of ["log/tile/0/000.p/9", "log/tile/entries/000.p/9"])
			await put(log.reports, path, await readFile(join(other.reports, path)));
		const found = await faults();
		expect(found.slice(0, 2).map(({ file }) => file)).toEqual(["log/tile/entries/000.p/4", "log/tile/0/000.p/4"]);
		expect(found.at(-1)).toMatchObject({
			file: "log/checkpoint",
			says: "Its root does not match the entries.",
			todo: expect.stringContaining("restore the folder log/ from git"),
		});
	});
});

describe("damaged checkpoint files", () => {
	it("are replaced by the newest archived checkpoint", async () => {
		const found = await whileChanged(
			log,
			"log/checkpoint",
			() => Buffer.from("nonsense"),
			() => recomputeLog(log),
		);
		expect(found.audit).toMatchObject({ size: 9, faults: [{ file: "log/checkpoint" }] });
	});

	it("end the audit with a note if no checkpoint is left", async () => {
		for (const path of ["log/checkpoint", "log/checkpoints/4", "log/checkpoints/9"])
			await put(log.reports, path, flipped(await read(path), 1, 1));
		const { audit } = await recomputeLog(log);
		expect(audit.faults.map(({ file, more = 0 }) => [file, more])).toEqual([
			["log/checkpoint", 0],
			["log/checkpoints/4", 1],
		]);
		expect(audit.notes).toEqual(["Nothing else could be checked."]);
	});

	it("for 2^53 - 1 leaves end the audit at once: the bundles are missing", async () => {
		await put(log.reports, "log/checkpoint", await otherTree(2 ** 53 - 1));
		expect(await wrongFiles(log)).toEqual(["log/tile/entries"]);
	});

	it("include the last checkpoint remembered on this machine", async () => {
		await mkdir(log.state, { recursive: true });
		await writeFile(join(log.state, "last-checkpoint"), "nonsense");
		expect(await wrongFiles(log)).toEqual(["../data/log/last-checkpoint"]);
	});
});

describe("a missing log", () => {
	it("is invalid input, with what to do", async () => {
		await rm(join(log.reports, "log"), { recursive: true });
		await expect(recomputeLog(log)).rejects.toMatchObject({
			code: "input-invalid",
			message: expect.stringContaining("npm run seal"),
		});
	});

	it("is a fault if this machine remembers one", async () => {
		await mkdir(log.state, { recursive: true });
		await writeFile(join(log.state, "last-checkpoint"), await read("log/checkpoint"));
		await rm(join(log.reports, "log"), { recursive: true });
		expect(await wrongFiles(log)).toEqual(["log/vkeys", "log/checkpoint", "log/tile/entries"]);
	});
});

/** A witness's key, and the checkpoint with its line. */
async function cosign() {
	const witness = createWitness("witness.example");
	const note = (await read("log/checkpoint")).toString();
	return { key: await parseVerifierKey(witness.verifierKey), text: witness.cosignNote(note, 1_800_000_000) };
}

describe("keys given by the reader", () => {
	it("must have signed the checkpoint", async () => {
		const [key] = log.keys;
		if (!key) throw new Error("The log has a key.");
		expect(await faults({ given: [key] })).toEqual([]);
		expect(await faults({ given: [await signerKey(77)] })).toEqual([
			expect.objectContaining({ file: "log/vkeys", says: expect.stringContaining("does not list the given key") }),
			expect.objectContaining({ file: "log/checkpoint", says: "No key that was given has signed it." }),
		]);
	});

	it("reveal that vkeys and all checkpoints were replaced together", async () => {
		const [real] = log.keys;
		const forger = await signerKey(66);
		for (const path of ["log/checkpoint", "log/checkpoints/4", "log/checkpoints/9"]) {
			const { text } = parseNote((await read(path)).toString());
			await put(log.reports, path, await signNote(text, [forger]));
		}
		await put(log.reports, "log/vkeys", `${formatVerifierKey(forger)}\n`);
		expect(await faults()).toEqual([]);
		expect((await faults({ given: real ? [real] : [] })).map(({ file }) => file)).toEqual([
			"log/vkeys",
			"log/checkpoint",
		]);
	});
});

describe("the log's name", () => {
	it("must be the configured one", async () => {
		const found = await faults({ origin: "other.example/log" });
		expect(found.map(({ file }) => file)).toContain("log/checkpoint");
		expect(found.find(({ file }) => file === "log/checkpoint")?.todo).toContain(`LOG_ORIGIN=${ORIGIN}`);
	});
});

describe("witnesses", () => {
	it("are named with their time if their key is known, and noted as unchecked if not", async () => {
		const { key, text } = await cosign();
		await put(log.reports, "log/checkpoint", text);
		const unknown = (await recomputeLog(log)).audit;
		expect(unknown).toMatchObject({ faults: [], witnesses: [] });
		expect(unknown.notes).toEqual([expect.stringContaining("Signatures of witness.example+")]);
		const known = (await recomputeLog({ ...log, given: [key] })).audit;
		expect(known).toMatchObject({ faults: [], notes: [] });
		expect(known.witnesses).toEqual([{ name: "witness.example", at: "2027-01-15T08:00:00.000Z" }]);
	});

	it("have their signatures verified", async () => {
		const { key, text } = await cosign();
		const at = text.indexOf("witness.example ") + "witness.example ".length + 30;
		await put(log.reports, "log/checkpoint", text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1));
		expect((await faults({ given: [key] })).map(({ file }) => file)).toEqual(["log/checkpoint"]);
	});

	it("with unknown keys are compared with the archived checkpoint, and either file may be wrong", async () => {
		const { text } = await cosign();
		await put(log.reports, "log/checkpoints/9", text);
		const at = text.indexOf("witness.example ") + 60;
		await put(log.reports, "log/checkpoint", text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1));
		expect((await faults()).map(({ file }) => file)).toEqual(["log/checkpoint", "log/checkpoints/9"]);
		await put(log.reports, "log/checkpoint", text);
		expect(await faults()).toEqual([]);
	});
});

describe("a retired key", () => {
	it("may sign earlier checkpoints, and the current one together with a key in use", async () => {
		const given = formatVerifierKey(await signerKey(1));
		await put(log.reports, "log/vkeys", `${formatVerifierKey(await signerKey(2))}\n`);
		await put(log.reports, "log/retired-vkeys", `${given}\n`);
		const note = parseNote((await read("log/checkpoint")).toString());
		await put(log.reports, "log/checkpoint", await signNote(note.text, [await signerKey(1), await signerKey(2)]));
		expect((await recomputeLog(log)).audit).toMatchObject({ faults: [], notes: [] });
		expect((await recomputeLog({ ...log, given: [await signerKey(1)] })).audit.faults).toEqual([]);
	});

	it("does not vouch alone for the current checkpoint, and a damaged retired-vkeys is a fault", async () => {
		await put(log.reports, "log/retired-vkeys", `${formatVerifierKey(await signerKey(1))}\n`);
		expect(await faults()).toEqual([
			expect.objectContaining({ file: "log/checkpoint", says: expect.stringContaining("given up") }),
		]);
		await put(log.reports, "log/retired-vkeys", "nonsense\n");
		expect(await wrongFiles(log)).toEqual(["log/retired-vkeys"]);
	});
});

describe("a damaged vkeys", () => {
	it("is named with the other faults", async () => {
		await put(log.reports, "log/vkeys", "nonsense\n");
		expect(await wrongFiles(log)).toEqual(["log/vkeys"]);
		await put(log.reports, "log/tile/0/000.p/9", flipped(await read("log/tile/0/000.p/9"), 40, 1));
		expect(await wrongFiles(log)).toEqual(["log/vkeys", "log/tile/0/000.p/9"]);
	});
});
