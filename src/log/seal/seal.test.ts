import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { LogProgress } from "#core/verification.ts";
import { readPublishedReceipts } from "#receipts/store/receipt-store.ts";
import { checkLog } from "./log-check.testkit.ts";
import { type LogHome, sealLog } from "./seal.ts";
import { addReceipt, makeHome, moment, ORIGIN, unchanged, vkeyOf, writeRun } from "./sealing.testkit.ts";

let home: LogHome;
let log = "";
beforeEach(async () => {
	home = await makeHome();
	log = join(home.reports, "log");
});

describe("sealLog", () => {
	it("adds receipts and rechecks to the log in time order, without duplicates", async () => {
		const second = await addReceipt(home.reports, 20);
		const first = await addReceipt(home.reports, 10);
		await writeRun(home.reports, "2026-11-01", [unchanged(second, moment(30)), unchanged(first, moment(15))]);
		const sealed = await sealLog({}, home);
		expect(sealed).toMatchObject({
			origin: ORIGIN,
			size: 4,
			added: { audits: 2, rechecks: 2 },
			notes: [],
			faulty: false,
		});
		expect(sealed).toMatchObject({ vkey: await vkeyOf(1) });
		const checked = await checkLog(log);
		expect(checked.root).toBe(sealed.root);
		expect(checked.leaves).toEqual([
			{ kind: "audit", receipt: first, auditedAt: moment(10) },
			{ kind: "recheck", receipt: first, auditedAt: moment(15) },
			{ kind: "audit", receipt: second, auditedAt: moment(20) },
			{ kind: "recheck", receipt: second, auditedAt: moment(30) },
		]);
		const checkpoint = await readFile(join(log, "checkpoint"), "utf8");
		expect(await readFile(join(log, "checkpoints", "4"), "utf8")).toBe(checkpoint);
		expect(await readFile(join(home.state, "last-checkpoint"), "utf8")).toBe(checkpoint);
	});

	it("signs nothing when nothing is new", async () => {
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		const before = await stat(join(log, "checkpoint"));
		expect(await sealLog({}, home)).toMatchObject({ size: 1, added: { audits: 0, rechecks: 0 } });
		expect(await stat(join(log, "checkpoint"))).toMatchObject({ mtimeMs: before.mtimeMs, ino: before.ino });
	});

	it("writes no checkpoint and generates no key for a log without leaves", async () => {
		expect(await sealLog({}, { ...home, signingKeys: [] })).toMatchObject({ size: 0, vkey: "" });
		expect(await readdir(log)).toEqual([".seal-lock"]);
		await expect(stat(join(home.state, "signing-key"))).rejects.toThrow("ENOENT");
	});

	it("grows by what is new, from one size to the next", async () => {
		const receipt = await addReceipt(home.reports, 0);
		let size = 1;
		for (const [night, count] of [254, 1, 1, 300, 0, 1].entries()) {
			await writeRun(
				home.reports,
				`night-${night}`,
				Array.from({ length: count }, (_, at) => unchanged(receipt, moment(size + at))),
			);
			size += count;
			expect(await sealLog({}, home)).toMatchObject({ size });
			expect((await checkLog(log)).leaves).toHaveLength(size);
		}
		expect((await readdir(join(log, "checkpoints"))).map(Number).toSorted((a, b) => a - b)).toEqual([
			255, 256, 257, 557, 558,
		]);
	});

	it("seals a line added to a sealed run file", async () => {
		const receipt = await addReceipt(home.reports, 0);
		await writeRun(home.reports, "2026-11-01", [unchanged(receipt, moment(1))]);
		await sealLog({}, home);
		await writeRun(home.reports, "2026-11-01", [unchanged(receipt, moment(1)), unchanged(receipt, moment(2))]);
		expect(await sealLog({}, home)).toMatchObject({ size: 3, added: { audits: 0, rechecks: 1 } });
	});

	it("skips lines of audits with a new receipt or without any", async () => {
		const receipt = await addReceipt(home.reports, 0);
		const line = unchanged(receipt, moment(1));
		await writeRun(home.reports, "2026-11-01", [
			{ ...line, status: "recorded" },
			{ ...line, status: "refused", ok: false },
		]);
		expect(await sealLog({}, home)).toMatchObject({ size: 1, notes: [], faulty: false });
	});

	it("names an invalid file, seals the rest, and adds the file once it is fixed", async () => {
		await addReceipt(home.reports, 1);
		await addReceipt(home.reports, 2);
		const broken = join(home.reports, "receipts", "site-2.example.com", "2026-11-01T00-00-02.000Z.json");
		const text = await readFile(broken, "utf8");
		await writeFile(broken, text.replace('"ok":true', '"ok":false'));
		const sealed = await sealLog({}, home);
		expect(sealed).toMatchObject({ size: 1, faulty: true });
		expect(sealed.notes).toEqual([
			expect.stringContaining("receipts/site-2.example.com/2026-11-01T00-00-02.000Z.json is not a receipt"),
		]);
		expect(await sealLog({}, home)).toMatchObject({ size: 1, faulty: true });
		await writeFile(broken, text);
		expect(await sealLog({}, home)).toMatchObject({ size: 2, faulty: false, notes: [] });
	});

	it("skips an audit with credentials among the receipts, and nothing shows it", async () => {
		await addReceipt(home.reports, 1);
		const domain = "staging.example.com";
		const id = await addReceipt(home.reports, 2, domain, { access: "credentials" });
		const sealed = await sealLog({}, home);
		expect(sealed).toMatchObject({ size: 1, faulty: true, notes: [expect.stringContaining("with credentials")] });
		const receipts = join(home.reports, "receipts");
		const shown = await readPublishedReceipts(receipts, [domain, "site-1.example.com"], () => undefined);
		expect(shown.summaries.map((each) => each.domain)).toEqual(["site-1.example.com"]);
		await expect(shown.text(id)).rejects.toThrow(RangeError);
	});

	it("names a receipt in the wrong place", async () => {
		await addReceipt(home.reports, 1);
		await rename(
			join(home.reports, "receipts", "site-1.example.com"),
			join(home.reports, "receipts", "site-2.example.com"),
		);
		const sealed = await sealLog({}, home);
		expect(sealed).toMatchObject({ size: 0, faulty: true });
		expect(sealed.notes[0]).toContain("it is the receipt site-1.example.com/2026-11-01T00-00-01.000Z.json");
	});

	it("names rechecks without a logged receipt, and adds them once there is one", async () => {
		const receipt = await addReceipt(home.reports, 0);
		const place = join(home.reports, "receipts", "site-0.example.com");
		await rename(place, join(home.reports, "elsewhere"));
		await writeRun(home.reports, "2026-11-01", [unchanged(receipt, moment(5))]);
		const sealed = await sealLog({}, home);
		expect(sealed).toMatchObject({ size: 0, faulty: false });
		expect(sealed.notes).toEqual(["Left out of runs/2026-11-01.jsonl: line 1, because no such receipt is in the log."]);
		await rename(join(home.reports, "elsewhere"), place);
		expect(await sealLog({}, home)).toMatchObject({ size: 2, notes: [] });
	});

	it("names unreadable lines of a run file", async () => {
		const receipt = await addReceipt(home.reports, 0);
		const bad = [
			"{",
			'{"status":"unchanged"}',
			JSON.stringify(unchanged(receipt, "2026-02-30T00:00:00.000Z")),
			JSON.stringify(unchanged("\\ud800", moment(1))).replace("\\\\", "\\"),
		];
		await writeRun(home.reports, "2026-11-01", [...bad, unchanged(receipt, moment(9))]);
		const sealed = await sealLog({}, home);
		expect(sealed).toMatchObject({ size: 2, faulty: true });
		expect(sealed.notes).toEqual([expect.stringContaining("4 lines, the first being line 1, which cannot be read")]);
	});

	it("puts no recheck before its audit, even if a clock was set back", async () => {
		const receipt = await addReceipt(home.reports, 100);
		await writeRun(home.reports, "2026-11-01", [unchanged(receipt, moment(50))]);
		await sealLog({}, home);
		expect((await checkLog(log)).leaves.map(({ kind }) => kind)).toEqual(["audit", "recheck"]);
	});

	it("generates a private key if there is none, and continues with it", async () => {
		const keyless = { ...home, signingKeys: [] };
		await addReceipt(home.reports, 1);
		const path = join(home.state, "signing-key");
		const sealed = await sealLog({}, keyless);
		expect(sealed).toMatchObject({ size: 1, madeKey: path });
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		await addReceipt(home.reports, 2);
		const again = await sealLog({}, keyless);
		expect(again).toMatchObject({ size: 2, vkey: sealed.vkey });
		expect(again.madeKey).toBeUndefined();
		const kept = (await readFile(path, "utf8")).trim();
		await rm(path);
		await addReceipt(home.reports, 3);
		expect(await sealLog({}, { ...home, signingKeys: [kept], ci: true })).toMatchObject({ size: 3, vkey: sealed.vkey });
	});

	it("removes only leftovers of a killed seal", async () => {
		await addReceipt(home.reports, 1);
		await sealLog({}, home);
		await addReceipt(home.reports, 2);
		await mkdir(join(log, "tile", "entries", "000.p"), { recursive: true });
		for (const stray of ["tile/0/000.p/3", "tile/0/007", "tile/entries/000.p/2", "tile/0/.tmp-x", "README.md"])
			await writeFile(join(log, stray), "left behind");
		await sealLog({}, home);
		await checkLog(log);
		const names = await readdir(log, { recursive: true });
		expect(names.filter((name) => /\d+$|tmp|README/.test(name)).toSorted()).toEqual([
			"README.md",
			"checkpoints/1",
			"checkpoints/2",
			"tile/0",
			"tile/0/000.p/1",
			"tile/0/000.p/2",
			"tile/entries/000.p/1",
			"tile/entries/000.p/2",
		]);
	});

	it("reports progress", async () => {
		for (let number = 0; number < 40; number++) await addReceipt(home.reports, number);
		const reported: LogProgress[] = [];
		await sealLog({ onProgress: (progress) => reported.push(progress) }, home);
		expect(reported).toContainEqual({ done: 40, total: 40, step: "receipts read" });
		expect(reported.at(-1)).toEqual({ done: 2, total: 2, step: "tiles written" });
	});

	it("loses and duplicates no leaf when 2 seal at once", async () => {
		for (let number = 0; number < 10; number++) await addReceipt(home.reports, number);
		const results = await Promise.all([sealLog({}, home), sealLog({}, home)]);
		expect(results.map(({ size }) => size)).toEqual([10, 10]);
		expect(results.map(({ added }) => added.audits).toSorted()).toEqual([0, 10]);
		expect((await checkLog(log)).leaves).toHaveLength(10);
	});
});
