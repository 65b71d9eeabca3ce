import { describe, expect, it } from "vitest";
import { AuditLeases } from "#store/audit-leases.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { liveReceiptIds, removeLive } from "../removal/removal-files.ts";
import { EvidenceRows } from "./evidence-table.ts";
import { at, auditOf, countRows, MINUTE, START, waitingLeaves } from "./live.testkit.ts";
import { openBriefPage } from "./live-pages.ts";
import { LIVE_LIFETIME_MS } from "./receipt-table.ts";
import { saveLiveAudit } from "./save-live-audit.ts";
import { sweepExpired } from "./sweep-expired.ts";

const site = (number: number) => ({ domain: `site-${number}.example.com` });

describeDatabases(({ open }) => {
	describe("removeLive", () => {
		async function twoAudits() {
			const db = await open();
			const first = await saveLiveAudit(db, auditOf(0));
			const second = await saveLiveAudit(db, auditOf(1, 0.5));
			await openBriefPage(db, { stored: first.stored, auditedAt: at(0), agencyName: "A", now: START });
			await saveLiveAudit(db, auditOf(0, 1, site(1)));
			return { db, first, second };
		}

		it("removes everything of one domain only", async () => {
			const { db } = await twoAudits();
			expect(await liveReceiptIds(db, "shop.example.com")).toHaveLength(2);
			const removed = { receipts: 2, evidence: 2, pages: 2 };
			expect(await removeLive(db, "shop.example.com", "all")).toEqual(removed);
			expect(await removeLive(db, "shop.example.com", "all")).toEqual({ receipts: 0, evidence: 0, pages: 0 });
			expect([await countRows(db, "receipt"), await countRows(db, "evidence"), await countRows(db, "page")]).toEqual([
				1, 1, 1,
			]);
			expect(await waitingLeaves(db)).toHaveLength(3);
		});

		it("removes named receipts of a domain, also from leases, but no other's", async () => {
			const { db, first, second } = await twoAudits();
			const target = { domain: "shop.example.com", mode: "light", now: START, ttlMs: MINUTE, leaseMs: MINUTE };
			await new AuditLeases(db).acquire({ ...target, owner: "a" });
			await saveLiveAudit(db, { ...auditOf(2, 0.5), lease: { owner: "a", mode: "light" } });
			expect(await removeLive(db, "site-1.example.com", new Set([first.stored.id]))).toMatchObject({ receipts: 0 });
			expect(await removeLive(db, "shop.example.com", new Set([second.stored.id]))).toEqual({
				receipts: 1,
				evidence: 1,
				pages: 1,
			});
			expect(await countRows(db, "audit_claim")).toBe(0);
			expect(await liveReceiptIds(db, "shop.example.com")).toEqual([first.stored.id]);
			await new EvidenceRows(db).get(first.stored.receipt.evidenceDigest);
		});

		it("does not deadlock with an audit being stored", { timeout: 120_000 }, async () => {
			const [writer, remover, sweeper] = [await open(), await open(), await open()];
			const { domain } = site(1);
			for (let round = 0; round < 40; round++) {
				const first = round * 10;
				const { stored } = await saveLiveAudit(writer, auditOf(first, 1, { domain }));
				const options = { stored, auditedAt: at(first), agencyName: "A", now: START };
				for (let pages = 0; pages < 3; pages++) await openBriefPage(writer, options);
				const audits = [1, 1, 0.5, 0.5].map((coverage, number) => {
					const mode = number === 3 ? "deep" : "light";
					return saveLiveAudit(writer, auditOf(first + number + 1, coverage, { domain, mode }));
				});
				const expiry = START + first * MINUTE + LIVE_LIFETIME_MS;
				await Promise.all([...audits, removeLive(remover, domain, "all"), sweepExpired(sweeper, expiry)]);
				await expectNoRemains(writer);
			}
			await removeLive(remover, domain, "all");
			for (const table of ["receipt", "page", "evidence"] as const)
				expect(await countRows(writer, table), table).toBe(0);
		});
	});
});

/** All files belong to a receipt. */
async function expectNoRemains({ sql }: Database): Promise<void> {
	const receipts = await sql.selectFrom("receipt").select(["id", "text"]).execute();
	const pages = await sql.selectFrom("page").select("receipt").execute();
	const evidence = await sql.selectFrom("evidence").select("digest").execute();
	const [ids, texts] = [receipts.map(({ id }) => id), receipts.map(({ text }) => text).join()];
	expect(pages.filter(({ receipt }) => !ids.includes(receipt))).toEqual([]);
	expect(evidence.filter(({ digest }) => !texts.includes(digest))).toEqual([]);
	expect(pages.length > 0, "a page wherever there is a receipt").toBe(ids.length > 0);
}
