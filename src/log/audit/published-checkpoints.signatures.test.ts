import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { sha256, toBase64, toHex } from "#core/bytes.ts";
import {
	cosignedMessage,
	createSignerKey,
	formatNote,
	formatVerifierKey,
	parseNote,
	parseVerifierKey,
	SIGNATURE_TYPES,
	signEd25519,
	signNote,
} from "#log/tlog/note.ts";
import { flipped, ORIGIN, put, signerKey, type WrittenLog, writeLog, wrongFiles } from "./log.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

let log: WrittenLog;
beforeEach(async () => {
	log = await writeLog({ sizes: [4, 9], auditEvery: 9 });
});

const read = (path: string) => readFile(join(log.reports, path));
const faults = async (change: Partial<WrittenLog> = {}) => (await recomputeLog({ ...log, ...change })).audit.faults;

/** A witness's key and its line under the checkpoint. */
async function cosign(name: string, seconds: number) {
	const { seed, publicKey } = await createSignerKey(name, new Uint8Array(32).fill(9));
	const type = SIGNATURE_TYPES.cosignature;
	const named = new TextEncoder().encode(`${name}\n`);
	const keyId = toHex((await sha256(Uint8Array.from([...named, type, ...publicKey]))).subarray(0, 4));
	const key = await parseVerifierKey(`${name}+${keyId}+${toBase64(Uint8Array.from([type, ...publicKey]))}`);
	const note = parseNote((await read("log/checkpoint")).toString());
	const signature = new Uint8Array(72);
	new DataView(signature.buffer).setBigUint64(0, BigInt(seconds));
	signature.set(await signEd25519(seed, cosignedMessage(seconds, note.text)), 8);
	return { key, text: formatNote({ ...note, signatures: [...note.signatures, { name, keyId, signature }] }) };
}

describe("keys that the reader gave", () => {
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
	it("are named with their time where their key is known, and noted as unchecked where it is not", async () => {
		const { key, text } = await cosign("witness.example", 1_800_000_000);
		await put(log.reports, "log/checkpoint", text);
		const unknown = (await recomputeLog(log)).audit;
		expect(unknown).toMatchObject({ faults: [], witnesses: [] });
		expect(unknown.notes).toEqual([expect.stringContaining("Signatures of witness.example+")]);
		const known = (await recomputeLog({ ...log, given: [key] })).audit;
		expect(known).toMatchObject({ faults: [], notes: [] });
		expect(known.witnesses).toEqual([{ name: "witness.example", at: "2027-01-15T08:00:00.000Z" }]);
	});

	it("have their signature checked", async () => {
		const { key, text } = await cosign("witness.example", 1_800_000_000);
		const at = text.indexOf("witness.example ") + "witness.example ".length + 30;
		await put(log.reports, "log/checkpoint", text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1));
		expect((await faults({ given: [key] })).map(({ file }) => file)).toEqual(["log/checkpoint"]);
	});

	it("with unknown keys are compared with the archived checkpoint: then either file may be wrong", async () => {
		const { text } = await cosign("witness.example", 1_800_000_000);
		await put(log.reports, "log/checkpoints/9", text);
		const at = text.indexOf("witness.example ") + 60;
		await put(log.reports, "log/checkpoint", text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1));
		expect((await faults()).map(({ file }) => file)).toEqual(["log/checkpoint", "log/checkpoints/9"]);
		await put(log.reports, "log/checkpoint", text);
		expect(await faults()).toEqual([]);
	});
});

describe("a retired key", () => {
	it("may sign earlier checkpoints, and the current one beside a key in use", async () => {
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
	it("is named beside the other faults", async () => {
		await put(log.reports, "log/vkeys", "nonsense\n");
		expect(await wrongFiles(log)).toEqual(["log/vkeys"]);
		await put(log.reports, "log/tile/0/000.p/9", flipped(await read("log/tile/0/000.p/9"), 40, 1));
		expect(await wrongFiles(log)).toEqual(["log/vkeys", "log/tile/0/000.p/9"]);
	});
});
