import { hash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { isReceiptLeaf } from "#log/tlog/leaf.ts";
import { formatVerifierKey, parseNote, parseSignerKey, parseVerifierKey, signNote } from "#log/tlog/note.ts";
import { checkLog } from "./log-check.testkit.ts";
import { openCheckpoint, readVerifierKeys } from "./log-folder.ts";
import { type LogHome, sealLog } from "./seal.ts";
import { addReceipt, keyOf, makeHome, vkeyOf, withKeys } from "./sealing.testkit.ts";

let home: LogHome;
let log = "";
let added = 0;
beforeEach(async () => {
	home = await makeHome();
	log = join(home.reports, "log");
	added = 0;
	await sealOneMore(home);
});

async function sealOneMore(as: LogHome, options = {}) {
	await addReceipt(home.reports, ++added);
	const sealed = await sealLog(options, as);
	expect((await checkLog(log)).leaves.filter(isReceiptLeaf)).toHaveLength(added);
	return sealed;
}

/** The list of keys, with keys replaced by numbers. */
const changes = async () => {
	let list = await readFile(join(log, "keys"), "utf8");
	for (const number of [1, 2, 3]) list = list.replaceAll(await vkeyOf(number), String(number));
	return list.trim().split("\n");
};
const text = () => readFile(join(log, "checkpoint"), "utf8");
const vkeys = async () => (await readFile(join(log, "vkeys"), "utf8")).trim().split("\n");
const retired = async () => (await readFile(join(log, "retired-vkeys"), "utf8")).trim().split("\n");
/** Whether a reader who trusts only this key accepts the log as it is. */
async function isReadableWith(key: number): Promise<boolean> {
	const trusted = [await parseVerifierKey(await vkeyOf(key))];
	return openCheckpoint(await text(), trusted).then(
		() => true,
		() => false,
	);
}

describe("a rotation", () => {
	it("is signed by both keys, so that readers of either can continue, until the old one is dropped", async () => {
		const sealed = await sealOneMore(await withKeys(home, 2, 1), { rotate: true });
		expect(sealed.vkey).toBe(await vkeyOf(2));
		expect(sealed.notes).toEqual([expect.stringContaining("as long as LOG_SIGNING_KEY holds both keys")]);
		expect(await vkeys()).toEqual([await vkeyOf(2), await vkeyOf(1)]);
		expect([await isReadableWith(1), await isReadableWith(2)]).toEqual([true, true]);
		await sealOneMore(await withKeys(home, 2, 1));
		expect([await isReadableWith(1), await isReadableWith(2)]).toEqual([true, true]);
		const last = await sealOneMore(await withKeys(home, 2));
		expect([await isReadableWith(1), await isReadableWith(2)]).toEqual([false, true]);
		expect(last.notes).toEqual([expect.stringMatching(/is retired/)]);
		expect([await vkeys(), await retired()]).toEqual([[await vkeyOf(2)], [await vkeyOf(1)]]);
	});

	it("retires the old key even if nothing is new, and says so once", async () => {
		await sealOneMore(await withKeys(home, 2, 1), { rotate: true });
		const before = await text();
		expect((await sealLog({}, await withKeys(home, 2))).notes).toHaveLength(1);
		expect([await vkeys(), await retired()]).toEqual([[await vkeyOf(2)], [await vkeyOf(1)]]);
		expect(await text()).not.toBe(before);
		expect((await sealLog({}, await withKeys(home, 2))).notes).toEqual([]);
		expect((await checkLog(log)).leaves.map(({ kind }) => kind)).toEqual(["audit", "audit", "list", "list"]);
	});

	it("killed between the 2 lists is finished by the next seal; a key in both is retired", async () => {
		await sealOneMore(await withKeys(home, 2, 1), { rotate: true });
		await writeFile(join(log, "retired-vkeys"), `${await vkeyOf(1)}\n`);
		expect((await readVerifierKeys(log)).map(formatVerifierKey)).toEqual([await vkeyOf(2)]);
		expect((await sealLog({}, await withKeys(home, 2))).notes).toEqual([]);
		expect([await vkeys(), await retired()]).toEqual([[await vkeyOf(2)], [await vkeyOf(1)]]);
	});

	it("never accepts a retired key again, alone or with others", async () => {
		await sealOneMore(await withKeys(home, 2), { rotate: true, acceptLostKey: true });
		for (const [keys, options] of [
			[[1], {}],
			[[2, 1], {}],
			[[1, 2], { rotate: true }],
			[[1], { rotate: true, acceptLostKey: true }],
		] as const)
			await expect(sealLog(options, await withKeys(home, ...keys))).rejects.toMatchObject({
				code: "signing-key",
				message: expect.stringContaining("holds a key that was given up"),
			});
	});

	it("refuses to extend a checkpoint signed only by a retired key", async () => {
		const old = await text();
		await sealLog({ rotate: true, acceptLostKey: true }, await withKeys(home, 2));
		await writeFile(join(log, "checkpoint"), old);
		await expect(sealLog({}, await withKeys(home, 2))).rejects.toMatchObject({ code: "signature-missing" });
	});

	it("is a leaf even if nothing else is new, and does not change the archive", async () => {
		const archived = await readFile(join(log, "checkpoints", "1"), "utf8");
		expect(await sealLog({ rotate: true }, await withKeys(home, 2, 1))).toMatchObject({
			size: 2,
			added: { audits: 0, files: 1 },
		});
		const { leaves } = await checkLog(log);
		const list = await readFile(join(log, "keys"));
		expect(leaves.at(-1)).toMatchObject({ name: "keys", size: list.length, digest: hash("sha256", list) });
		expect(parseNote(await text()).signatures).toHaveLength(2);
		expect([await isReadableWith(1), await isReadableWith(2)]).toEqual([true, true]);
		expect(await readFile(join(log, "checkpoints", "1"), "utf8")).toBe(archived);
		const after = await text();
		expect(await sealLog({ rotate: true }, await withKeys(home, 2, 1))).toMatchObject({
			notes: [expect.stringContaining("nothing was rotated")],
		});
		expect(await text()).toBe(after);
	});

	it("can be repeated with a third key", async () => {
		await sealOneMore(await withKeys(home, 2, 1), { rotate: true });
		await sealOneMore(await withKeys(home, 3, 2), { rotate: true });
		expect([await vkeys(), await retired()]).toEqual([[await vkeyOf(3), await vkeyOf(2)], [await vkeyOf(1)]]);
		await sealOneMore(await withKeys(home, 3));
		expect([await vkeys(), await retired()]).toEqual([[await vkeyOf(3)], [await vkeyOf(2), await vkeyOf(1)]]);
		expect([await isReadableWith(1), await isReadableWith(2), await isReadableWith(3)]).toEqual([false, false, true]);
		expect(await changes()).toEqual(["use 1", "use 2", "use 3", "retire 1", "retire 2"]);
	});

	it("starts the list with earlier keys if they were changed before leaves bound keys", async () => {
		await writeFile(join(log, "retired-vkeys"), `${await vkeyOf(3)}\n`);
		const signers = await Promise.all([keyOf(3), keyOf(1)].map(async (key) => parseSignerKey(await key)));
		await writeFile(join(log, "checkpoints/1"), await signNote(parseNote(await text()).text, signers));
		await sealOneMore(await withKeys(home, 2, 1), { rotate: true });
		expect(await changes()).toEqual(["use 3", "use 1", "use 2", "retire 3"]);
	});

	it("is refused if the list is not the bound one", async () => {
		await sealOneMore(await withKeys(home, 2, 1), { rotate: true });
		await writeFile(join(log, "keys"), "use x\n");
		await expect(sealLog({}, await withKeys(home, 2, 1))).rejects.toMatchObject({ code: "log-inconsistent" });
	});

	it("continues without a lost key only if accepted, and explains the consequences", async () => {
		const lost = await withKeys(home, 2);
		await expect(sealLog({ rotate: true }, lost)).rejects.toMatchObject({
			code: "signing-key",
			message: expect.stringContaining("--accept-lost-key"),
		});
		const sealed = await sealOneMore(lost, { rotate: true, acceptLostKey: true });
		expect(sealed.notes).toEqual([expect.stringMatching(/trust only the lost key will refuse/)]);
		expect([await vkeys(), await retired()]).toEqual([[await vkeyOf(2)], [await vkeyOf(1)]]);
		expect([await isReadableWith(1), await isReadableWith(2)]).toEqual([false, true]);
	});

	it.each([
		["of a log that was never signed", [2, 1], { rotate: true }, "input-invalid", /nothing|never been signed/],
		["with a lost key but no rotation", [1], { acceptLostKey: true }, "input-invalid", /--accept-lost-key needs/],
	])("is refused %s", async (name, keys, options, code, message) => {
		const as = await withKeys(name.startsWith("of a log") ? await makeHome() : home, ...keys);
		await expect(sealLog(options, as)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
	});

	it.each([
		["back to an older key", [1, 2], { rotate: true }, /is an older one of this log/],
		["to two new keys at once", [4, 3, 2], { rotate: true }, /two keys that are not the log's/],
		["by going on with the old key alone", [1], {}, /holds only keys from before/],
		["with no key", [], { rotate: true }, /private key is missing/],
	])("is refused %s", async (_, keys, options, message) => {
		await sealOneMore(await withKeys(home, 2, 1), { rotate: true });
		const before = [await text(), await vkeys()];
		await expect(sealLog(options, await withKeys(home, ...keys))).rejects.toMatchObject({
			code: "signing-key",
			message: expect.stringMatching(message),
		});
		expect([await text(), await vkeys()]).toEqual(before);
	});
});
