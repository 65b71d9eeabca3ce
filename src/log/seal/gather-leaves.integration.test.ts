import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { FULL } from "#core/long-form.testkit.ts";
import type { ReceiptLeaf } from "#core/verification.ts";
import { isReceiptLeaf } from "#log/tlog/leaf.ts";
import { at, auditOf } from "#receipts/live/live.testkit.ts";
import { saveLiveAudit } from "#receipts/live/save-live-audit.ts";
import { openSubmissions, type Submissions } from "#receipts/live/submissions.ts";
import { createFailingDisk } from "#receipts/store/failing-disk.testkit.ts";
import { readIfThere } from "#receipts/store/if-there.ts";
import { openReceiptFiles } from "#receipts/store/receipt-store.ts";
import { openDatabase } from "#store/database.ts";
import { recomputeLog } from "../audit/verify-log.ts";
import { checkLog } from "./log-check.testkit.ts";
import { type LogHome, sealLog } from "./seal.ts";
import { addReceipt, makeHome, ORIGIN, unchanged, writeRun } from "./sealing.testkit.ts";

let home: LogHome & { readonly submissions: Submissions };
let db: Awaited<ReturnType<typeof openDatabase>>;
let log = "";
beforeEach(async () => {
	const made = await makeHome();
	db = await openDatabase({ file: join(made.state, "..", "live.sqlite") });
	home = { ...made, submissions: openSubmissions(db) };
	log = join(home.reports, "log");
	return () => db.close();
});

const live = async (minute: number, coverage = 1) => (await saveLiveAudit(db, auditOf(minute, coverage))).stored;
const leaves = async () => (await checkLog(log)).leaves.filter(isReceiptLeaf);
const listed = () => readIfThere(join(log, "live"));
const verify = async () => (await recomputeLog({ ...home, origin: ORIGIN, given: [] })).audit;

describe("a seal of submitted leaves", () => {
	it("sorts them among the others, counts them, and returns their positions", async () => {
		const filed = await addReceipt(home.reports, 10);
		const { id } = await live(0);
		await live(30);
		const sealed = await sealLog({}, home);
		expect(sealed).toMatchObject({ size: 4, added: { audits: 2, rechecks: 1, files: 1 }, notes: [], faulty: false });
		expect((await leaves()).map(({ kind, receipt }) => [kind, receipt])).toEqual([
			["audit", filed],
			["audit", id],
			["recheck", id],
		]);
		expect(await home.submissions.countPending()).toBe(0);
		expect(await home.submissions.position(id)).toBe(1);
		expect(await sealLog({}, home)).toMatchObject({ size: 4, added: { audits: 0, rechecks: 0 } });
	});

	it("never puts a recheck before its audit, even if a clock was set back", async () => {
		const { id } = await live(60);
		await live(5);
		await sealLog({}, home);
		expect(await leaves()).toEqual([
			{ kind: "audit", receipt: id, auditedAt: at(60) },
			{ kind: "recheck", receipt: id, auditedAt: at(5) },
		]);
	});

	it("takes a receipt that is also a file once, as published", async () => {
		const stored = await live(0);
		await live(30);
		await openReceiptFiles(join(home.reports, "receipts")).put(stored);
		await writeRun(home.reports, "2026-11-22", [unchanged(stored.id, at(30))]);
		expect(await sealLog({}, home)).toMatchObject({ size: 2, added: { audits: 1, rechecks: 1 } });
		expect(await home.submissions.position(stored.id)).toBe(0);
		expect(await listed()).toBeUndefined();
		await rm(join(home.reports, "receipts"), { recursive: true });
		expect((await verify()).faults).toMatchObject([{ says: expect.stringContaining("Receipt file missing") }]);
	});

	it("accepts a file of a receipt sealed as live before, and adds nothing", async () => {
		const stored = await live(0);
		await sealLog({}, home);
		await openReceiptFiles(join(home.reports, "receipts")).put(stored);
		expect(await sealLog({}, home)).toMatchObject({ size: 2, added: { audits: 0, rechecks: 0 } });
		expect(await verify()).toMatchObject({ receipts: 1, faults: [], notes: [] });
	});

	it("skips invalid leaves, and rechecks of unknown receipts", async () => {
		const recheck: ReceiptLeaf = { kind: "recheck", receipt: "a".repeat(64), auditedAt: at(1) };
		await home.submissions.submit(recheck);
		const row = {
			receipt: "b".repeat(64),
			kind: "audit",
			audited_at: "once",
			submitted_ms: 0,
			leaf_index: null,
		} as const;
		await db.sql.insertInto("submission").values(row).execute();
		await live(0);
		const sealed = await sealLog({}, home);
		expect(sealed).toMatchObject({ size: 2, faulty: true });
		expect(sealed.notes.join(" ")).toMatch(/1 submission that no log can take.*1 recheck, because/);
		expect(await home.submissions.countPending(), "the damaged row").toBe(1);
		const again = await sealLog({}, home);
		expect(again.notes.join(" ")).toContain("1 submission that no log can take");
		expect(again.notes.join(" ")).not.toContain("recheck");
	});

	it("signs nothing if they are unreadable, and recovers if they could not be marked", async () => {
		await live(0);
		const away = async () => {
			throw new Failure("store-unavailable", { what: "The live store does not respond." });
		};
		const refused = sealLog({}, { ...home, submissions: { ...home.submissions, pending: away } });
		await expect(refused).rejects.toMatchObject({ code: "store-unavailable" });
		expect((await checkLog(log)).size).toBe(0);
		const unmarked = await sealLog({}, { ...home, submissions: { ...home.submissions, markLogged: away } });
		expect(unmarked).toMatchObject({ size: 2, notes: [expect.stringContaining("the next seal stores them")] });
		expect(await home.submissions.countPending()).toBe(1);
		expect(await sealLog({}, home)).toMatchObject({ size: 2, added: { audits: 0 }, notes: [] });
		expect(await home.submissions.countPending()).toBe(0);
	});

	if (FULL)
		it("loses and duplicates nothing wherever it dies", { timeout: 120_000 }, async () => {
			await addReceipt(home.reports, 1);
			let sealedOnce = false;
			for (let step = 1; !sealedOnce; step += 3) {
				await live(step, 1 - step / 1000);
				const disk = await createFailingDisk(join(home.reports, ".."), step, "killed");
				await sealLog({}, home, disk).then(
					() => (sealedOnce = true),
					() => undefined,
				);
			}
			await live(5000);
			await sealLog({}, home);
			const all = (await checkLog(log)).leaves;
			const rows = await db.sql.selectFrom("submission").selectAll().execute();
			expect(await leaves()).toHaveLength(rows.length + 1);
			for (const { receipt, kind, leaf_index } of rows) expect(all[leaf_index ?? -1]).toMatchObject({ receipt, kind });
			expect(await verify()).toMatchObject({ receipts: 1, faults: [] });
		});
});

describe("a log with leaves of live audits", () => {
	it("does not miss their receipts, and detects a lost published one", async () => {
		await addReceipt(home.reports, 1);
		await live(0);
		await live(1, 0.5);
		await sealLog({}, home);
		expect(await listed()).toBe("1\n2\n");
		const sound = await verify();
		expect(sound).toMatchObject({ receipts: 1, withdrawn: 0, pending: 0, faults: [] });
		expect(sound.notes).toEqual(["2 receipts of the log are of live audits and not published."]);
		await addReceipt(home.reports, 2);
		await live(2, 0.7);
		await sealLog({}, home);
		expect(await listed()).toBe("1\n2\n5\n");
		await rm(join(home.reports, "receipts", "site-1.example.com"), { recursive: true });
		expect((await verify()).faults).toMatchObject([{ says: expect.stringContaining("leaf 0 records") }]);
	});

	it("does not take a new file of the same time for a changed live receipt", async () => {
		await live(0);
		await sealLog({}, home);
		const other = await saveLiveAudit(db, auditOf(0, 1, { domain: "other.example.com" }));
		await openReceiptFiles(join(home.reports, "receipts")).put(other.stored);
		expect(await verify()).toMatchObject({ pending: 1, faults: [] });
	});

	it("signs nothing if the list is damaged", async () => {
		await live(0);
		await sealLog({}, home);
		await writeFile(join(log, "live"), "1\n");
		expect((await verify()).faults.map(({ file }) => file)).toContain("log/live");
		await live(1, 0.5);
		await expect(sealLog({}, home)).rejects.toMatchObject({ code: "log-inconsistent" });
		expect((await checkLog(log)).size).toBe(2);
	});

	it("ignores what a killed seal listed beyond its leaves", async () => {
		await live(0);
		await sealLog({}, home);
		await writeFile(join(log, "live"), "0\n7\n9\n");
		expect((await verify()).notes.join()).toContain("log/live has 4 bytes that no leaf binds");
		await addReceipt(home.reports, 9000);
		await live(1, 0.5);
		await sealLog({}, home);
		const { leaves: all } = await checkLog(log);
		const second = all.findIndex((leaf) => isReceiptLeaf(leaf) && leaf.auditedAt === at(1));
		expect(await listed()).toBe(`0\n${second}\n`);
		expect((await verify()).faults).toEqual([]);
	});
});
