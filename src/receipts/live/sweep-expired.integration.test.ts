import { describe, expect, it } from "vitest";
import { AuditLeases } from "#store/audit-leases.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { liveReceiptIds } from "../removal/removal-files.ts";
import { EvidenceRows } from "./evidence-table.ts";
import { at, auditOf, countRows, MINUTE, START, waitingLeaves } from "./live.testkit.ts";
import { openBriefPage, openPageTable } from "./live-pages.ts";
import { checkLiveReceipts, LIVE_LIFETIME_MS } from "./receipt-table.ts";
import { saveLiveAudit } from "./save-live-audit.ts";
import { openSubmissions } from "./submissions.ts";
import { sweepExpired } from "./sweep-expired.ts";

const NOTHING = { pages: 0, receipts: 0, evidence: 0, submissions: 0 };
const DAY = 86_400_000;
const site = (number: number) => ({ domain: `site-${number}.example.com` });

/** Like a seal. */
async function markAll(db: Database): Promise<void> {
	const submissions = openSubmissions(db);
	await submissions.markLogged((await submissions.pending()).map((leaf, index) => ({ leaf, index })));
}

describeDatabases(({ open }) => {
	describe("sweepExpired", () => {
		it("deletes only expired rows", async () => {
			const db = await open();
			await saveLiveAudit(db, auditOf(0, 1, site(1)));
			await saveLiveAudit(db, auditOf(10, 1, site(2)));
			const end = START + LIVE_LIFETIME_MS;
			expect(await sweepExpired(db, end - 1)).toEqual(NOTHING);
			expect(await sweepExpired(db, end)).toEqual({ ...NOTHING, pages: 1, receipts: 1, evidence: 1 });
			expect(await sweepExpired(db, end)).toEqual(NOTHING);
			expect(await openPageTable(db).get("site-2.example.com", end)).toBeDefined();
		});

		it("keeps pending submissions, and deletes them once they are logged", async () => {
			const db = await open();
			await saveLiveAudit(db, auditOf(0, 1, site(1)));
			await saveLiveAudit(db, auditOf(5, 1, site(1)));
			const end = START + LIVE_LIFETIME_MS + 5 * MINUTE;
			expect(await sweepExpired(db, end)).toMatchObject({ receipts: 1, submissions: 0 });
			expect(await waitingLeaves(db)).toEqual(["audit 0", "recheck 5"]);
			await markAll(db);
			await saveLiveAudit(db, auditOf(5, 1, site(2)));
			await markAll(db);
			expect(await countRows(db, "submission")).toBe(2);
			expect(await sweepExpired(db, end - 1)).toEqual({ ...NOTHING, submissions: 1 });
			expect(await countRows(db, "submission")).toBe(1);
		});

		it("deletes leases older than a day, and keeps active ones", async () => {
			const db = await open();
			const leases = new AuditLeases(db);
			const target = { mode: "light", now: START, ttlMs: MINUTE, leaseMs: MINUTE, owner: "a" };
			await leases.acquire({ ...target, domain: "shop.example.com" });
			await saveLiveAudit(db, { ...auditOf(0), lease: { owner: "a", mode: "light" } });
			await leases.acquire({ ...target, ...site(1), now: START + DAY });
			await sweepExpired(db, START + DAY - 1);
			expect(await countRows(db, "audit_claim")).toBe(2);
			await sweepExpired(db, START + DAY + 2);
			const left = await db.sql.selectFrom("audit_claim").select("domain").execute();
			expect(left).toEqual([site(1)]);
		});

		it("is safe to run twice concurrently, in batches", { timeout: 60_000 }, async () => {
			const [one, two] = [await open(), await open()];
			// One more than a batch.
			for (let number = 0; number < 101; number++) await saveLiveAudit(one, auditOf(0, 1, site(number)));
			expect(await checkLiveReceipts(one)).toEqual({ receipts: 101, faults: [] });
			await saveLiveAudit(one, auditOf(10, 1, site(1)));
			const end = START + LIVE_LIFETIME_MS;
			const [a, b] = await Promise.all([sweepExpired(one, end), sweepExpired(two, end)]);
			expect([a.pages + b.pages, a.receipts + b.receipts, a.evidence + b.evidence]).toEqual([100, 100, 100]);
			expect([await countRows(one, "receipt"), await countRows(one, "page")]).toEqual([1, 1]);
		});

		it("does not delete a receipt confirmed at the same time", { timeout: 60_000 }, async () => {
			const [one, two] = [await open(), await open()];
			for (let number = 0; number < 25; number++) {
				const { stored } = await saveLiveAudit(one, auditOf(0, 1, site(number)));
				const options = { stored, auditedAt: at(0), agencyName: "A", now: START };
				// Not in the order of names.
				for (const ending of ["b", "a", "c"]) await openBriefPage(one, { ...options, randomEnding: () => ending });
			}
			const end = START + LIVE_LIFETIME_MS;
			const kept = Array.from({ length: 25 }, (_, number) =>
				// The receipt has expired by the sweep's clock, but not by this process's.
				saveLiveAudit(one, { ...auditOf(1, 1, site(number)), now: end - 1 }),
			);
			const [results] = await Promise.all([Promise.all(kept), sweepExpired(two, end)]);
			for (const { stored } of results) {
				expect(await liveReceiptIds(one, stored.receipt.domain)).toContain(stored.id);
				expect(await openPageTable(one).get(stored.receipt.domain, end)).toMatchObject({ receipt: stored.id });
				await new EvidenceRows(one).get(stored.receipt.evidenceDigest);
			}
		});
	});

	describe("checkLiveReceipts", () => {
		it.each([
			["its text", { text: "{}" }, /is not a receipt/],
			["its domain", { domain: "other.example.com" }, /other\.example\.com/],
			["its time", { audited_at: at(7) }, /2026-11-22T00:07/],
		])("names a receipt of which %s was changed", async (_, change, says) => {
			const db = await open();
			const { stored } = await saveLiveAudit(db, auditOf(0));
			await saveLiveAudit(db, auditOf(0, 1, site(1)));
			await db.sql.updateTable("receipt").set(change).where("id", "=", stored.id).execute();
			const { receipts, faults } = await checkLiveReceipts(db);
			expect({ receipts, faults }).toEqual({
				receipts: 1,
				faults: [expect.objectContaining({ file: `live receipt ${stored.id}`, says: expect.stringMatching(says) })],
			});
		});

		it("names a receipt that was never submitted to the log", async () => {
			const db = await open();
			await saveLiveAudit(db, auditOf(0));
			await db.sql.deleteFrom("submission").execute();
			expect((await checkLiveReceipts(db)).faults).toMatchObject([
				{ says: expect.stringContaining("never submitted") },
			]);
		});
	});
});
