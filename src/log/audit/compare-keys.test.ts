import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { parseNote, parseSignerKey, signNote } from "#log/tlog/note.ts";
import { type LogHome, sealLog } from "../seal/seal.ts";
import { addReceipt, keyOf, makeHome, ORIGIN, vkeyOf, withKeys } from "../seal/sealing.testkit.ts";
import { recomputeLog } from "./verify-log.ts";

let home: LogHome;
let log: string;
beforeEach(async () => {
	home = await makeHome();
	log = join(home.reports, "log");
	await addReceipt(home.reports, 1);
	await sealLog({}, home);
	await addReceipt(home.reports, 2);
	await sealLog({ rotate: true }, await withKeys(home, 2, 1));
	await sealLog({}, await withKeys(home, 2));
});

async function look() {
	const { audit } = await recomputeLog({ ...home, origin: ORIGIN, given: [] });
	return { notes: audit.notes, faults: audit.faults.map(({ file, says }) => `${file}: ${says}`) };
}

describe("keys that leaves bind", () => {
	it("are accepted, as is what they have signed", async () => {
		expect((await look()).faults).toEqual([]);
	});

	it("expose added or restored keys", async () => {
		await appendFile(join(log, "vkeys"), `${await vkeyOf(7)}\n`);
		expect((await look()).faults).toEqual([expect.stringMatching(/^log\/vkeys: It lists .*, which no leaf/)]);
		await writeFile(join(log, "vkeys"), `${await vkeyOf(2)}\n`);
		await appendFile(join(log, "retired-vkeys"), `${await vkeyOf(7)}\n`);
		expect((await look()).faults).toEqual([expect.stringMatching(/^log\/retired-vkeys: It lists .* not given up/)]);
	});

	it.each(["vkeys", "retired-vkeys"])("are not extended from %s by a seal, with or without rotation", async (file) => {
		const never = await makeHome();
		await addReceipt(never.reports, 1);
		await sealLog({}, never);
		for (const one of [never, await withKeys(home, 2)]) {
			const path = join(one.reports, "log", file);
			await appendFile(path, `${await vkeyOf(7)}\n`);
			await addReceipt(one.reports, 3);
			await expect(sealLog({}, one)).rejects.toMatchObject({
				code: "log-inconsistent",
				message: expect.stringContaining(`log/${file} has the key`),
			});
			home = one;
			expect((await look()).faults).toEqual([expect.stringMatching(new RegExp(`^log/${file}: It lists `))]);
		}
	});

	it("are explained by archived checkpoints if no leaf binds the rotation", async () => {
		const older = await withKeys(home, 2, 1);
		home = await makeHome();
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		// As an older version left it, which bound no keys.
		const { text } = parseNote(await readFile(join(home.reports, "log", "checkpoint"), "utf8"));
		const both = await Promise.all(older.signingKeys.map(parseSignerKey));
		for (const path of ["checkpoint", "checkpoints/1"])
			await writeFile(join(home.reports, "log", path), await signNote(text, both));
		await writeFile(join(home.reports, "log", "vkeys"), `${await vkeyOf(2)}\n${await vkeyOf(1)}\n`);
		expect((await look()).faults).toEqual([]);
		await addReceipt(home.reports, 2);
		await sealLog({}, { ...older, ...home, signingKeys: older.signingKeys });
		await sealLog({}, await withKeys(home, 2));
		expect((await look()).faults).toEqual([]);
	});

	it("are named if one is missing", async () => {
		await rm(join(log, "retired-vkeys"));
		expect((await look()).faults).toContainEqual(expect.stringMatching(/^log\/retired-vkeys: It does not list/));
	});

	it("are in list order", async () => {
		const rotated = await withKeys(home, 3, 2);
		await sealLog({ rotate: true }, rotated);
		await writeFile(join(log, "vkeys"), `${await vkeyOf(2)}\n${await vkeyOf(3)}\n`);
		expect((await look()).faults).toEqual([expect.stringMatching(/^log\/vkeys: .* order/)]);
	});

	it("are known only by their list, which must exist and be unchanged", async () => {
		const list = await readFile(join(log, "keys"), "utf8");
		await writeFile(join(log, "keys"), list.replace("use", "uso"));
		expect((await look()).faults).toEqual([expect.stringMatching(/^log\/keys: It does not begin with/)]);
		await rm(join(log, "keys"));
		expect((await look()).faults).toEqual([expect.stringMatching(/^log\/keys: It does not begin with/)]);
	});

	it("do not include a new key if the seal was killed during the change", async () => {
		await appendFile(join(log, "keys"), `use ${await vkeyOf(3)}\n`);
		await writeFile(join(log, "vkeys"), `${await vkeyOf(3)}\n${await vkeyOf(2)}\n`);
		const { faults, notes } = await look();
		expect(faults).toEqual([]);
		expect(notes.join()).toContain("interrupted");
	});

	it("may sign, unlike a key only in vkeys", async () => {
		const { text } = parseNote(await readFile(join(log, "checkpoint"), "utf8"));
		await writeFile(join(log, "checkpoint"), await signNote(text, [await parseSignerKey(await keyOf(9))]));
		await writeFile(join(log, "vkeys"), `${await vkeyOf(2)}\n${await vkeyOf(9)}\n`);
		const { faults } = await look();
		expect(faults).toContainEqual(expect.stringMatching(/^log\/checkpoint: No key that leaf \d+ binds/));
	});
});
