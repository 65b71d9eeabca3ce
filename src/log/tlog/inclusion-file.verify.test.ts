import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isFailure } from "#core/failure.ts";
import { formatInclusionFile, type InclusionFile, verifyInclusionFile } from "./inclusion-file.ts";
import { parseLeaf } from "./leaf.ts";
import { hashLeaf, treeRoot } from "./merkle.ts";
import { createSignerKey, formatCheckpoint, parseVerifierKey, signNote } from "./note.ts";
import { growLog } from "./small-log.testkit.ts";
import { mutationsOf } from "./strict.testkit.ts";
import { flipByte } from "./tree.testkit.ts";
import { createWitness } from "./witness.testkit.ts";

const log = await growLog(300);
const keys = [await parseVerifierKey(log.verifierKey)];
const FILE = await log.fileOf(123);
const entry = log.entries[123] ?? new Uint8Array();
const proof = await log.pathOf(123);
const file = { extra: entry, index: 123, proof, checkpoint: log.checkpoint };

describe("a .tlog-proof file of ours", () => {
	it("shows its leaf, the path to the root, and the log", async () => {
		const { leaf, index, leafHash, steps, checkpoint, signedBy, witnesses } = await verifyInclusionFile(FILE, keys);
		expect(leaf).toEqual(parseLeaf(entry));
		expect({ index, signedBy, witnesses }).toEqual({ index: 123, signedBy: keys[0], witnesses: [] });
		expect(leafHash).toEqual(await hashLeaf(entry));
		expect(checkpoint).toEqual({ origin: "log.example/receipts", size: 300, root: log.root });
		expect(steps.length).toBe(proof.length);
		expect(steps.at(-1)?.parent).toEqual(log.root);
	});

	it.each([1, 2, 3, 256, 257])("verifies for the first and the last entry of a log of %d", async (size) => {
		const other = await growLog(size);
		for (const index of [0, size - 1]) {
			const verified = await verifyInclusionFile(await other.fileOf(index), keys);
			expect(verified).toMatchObject({ index, checkpoint: { size } });
		}
	});

	it.each([
		["another entry", { ...file, extra: log.entries[124] ?? entry }],
		["another index", { ...file, index: 122 }],
		["an index beyond the log", { ...file, index: 300 }],
		["a spoilt hash", { ...file, proof: [...proof.slice(0, -1), flipByte(log.root, 3)] }],
		["a hash too few", { ...file, proof: proof.slice(1) }],
		["a hash too many", { ...file, proof: [...proof, log.root] }],
	])("is refused with %s", async (_, changed) => {
		await expect(verifyInclusionFile(formatInclusionFile(changed), keys)).rejects.toMatchObject({
			code: "proof-wrong",
		});
	});

	it("is refused with no entry, or with one of another log's kind", async () => {
		const { extra: _, ...bare } = file;
		const strange = { ...file, extra: new TextEncoder().encode('{"v":1}') };
		const refusal = (each: InclusionFile) => expect(verifyInclusionFile(formatInclusionFile(each), keys)).rejects;
		await refusal(bare).toMatchObject({ code: "log-malformed", message: expect.stringContaining("has no entry") });
		await refusal(strange).toMatchObject({ code: "log-malformed", message: expect.stringContaining("entry of ours") });
	});

	it("is refused with a checkpoint changed after signing", async () => {
		const changed = FILE.replace("\n300\n", "\n301\n");
		await expect(verifyInclusionFile(changed, keys)).rejects.toMatchObject({ code: "signature-invalid" });
	});

	it("is refused when a trusted key signs for a log that is not its own", async () => {
		const text = formatCheckpoint({ origin: "other.example", size: 300, root: log.root });
		const checkpoint = await signNote(text, [log.key]);
		await expect(verifyInclusionFile(formatInclusionFile({ ...file, checkpoint }), keys)).rejects.toMatchObject({
			code: "signature-missing",
			message: expect.stringContaining("other.example"),
		});
	});

	it("is refused when another key signs under the log's name", async () => {
		const impostor = await createSignerKey(log.key.name, new Uint8Array(32).fill(8));
		const text = formatCheckpoint({ origin: log.key.name, size: 300, root: log.root });
		const checkpoint = await signNote(text, [impostor]);
		const changed = formatInclusionFile({ ...file, checkpoint });
		await expect(verifyInclusionFile(changed, keys)).rejects.toMatchObject({ code: "signature-missing" });
	});

	it("is refused when the signed text is no checkpoint", async () => {
		const checkpoint = await signNote("log.example/receipts\n300\n", [log.key]);
		const changed = formatInclusionFile({ ...file, checkpoint });
		await expect(verifyInclusionFile(changed, keys)).rejects.toMatchObject({ code: "log-malformed" });
	});

	it("is refused for every leaf of an empty log", async () => {
		const root = await treeRoot(0, () => log.root);
		const checkpoint = await signNote(formatCheckpoint({ origin: log.key.name, size: 0, root }), [log.key]);
		const changed = formatInclusionFile({ ...file, index: 0, proof: [], checkpoint });
		await expect(verifyInclusionFile(changed, keys)).rejects.toMatchObject({ code: "proof-wrong" });
	});

	it("never verifies for anything but what was logged, however it is changed", async () => {
		const claims = async (text: string) => {
			const { leaf, index, checkpoint } = await verifyInclusionFile(text, keys);
			return { leaf, index, checkpoint };
		};
		const truth = await claims(FILE);
		await fc.assert(
			fc.asyncProperty(mutationsOf(FILE), async (text) => {
				const outcome = await claims(text).catch((error: unknown) => error);
				if (isFailure(outcome)) expect(outcome.code).toMatch(/^(log-malformed|signature-|proof-wrong)/);
				else expect(outcome).toEqual(truth);
			}),
		);
	});
});

describe("its witnesses", () => {
	const text = log.checkpoint.slice(0, log.checkpoint.indexOf("\n\n") + 1);
	const witness = createWitness("witness.example/w1");
	const stranger = createWitness("witness.example/w2", 10);
	const cosigned = (...lines: string[]) => FILE + lines.join("");

	it("are the given witness keys that have cosigned", async () => {
		const known = await parseVerifierKey(witness.verifierKey);
		const changed = cosigned(stranger.cosign(text, 5n), witness.cosign(text, 1_795_000_000n));
		const verified = await verifyInclusionFile(changed, [...keys, known]);
		expect(verified).toMatchObject({ signedBy: keys[0], witnesses: [known] });
		expect((await verifyInclusionFile(changed, keys)).witnesses).toEqual([]);
	});

	it("cause a refusal with a wrong cosignature, and cannot vouch for the log", async () => {
		const known = await parseVerifierKey(witness.verifierKey);
		const wrong = verifyInclusionFile(cosigned(witness.cosign("other\n", 5n)), [...keys, known]);
		await expect(wrong).rejects.toMatchObject({ code: "signature-invalid" });
		const alone = verifyInclusionFile(cosigned(witness.cosign(text, 5n)), [known]);
		await expect(alone).rejects.toMatchObject({ code: "signature-missing" });
	});

	it("are never the log, even under its name", async () => {
		const namesake = createWitness(log.key.name);
		const known = await parseVerifierKey(namesake.verifierKey);
		await expect(verifyInclusionFile(cosigned(namesake.cosign(text, 5n)), [known])).rejects.toMatchObject({
			code: "signature-missing",
		});
	});
});
