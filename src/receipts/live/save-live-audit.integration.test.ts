import { describe, expect, it } from "vitest";
import { AuditLeases } from "#store/audit-leases.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { exampleReport } from "../store/report.testkit.ts";
import { EvidenceRows } from "./evidence-table.ts";
import { at, auditOf, countRows, MINUTE, START, waitingLeaves } from "./live.testkit.ts";
import { openBriefPage, openPageTable } from "./live-pages.ts";
import { LIVE_LIFETIME_MS, listSeries, openSqlReceipts } from "./receipt-table.ts";
import { saveLiveAudit } from "./save-live-audit.ts";
import { openSubmissions } from "./submissions.ts";
import { sweepExpired } from "./sweep-expired.ts";

describeDatabases(({ open }) => {
	describe("saveLiveAudit", () => {
		it("stores receipt, evidence, submission and page", async () => {
			const db = await open();
			const options = auditOf(0);
			const { stored, auditedAt, place } = await saveLiveAudit(db, options);
			expect({ auditedAt, place }).toEqual({ auditedAt: at(0), place: { state: "pending" } });
			expect(await openSqlReceipts(db, { now: () => options.now }).list(options.report)).toEqual([stored]);
			expect(await new EvidenceRows(db).get(stored.receipt.evidenceDigest)).toEqual(options.evidence);
			expect(await openSubmissions(db).pending()).toEqual([{ kind: "audit", receipt: stored.id, auditedAt: at(0) }]);
			expect(await openPageTable(db).get("shop.example.com", options.now)).toEqual({
				slug: "shop.example.com",
				mode: "light",
				domain: "shop.example.com",
				agencyName: "",
				receipt: stored.id,
				auditedAt: at(0),
				expiresMs: options.now + LIVE_LIFETIME_MS,
			});
		});

		it("confirms the last receipt for an equal result, and extends it with all its pages", async () => {
			const db = await open();
			const { stored } = await saveLiveAudit(db, auditOf(0));
			const { slug } = await openBriefPage(db, { stored, auditedAt: at(0), agencyName: "An agency", now: START });
			const later = auditOf(90, 1, { responses: [] });
			expect(await saveLiveAudit(db, later)).toEqual({ stored, auditedAt: at(90), place: { state: "pending" } });
			expect([await countRows(db, "receipt"), await countRows(db, "evidence")]).toEqual([1, 1]);
			expect(await waitingLeaves(db)).toEqual(["audit 0", "recheck 90"]);
			const expiresMs = later.now + LIVE_LIFETIME_MS;
			expect(await openSqlReceipts(db, { now: () => START }).get(stored.id)).toMatchObject({ expiresMs });
			for (const each of ["shop.example.com", slug])
				expect(await openPageTable(db).get(each, START)).toMatchObject({ auditedAt: at(90), expiresMs });
		});

		it("writes a new receipt for a different result, even one of an older receipt", async () => {
			const db = await open();
			for (const [minute, coverage] of [1, 0.9, 1].entries()) await saveLiveAudit(db, auditOf(minute, coverage));
			expect(await waitingLeaves(db)).toEqual(["audit 0", "audit 1", "audit 2"]);
			const [newest] = await listSeries(db, exampleReport(), { now: START });
			expect(await openPageTable(db).get("shop.example.com", START)).toMatchObject({ receipt: newest?.id });
		});

		it("ignores an audit that may have failed because of us, and a truncated one that saw less", async () => {
			const db = await open();
			await saveLiveAudit(db, auditOf(0));
			const tables = ["receipt", "evidence", "page", "submission"] as const;
			const rows = () => Promise.all(tables.map((table) => db.sql.selectFrom(table).selectAll().execute()));
			const before = await rows();
			const failure = { code: "name-lookup-failed", says: "It could not be looked up." } as const;
			const unseen = { ...auditOf(1, 0, { ok: false, failure }), sight: "none" } as const;
			expect(await saveLiveAudit(db, unseen)).toMatchObject({ place: { state: "unsaved" } });
			expect(await saveLiveAudit(db, { ...auditOf(2, 0.9), sight: "cut" })).toMatchObject({
				place: { state: "unsaved" },
			});
			expect(await rows()).toEqual(before);
			expect(await saveLiveAudit(db, { ...auditOf(3), sight: "cut" })).toMatchObject({ place: { state: "pending" } });
		});

		it("keeps the evidence of the newest 2 of each series", async () => {
			const db = await open();
			await saveLiveAudit(db, auditOf(0, 1, { mode: "deep" }));
			for (const minute of [1, 2, 3, 4, 5]) await saveLiveAudit(db, auditOf(minute, 1 - minute / 100));
			expect([await countRows(db, "receipt"), await countRows(db, "evidence")]).toEqual([6, 3]);
			for (const { receipt } of await listSeries(db, exampleReport(), { now: START, most: 2 }))
				await new EvidenceRows(db).get(receipt.evidenceDigest);
		});

		it("stores and shows a failed audit", async () => {
			const db = await open();
			await saveLiveAudit(db, auditOf(0));
			const { scores: _, ...failed } = auditOf(1, 0).report;
			const failure = { code: "connection-refused", says: "Nothing listens there." } as const;
			const { stored } = await saveLiveAudit(db, { ...auditOf(1), report: { ...failed, ok: false, failure } });
			expect(await openPageTable(db).get("shop.example.com", START)).toMatchObject({ receipt: stored.id });
		});

		it("is a no-op for the same audit", async () => {
			const db = await open();
			const first = await saveLiveAudit(db, auditOf(0));
			expect(await saveLiveAudit(db, auditOf(0))).toEqual(first);
			await saveLiveAudit(db, auditOf(5));
			await saveLiveAudit(db, auditOf(5));
			expect(await waitingLeaves(db)).toEqual(["audit 0", "recheck 5"]);
			await saveLiveAudit(db, auditOf(6, 0.5));
			expect((await saveLiveAudit(db, auditOf(0))).stored).toEqual(first.stored);
			expect(await waitingLeaves(db)).toEqual(["audit 0", "audit 6", "recheck 5"]);
		});

		it("keeps the first of 2 audits of a series in the same millisecond", async () => {
			const [one, two] = [await open(), await open()];
			const kept = await Promise.all([saveLiveAudit(one, auditOf(0)), saveLiveAudit(two, auditOf(0, 0.5))]);
			expect(kept[0]?.stored).toEqual(kept[1]?.stored);
			expect([await countRows(one, "receipt"), await waitingLeaves(one)]).toEqual([1, ["audit 0"]]);
		});

		it("keeps one receipt when many processes have the same result at once", async () => {
			const databases = await Promise.all([open(), open(), open()]);
			const orders = Array.from({ length: 12 }, (_, minute) => auditOf(minute));
			const kept = await Promise.all(
				orders.map((options, number) => saveLiveAudit(databases[number % 3] as Database, options)),
			);
			expect(new Set(kept.map(({ stored }) => stored.id)).size).toBe(1);
			expect(await waitingLeaves(databases[0] as Database)).toHaveLength(12);
		});

		it("does not go back if a clock was set back", async () => {
			const db = await open();
			await saveLiveAudit(db, auditOf(10));
			const newest = await saveLiveAudit(db, auditOf(20, 0.5));
			expect(await saveLiveAudit(db, auditOf(15, 0.5))).toMatchObject({ stored: newest.stored, auditedAt: at(20) });
			await saveLiveAudit(db, auditOf(12, 0.7));
			expect(await openPageTable(db).get("shop.example.com", START)).toMatchObject({
				receipt: newest.stored.id,
				auditedAt: at(20),
			});
		});

		it("shows the last result if a writer was overtaken, even if its receipt is newer", async () => {
			const db = await open();
			const { stored } = await saveLiveAudit(db, auditOf(0));
			await saveLiveAudit(db, auditOf(20));
			const late = await saveLiveAudit(db, auditOf(10, 0.5));
			const [newest] = await listSeries(db, auditOf(0).report, { now: 0 });
			expect(newest?.id).toBe(late.stored.id);
			expect(await openPageTable(db).get("shop.example.com", 0)).toMatchObject({
				receipt: stored.id,
				auditedAt: at(20),
			});
		});

		it("returns the receipt's place in the log", async () => {
			const db = await open();
			const { stored } = await saveLiveAudit(db, auditOf(0));
			const leaf = { kind: "audit", receipt: stored.id, auditedAt: at(0) } as const;
			await openSubmissions(db).markLogged([{ leaf, index: 0 }]);
			expect(await saveLiveAudit(db, auditOf(9))).toMatchObject({ place: { state: "logged", logIndex: 0 } });
		});

		it("writes a new receipt if the last one has expired or was changed", async () => {
			const db = await open();
			const { stored } = await saveLiveAudit(db, { ...auditOf(0), lifetimeMs: MINUTE });
			const second = await saveLiveAudit(db, auditOf(1));
			expect(second.stored.id).not.toBe(stored.id);
			await db.sql.updateTable("receipt").set({ text: "{}" }).where("id", "=", second.stored.id).execute();
			const third = await saveLiveAudit(db, auditOf(2));
			expect([stored.id, second.stored.id]).not.toContain(third.stored.id);
		});

		it("ends the lease in the same transaction, unless another has taken it over", async () => {
			const db = await open();
			const leases = new AuditLeases(db);
			const target = { domain: "shop.example.com", mode: "light", now: START, ttlMs: MINUTE, leaseMs: 1000 };
			expect(await leases.acquire({ ...target, owner: "a" })).toEqual({ kind: "acquired" });
			const { stored } = await saveLiveAudit(db, { ...auditOf(0), lease: { owner: "a", mode: "light" } });
			const fresh = { kind: "finished", receipt: stored.id, auditedAt: at(0), finishedMs: START };
			expect(await leases.acquire({ ...target, owner: "b" })).toEqual(fresh);
			await saveLiveAudit(db, { ...auditOf(5, 0.5), lease: { owner: "stranger", mode: "light" } });
			expect(await leases.acquire({ ...target, owner: "b" })).toEqual(fresh);
		});

		it("writes nothing if any of its statements fails", async () => {
			const db = await open();
			for (const table of ["page", "submission", "evidence"] as const) {
				await db.sql.schema.alterTable(table).renameTo("away").execute();
				await expect(saveLiveAudit(db, auditOf(0))).rejects.toThrow(table);
				await db.sql.schema.alterTable("away").renameTo(table).execute();
			}
			expect([await countRows(db, "receipt"), await countRows(db, "evidence"), await waitingLeaves(db)]).toEqual([
				0,
				0,
				[],
			]);
		});
	});

	describe("openBriefPage", () => {
		it("opens pages at unique addresses", async () => {
			const db = await open();
			const { stored } = await saveLiveAudit(db, auditOf(0));
			const endings = ["aaaaaaaa", "aaaaaaaa", "bbbbbbbb"];
			const options = { stored, auditedAt: at(0), agencyName: "One & Co", now: START };
			const randomEnding = () => endings.shift() ?? "";
			const one = await openBriefPage(db, { ...options, randomEnding });
			const two = await openBriefPage(db, { ...options, randomEnding });
			expect([one.slug, two.slug]).toEqual(["shop.example.com~aaaaaaaa", "shop.example.com~bbbbbbbb"]);
			const usual = await openBriefPage(db, options);
			expect(usual.slug).toMatch(/^shop\.example\.com~[a-z0-9]{8}$/);
			expect(await openPageTable(db).get(usual.slug, START)).toEqual(usual);
			await expect(openBriefPage(db, { ...options, randomEnding: () => "aaaaaaaa" })).rejects.toThrow("all taken");
		});

		it("extends the receipt to the page's expiry", async () => {
			const db = await open();
			const { stored } = await saveLiveAudit(db, { ...auditOf(0), lifetimeMs: MINUTE });
			const page = await openBriefPage(db, { stored, auditedAt: at(0), agencyName: "A", now: START + 1000 });
			expect(await sweepExpired(db, page.expiresMs - 1)).toMatchObject({ pages: 0, receipts: 0 });
			expect(await sweepExpired(db, page.expiresMs)).toMatchObject({ pages: 2, receipts: 1 });
		});

		it("opens the domain's own page without a name, which shows the newest audit", async () => {
			const db = await open();
			const older = await saveLiveAudit(db, auditOf(0));
			const options = { stored: older.stored, auditedAt: at(0), agencyName: "", now: START + MINUTE };
			const page = await openBriefPage(db, options);
			expect(page).toMatchObject({ slug: "shop.example.com", expiresMs: START + MINUTE + LIVE_LIFETIME_MS });
			const newer = await saveLiveAudit(db, auditOf(1, 0.5));
			expect(await openBriefPage(db, options)).toMatchObject({ receipt: newer.stored.id });
			await db.sql.deleteFrom("page").execute();
			expect(await openBriefPage(db, options)).toMatchObject({ receipt: older.stored.id });
		});

		it("refuses a missing receipt", async () => {
			const db = await open();
			const { stored } = await saveLiveAudit(db, auditOf(0));
			await db.sql.deleteFrom("receipt").execute();
			const options = { stored, auditedAt: at(0), agencyName: "A", now: START };
			await expect(openBriefPage(db, options)).rejects.toMatchObject({ code: "receipt-invalid" });
			expect(await openPageTable(db).get(`${stored.receipt.domain}`, START)).toBeDefined();
		});
	});
});
