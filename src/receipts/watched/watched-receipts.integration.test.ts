import { describe, expect, it } from "vitest";
import type { Report } from "#core/report.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import { EvidenceRows } from "../live/evidence-table.ts";
import { openSqlReceipts } from "../live/receipt-table.ts";
import { sweepExpired } from "../live/sweep-expired.ts";
import { removeWatched, watchedReceiptIds } from "../removal/removal-files.ts";
import { evidenceArchiveContract } from "../store/evidence-archive.contract.ts";
import { createReceipt } from "../store/receipt.ts";
import { receiptStoreContract } from "../store/receipt-store.contract.ts";
import { recordAudit } from "../store/record-audit.ts";
import { exampleReport } from "../store/report.testkit.ts";
import { openWatchedReceipts } from "./watched-receipts.ts";

const NIGHT = "2026-11-22T02:00:00.000Z";

const minute = (number: number) => `2026-11-22T02:${String(number).padStart(2, "0")}:00.000Z`;

/** An audit of the night at that minute; another coverage is another result. */
const auditAt = (number: number, coverage: number, change: Partial<Report> = {}) => ({
	report: { ...exampleReport(), auditedAt: minute(number), coverage, ...change },
	record: { seen: number, coverage },
	sight: "whole" as const,
});

describeDatabases(({ open }) => {
	describe("receipts keep the contract", () => {
		receiptStoreContract(async (name) => openWatchedReceipts(await open(name)));
	});
	describe("evidence keeps the contract", () => {
		evidenceArchiveContract(async (name) => new EvidenceRows(await open(name), "watched_evidence"));
	});

	it("keep one receipt per series and night, whichever process finishes the job", async () => {
		const processes = await Promise.all(
			Array.from({ length: 8 }, async (_, at) => {
				const db = await open("main");
				const places = { store: openWatchedReceipts(db), archive: new EvidenceRows(db, "watched_evidence") };
				return recordAudit(auditAt(at, 0.5 + at / 100), { ...places, night: NIGHT });
			}),
		);
		const kept = new Set(processes.map((each) => each.status === "recorded" && each.stored.id));
		expect(kept.size).toBe(1);
		const db = await open("main");
		const all = await openWatchedReceipts(db).list(exampleReport());
		expect(all.map(({ id }) => id)).toEqual([...kept]);
		const evidence = await db.sql.selectFrom("watched_evidence").select("digest").execute();
		expect(evidence.map(({ digest }) => digest)).toEqual(all.map(({ receipt }) => receipt.evidenceDigest));
	});

	it("keep a receipt per night and series", async () => {
		const store = openWatchedReceipts(await open());
		const drafts = await Promise.all([
			createReceipt(auditAt(1, 0.5).report, "e".repeat(64)),
			createReceipt(auditAt(1, 0.5, { mode: "deep" }).report, "e".repeat(64)),
			createReceipt(auditAt(2, 0.6).report, "e".repeat(64)),
		]);
		for (const [at, draft] of drafts.entries())
			expect(await store.put(draft, at === 2 ? minute(2) : NIGHT)).toEqual(draft);
		expect(await store.list(exampleReport())).toHaveLength(2);
	});

	it("record the time of the last equal result, in any order of updates", async () => {
		const db = await open();
		const store = openWatchedReceipts(db);
		const places = { store, archive: new EvidenceRows(db, "watched_evidence") };
		await recordAudit(auditAt(1, 0.5), { ...places, night: NIGHT });
		for (const at of [9, 5]) {
			const found = await recordAudit(auditAt(at, 0.5), { ...places, night: minute(at) });
			expect(found.status).toBe("unchanged");
		}
		const rows = await db.sql.selectFrom("watched_receipt").select(["audited_at", "found_at"]).execute();
		expect(rows).toEqual([{ audited_at: minute(1), found_at: minute(9) }]);
	});

	it("are deleted with their evidence at the owner's request, all or some, but no other domain's", async () => {
		const db = await open();
		const archive = new EvidenceRows(db, "watched_evidence");
		const places = { store: openWatchedReceipts(db), archive };
		const first = await recordAudit(auditAt(1, 0.5), { ...places, night: minute(1) });
		await recordAudit(auditAt(2, 0.6), { ...places, night: minute(2) });
		const other = auditAt(3, 0.5, { domain: "other.example.com" });
		await recordAudit(other, { ...places, night: minute(3) });
		if (first.status !== "recorded") throw new RangeError("It was not kept.");
		const { domain } = exampleReport();
		const forgotten: string[] = [];
		const forget = async (digests: readonly string[]) => {
			forgotten.push(...digests);
			return 0;
		};
		const one = new Set([first.stored.id]);
		expect(await removeWatched(db, domain, one, forget)).toEqual({ receipts: 1, evidence: 1 });
		expect(forgotten).toEqual([first.stored.receipt.evidenceDigest]);
		expect(await watchedReceiptIds(db, domain)).toHaveLength(1);
		expect(await removeWatched(db, domain, "all", forget)).toEqual({ receipts: 1, evidence: 1 });
		expect(await removeWatched(db, domain, "all", forget)).toEqual({ receipts: 0, evidence: 0 });
		expect(await places.store.list(other.report)).toHaveLength(1);
		expect(await db.sql.selectFrom("watched_evidence").selectAll().execute()).toHaveLength(1);
	});

	it("are never swept or shown as an anonymous audit", async () => {
		const db = await open();
		const archive = new EvidenceRows(db, "watched_evidence");
		const { record, report } = auditAt(1, 0.5);
		const stored = await createReceipt(report, await archive.put(record));
		await openWatchedReceipts(db).put(stored, NIGHT);
		// The same audit, also stored for a stranger.
		await new EvidenceRows(db).put(record);
		const live = openSqlReceipts(db, { lifetimeMs: 1, now: () => 0 });
		await live.put(stored);
		await sweepExpired(db, Date.UTC(2100, 1));
		expect(await live.get(stored.id)).toBeUndefined();
		expect(await openWatchedReceipts(db).list(report)).toEqual([stored]);
		expect(await archive.get(stored.receipt.evidenceDigest)).toEqual(record);
	});
});
