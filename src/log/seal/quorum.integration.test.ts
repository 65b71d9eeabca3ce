import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { FULL } from "#core/long-form.testkit.ts";
import { type OpenedNote, openNote, parseVerifierKey, type VerifierKey } from "#log/tlog/note.ts";
import { recomputeLog } from "../audit/verify-log.ts";
import { checkLog, leftovers } from "./log-check.testkit.ts";
import { type LogHome, type SealOptions, sealLog } from "./seal.ts";
import { addReceipt, makeHome, ORIGIN, vkeyOf, withKeys } from "./sealing.testkit.ts";
import { type Flaw, policyOf, startWitness, type TestWitness } from "./witness.testkit.ts";

/** Shorter than the delay of a late witness. */
const SEALING: SealOptions = { answerMs: 1000 };

let home: LogHome;
let log = "";
let logKeys: VerifierKey[] = [];
let witnesses: TestWitness[] = [];
beforeEach(async () => {
	home = await makeHome();
	log = join(home.reports, "log");
	logKeys = await Promise.all([1, 2].map(async (number) => parseVerifierKey(await vkeyOf(number))));
	await mkdir(log);
});
afterEach(() => {
	for (const witness of witnesses) witness.close();
});

/** Witnesses with these flaws, and a policy that requires k of them. */
async function ask(k: number, ...flaws: readonly (Flaw | undefined)[]): Promise<void> {
	witnesses = await Promise.all(
		flaws.map((flaw, at) => startWitness(logKeys, { number: 20 + at, flaw, lateMs: 2500 })),
	);
	await writeFile(join(log, "policy.txt"), policyOf(k, witnesses));
}

const text = (file = "checkpoint") => readFile(join(log, file), "utf8");
async function cosigners(): Promise<string[]> {
	const { signedBy }: OpenedNote = await openNote(await text(), [...logKeys, ...witnesses.map(({ key }) => key)]);
	return signedBy.map(({ name }) => name).filter((name) => name !== ORIGIN);
}
const verify = async () => (await recomputeLog({ ...home, origin: ORIGIN, given: [] })).audit;

describe("a log with a policy that requires a quorum", () => {
	it("is published once enough witnesses have cosigned, with their signatures", async () => {
		await ask(2, undefined, "down", undefined);
		for (const site of [1, 2]) {
			await addReceipt(home.reports, site);
			expect(await sealLog(SEALING, home)).toMatchObject({ size: site + 1, faulty: false });
			expect(await text(`checkpoints/${site + 1}`)).toBe(await text());
			expect(await cosigners()).toEqual(["w20.example", "w22.example"]);
		}
		expect(await readdir(log)).not.toContain("pending");
		expect((await verify()).faults).toEqual([]);
	});

	it("gets its index and a rotation with the pending tree, on any machine", async () => {
		home = { ...home, isIndexed: true };
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		await ask(1, "down");
		const rotating = await withKeys(home, 2, 1);
		await addReceipt(home.reports, 2);
		expect(await sealLog({ rotate: true, answerMs: 150 }, rotating)).toMatchObject({ size: 2, waiting: 6 });
		expect((await verify()).faults).toEqual([]);
		expect(await readdir(join(log, "index"))).toContain("1");
		await ask(1, undefined);
		const other = { ...rotating, state: `${home.state}-other` };
		expect(await sealLog({ rotate: true, answerMs: 150 }, other)).toMatchObject({ size: 8, faulty: false });
		expect((await readdir(join(log, "index"))).filter((name) => name.length < 64)).toEqual(["7"]);
		expect(await text("vkeys")).toBe(`${await vkeyOf(2)}\n${await vkeyOf(1)}\n`);
		expect((await verify()).faults).toEqual([]);
	});

	it("stays unchanged without a quorum; the same tree is submitted again, and newer leaves are sealed after it", async () => {
		await ask(1, undefined);
		await addReceipt(home.reports, 1);
		await sealLog(SEALING, home);
		const [before, files] = [await text(), await readdir(join(log, "tile"), { recursive: true })];
		await ask(2, undefined, "down");
		await addReceipt(home.reports, 2);
		const waits = await sealLog(SEALING, home);
		expect(waits).toMatchObject({ size: 2, waiting: 4, added: { audits: 0 }, vkey: await vkeyOf(1) });
		expect(waits.notes.at(-1)).toMatch(/w20.example has cosigned the tree of 4 leaves, and the quorum "ours"/);
		expect([await text(), await readdir(join(log, "tile"), { recursive: true })]).toEqual([before, files]);
		// Without the log's signature the pending tree is no checkpoint.
		expect(await text("pending")).not.toContain(`\u2014 ${ORIGIN}`);
		expect(await verify()).toMatchObject({ size: 2, pending: 1, faults: [] });
		expect((await verify()).notes.join()).toContain("A tree of 4 leaves is waiting for witnesses");
		await addReceipt(home.reports, 3);
		expect(await sealLog(SEALING, home)).toMatchObject({ size: 2, waiting: 4 });
		// Asked once and corrected: a new process does not remember the first tree. Cosigners are not asked again.
		expect(witnesses[0]?.asked).toEqual([2, 0]);
		witnesses.splice(1, 1, await startWitness(logKeys, { number: 21 }));
		await writeFile(join(log, "policy.txt"), policyOf(2, witnesses));
		expect(await sealLog(SEALING, home)).toMatchObject({ size: 6, added: { audits: 2 } });
		expect((await checkLog(log)).size).toBe(6);
		expect(await readdir(join(log, "checkpoints"))).toEqual(["2", "4", "6"]);
		expect(await cosigners()).toEqual(["w20.example", "w21.example"]);
		expect(await leftovers(log, 6)).toEqual([]);
		expect((await verify()).faults).toEqual([]);
	});

	if (FULL)
		it("can be continued by another machine with only the reports", async () => {
			await ask(2, undefined, "late");
			await addReceipt(home.reports, 1);
			expect(await sealLog({ newLog: true, ...SEALING }, home)).toMatchObject({ size: 0, waiting: 2 });
			const other = await makeHome({ mayBegin: false });
			await cp(home.reports, other.reports, { recursive: true });
			await addReceipt(other.reports, 2);
			expect(await sealLog({ answerMs: 20_000 }, other)).toMatchObject({ size: 3, added: { audits: 2 } });
			expect(await readdir(join(other.reports, "log", "checkpoints"))).toEqual(["2", "3"]);
		});

	it.each<[Flaw, string]>([
		["down", "could not be reached"],
		["late", "did not answer within 1 s"],
		["wrong signature", "is wrong"],
		["old size", "is wrong"],
	])("does not count a witness that is %s", async (flaw, words) => {
		await ask(2, flaw, undefined);
		await addReceipt(home.reports, 1);
		const { notes, waiting } = await sealLog(SEALING, home);
		expect(waiting).toBe(2);
		expect(notes[0]).toContain(words);
		// The second was not asked, because it would cosign no other tree of that size.
		expect(notes[1]).toMatch(/no longer asked/);
		await ask(1, flaw, undefined);
		expect(await sealLog(SEALING, home)).toMatchObject({ size: 3 });
	});

	it("includes the index of domains", async () => {
		const indexed = { ...home, isIndexed: true };
		await ask(1, "down");
		await addReceipt(home.reports, 1);
		expect(await sealLog(SEALING, indexed)).toMatchObject({ size: 0, waiting: 3 });
		await ask(1, undefined);
		expect(await sealLog(SEALING, indexed)).toMatchObject({ size: 5, added: { audits: 1, files: 4 } });
		expect(await verify()).toMatchObject({ size: 5, faults: [] });
	});

	it("drops a pending tree that the published log does not contain, and seals its leaves again", async () => {
		await ask(2, undefined, "down");
		const other = await makeHome();
		await cp(home.reports, other.reports, { recursive: true });
		await addReceipt(home.reports, 1);
		await sealLog(SEALING, home);
		await rm(join(other.reports, "log", "policy.txt"));
		await addReceipt(other.reports, 2);
		await sealLog({ answerMs: 20_000 }, other);
		await cp(other.reports, home.reports, { recursive: true });
		await rm(join(log, "policy.txt"));
		const sealed = await sealLog(SEALING, home);
		expect(sealed).toMatchObject({ size: 2, added: { audits: 1 } });
		expect(sealed.notes[0]).toMatch(/abandoned.*w20.example had cosigned it/);
		expect(await readdir(log)).not.toContain("pending");
	});

	it("publishes the pending tree if the operator deletes the policy", async () => {
		await ask(1, "down");
		await addReceipt(home.reports, 1);
		await sealLog(SEALING, home);
		await rm(join(log, "policy.txt"));
		expect(await sealLog(SEALING, home)).toMatchObject({ size: 3 });
	});

	it("waits for the machine with its key, even for the first tree", async () => {
		await ask(1, "down");
		await addReceipt(home.reports, 1);
		expect(await sealLog(SEALING, home)).toMatchObject({ waiting: 2 });
		const waits = await text("pending");
		const keyless = { ...home, state: `${home.state}-other`, signingKeys: [] };
		await expect(sealLog(SEALING, keyless)).rejects.toMatchObject({ code: "signing-key" });
		expect(await text("pending")).toBe(waits);
		await ask(1, undefined);
		expect(await sealLog(SEALING, home)).toMatchObject({ size: 3 });
	});

	it("needs the same keys until a pending rotation is published", async () => {
		await ask(1, undefined);
		await addReceipt(home.reports, 1);
		await sealLog(SEALING, home);
		await ask(1, "down");
		const rotated = await withKeys(home, 2, 1);
		expect(await sealLog({ rotate: true }, rotated)).toMatchObject({ size: 2, waiting: 4 });
		await expect(sealLog(SEALING, home)).rejects.toMatchObject({
			code: "signing-key",
			message: expect.stringMatching(/waits.*--rotate/),
		});
		await ask(1, undefined);
		expect(await sealLog({ rotate: true }, rotated)).toMatchObject({ size: 5, vkey: await vkeyOf(2) });
		expect((await verify()).faults).toEqual([]);
	});

	it("removes a retired key from vkeys before the next tree is pending", async () => {
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		await addReceipt(home.reports, 2);
		await sealLog({ rotate: true }, await withKeys(home, 2, 1));
		const both = await text("vkeys");
		const alone = await withKeys(home, 2);
		await sealLog({}, alone);
		// State after a seal that was killed after writing its checkpoint.
		await writeFile(join(log, "vkeys"), both);
		await rm(join(log, "retired-vkeys"));
		await ask(1, "down");
		await addReceipt(home.reports, 3);
		expect(await sealLog(SEALING, alone)).toMatchObject({ waiting: 6 });
		expect([await text("vkeys"), await text("retired-vkeys")]).toEqual([
			`${await vkeyOf(2)}\n`,
			`${await vkeyOf(1)}\n`,
		]);
		await ask(1, undefined);
		expect(await sealLog(SEALING, alone)).toMatchObject({ size: 7 });
		expect((await verify()).faults).toEqual([]);
	});

	it("is not changed if another machine's log arrives meanwhile", async () => {
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		const other = await makeHome();
		await cp(home.reports, other.reports, { recursive: true });
		await addReceipt(other.reports, 2);
		await sealLog({}, other);
		await addReceipt(home.reports, 3);
		const expectAlone = () => cp(join(other.reports, "log"), log, { recursive: true });
		await expect(sealLog({}, { ...home, expectAlone })).rejects.toMatchObject({ code: "log-changed" });
		await cp(join(other.reports, "receipts"), join(home.reports, "receipts"), { recursive: true });
		expect((await verify()).faults).toEqual([]);
		expect(await sealLog({}, home)).toMatchObject({ size: 3 });
	});

	it("is refused with an unreadable policy or pending tree", async () => {
		await writeFile(join(log, "policy.txt"), "quorum ours\n");
		await addReceipt(home.reports, 1);
		await expect(sealLog(SEALING, home)).rejects.toMatchObject({
			code: "input-invalid",
			message: expect.stringContaining("Line 1"),
		});
		await writeFile(join(log, "policy.txt"), "quorum none\n");
		await writeFile(join(log, "pending"), "{}");
		await expect(sealLog(SEALING, home)).rejects.toMatchObject({ code: "log-malformed" });
	});
});
