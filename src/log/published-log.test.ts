import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { verifyInclusionFile } from "#log/tlog/inclusion-file.ts";
import { parseVerifierKey } from "#log/tlog/note.ts";
import { readPublishedLog } from "./published-log.ts";
import { type LogHome, sealLog } from "./seal/seal.ts";
import { addReceipt, makeHome, vkeyOf, withKeys } from "./seal/sealing.testkit.ts";

let home: LogHome;
beforeEach(async () => {
	home = await makeHome();
});

async function published() {
	const log = await readPublishedLog(join(home.reports, "log"));
	if (!log) throw new Error("Nothing was sealed.");
	return log;
}

/** Seals one more receipt. @returns its leaf's index */
async function grow(number: number, by = home, options = {}): Promise<number> {
	await addReceipt(home.reports, number);
	return (await sealLog(options, by)).size - 1;
}

test("a proof stays the same while the log grows, and uses the first checkpoint with its leaf", async () => {
	const first = await grow(1);
	const kept = await (await published()).inclusionFile(first);
	const second = await grow(2);
	await grow(3);
	const log = await published();
	expect(await log.inclusionFile(first)).toBe(kept);
	expect([log.firstCheckpoint(first).size, log.firstCheckpoint(second).size, log.size]).toEqual([1, 2, 3]);
	expect(log.firstCheckpoint(2)).toEqual({ size: 3, root: log.root, text: log.checkpoint });
	expect(() => log.firstCheckpoint(3)).toThrow("The log has no leaf 3.");
});

test("after a rotation each proof is signed by the new key, and retiring the old one changes none", async () => {
	const first = await grow(1);
	const second = await grow(2, await withKeys(home, 2, 1), { rotate: true });
	const rotated = await published();
	const proof = await rotated.inclusionFile(first);
	// The rotation is a leaf too.
	expect(rotated.firstCheckpoint(first).size).toBe(3);
	for (const number of [1, 2]) await expect(opened(proof, number)).resolves.toMatchObject({ index: 0 });
	await grow(3, await withKeys(home, 2));
	expect(await (await published()).inclusionFile(first)).toBe(proof);
	expect((await published()).firstCheckpoint(second).size).toBe(3);
});

test("an earlier checkpoint of another tree or a changed one stops the build", async () => {
	await grow(1);
	await grow(2);
	const earlier = join(home.reports, "log/checkpoints/1");
	const other = await makeHome();
	await addReceipt(other.reports, 9);
	await sealLog({}, other);
	await writeFile(earlier, await readFile(join(other.reports, "log/checkpoint")));
	await expect(published()).rejects.toThrow("The entries do not give the root of checkpoints/1.");
	await writeFile(earlier, (await readFile(join(home.reports, "log/checkpoint"), "utf8")).replace("\n2\n", "\n1\n"));
	await expect(published()).rejects.toMatchObject({ code: "signature-invalid" });
});

async function opened(proof: string, number: number) {
	return verifyInclusionFile(proof, [await parseVerifierKey(await vkeyOf(number))]);
}
