import { describe, expect, it } from "vitest";
import { describeDatabases } from "#store/database.testkit.ts";
import { evidenceArchiveContract } from "../store/evidence-archive.contract.ts";
import { createReceipt } from "../store/receipt.ts";
import { receiptStoreContract } from "../store/receipt-store.contract.ts";
import { exampleReport } from "../store/report.testkit.ts";
import { EvidenceRows } from "./evidence-table.ts";
import { type LivePage, openPageTable } from "./live-pages.ts";
import { listSeries, openSqlReceipts } from "./receipt-table.ts";
import { submissionsContract } from "./submissions.contract.ts";
import { openSubmissions } from "./submissions.ts";

const EVIDENCE = "e".repeat(64);
const NOW = Date.UTC(2026, 10, 22);

describeDatabases(({ open }) => {
	describe("receipts keep the contract", () => {
		receiptStoreContract(async (name) => openSqlReceipts(await open(name)));
	});
	describe("evidence keeps the contract", () => {
		evidenceArchiveContract(async (name) => new EvidenceRows(await open(name)));
	});
	describe("submissions keep the contract", () => {
		submissionsContract(async (name) => openSubmissions(await open(name)));
	});

	describe("a receipt", () => {
		it("is found by id, with its text", async () => {
			const receipts = openSqlReceipts(await open(), { now: () => NOW, lifetimeMs: 1000 });
			const stored = await createReceipt(exampleReport(), EVIDENCE);
			await receipts.put(stored);
			expect(await receipts.get(stored.id)).toMatchObject({ ...stored, expiresMs: NOW + 1000 });
			const digest = await crypto.subtle.digest("SHA-256", Buffer.from((await receipts.text(stored.id)) ?? ""));
			expect(Buffer.from(digest).toString("hex")).toBe(stored.id);
			expect(await receipts.get("0".repeat(64))).toBeUndefined();
		});

		it("is absent after it expires", async () => {
			const db = await open();
			let now = NOW;
			const receipts = openSqlReceipts(db, { now: () => now, lifetimeMs: 1000 });
			const stored = await createReceipt(exampleReport(), EVIDENCE);
			await receipts.put(stored);
			now += 999;
			expect(await receipts.list(stored.receipt)).toHaveLength(1);
			now += 1;
			expect(await receipts.list(stored.receipt)).toEqual([]);
			expect(await receipts.get(stored.id)).toBeUndefined();
			expect(await receipts.text(stored.id)).toBeUndefined();
		});

		it.each([
			["one byte of it", (text: string) => text.replace('"overall":71', '"overall":72')],
			["its form", (text: string) => ` ${text}`],
			["all of it", () => "{}"],
		])("is refused when %s was changed", async (_, change) => {
			const db = await open();
			const receipts = openSqlReceipts(db);
			const stored = await createReceipt(exampleReport(), EVIDENCE);
			await receipts.put(stored);
			const text = (await receipts.text(stored.id)) ?? "";
			await db.sql
				.updateTable("receipt")
				.set({ text: change(text) })
				.execute();
			const refusal = { code: "receipt-invalid", message: expect.stringContaining(stored.id.slice(0, 16)) };
			await expect(receipts.get(stored.id)).rejects.toMatchObject(refusal);
			await expect(receipts.list(stored.receipt)).rejects.toMatchObject(refusal);
		});

		it("is refused under another id", async () => {
			const db = await open();
			const stored = await createReceipt(exampleReport(), EVIDENCE);
			await openSqlReceipts(db).put(stored);
			await db.sql
				.updateTable("receipt")
				.set({ id: "0".repeat(64) })
				.execute();
			await expect(openSqlReceipts(db).get("0".repeat(64))).rejects.toMatchObject({
				message: expect.stringContaining("is another receipt"),
			});
		});
	});

	it("has no row for a logged recheck", async () => {
		const db = await open();
		const submissions = openSubmissions(db);
		const leaves = (["audit", "recheck"] as const).map((kind) => ({
			kind,
			receipt: "a".repeat(64),
			auditedAt: new Date(NOW).toISOString(),
		}));
		for (const leaf of leaves) await submissions.submit(leaf);
		await submissions.markLogged(leaves.map((leaf, index) => ({ leaf, index })));
		const rows = await db.sql.selectFrom("submission").select(["kind", "leaf_index"]).execute();
		expect(rows).toEqual([{ kind: "audit", leaf_index: 0 }]);
	});

	it("can be listed by series, newest first", async () => {
		const db = await open();
		const receipts = openSqlReceipts(db, { now: () => NOW });
		const ids: string[] = [];
		for (const day of [1, 3, 2]) {
			const stored = await createReceipt({ ...exampleReport(), auditedAt: `2026-11-0${day}T00:00:00.000Z` }, EVIDENCE);
			await receipts.put(stored);
			ids.push(stored.id);
		}
		const newest = await listSeries(db, exampleReport(), { now: NOW, most: 2 });
		expect(newest.map(({ id }) => id)).toEqual([ids[1], ids[2]]);
	});

	describe("pages", () => {
		const page: LivePage = {
			slug: "example.com",
			mode: "light",
			domain: "example.com",
			agencyName: "",
			receipt: "a".repeat(64),
			auditedAt: "2026-11-21T02:00:00.000Z",
			expiresMs: NOW,
		};

		it("prefer the light audit to the deep one, and do not show expired ones", async () => {
			const pages = openPageTable(await open());
			const deep: LivePage = { ...page, mode: "deep", expiresMs: NOW + 1000 };
			expect(await pages.get("example.com", NOW - 1)).toBeUndefined();
			await pages.put(deep);
			expect(await pages.get("example.com", NOW - 1)).toEqual(deep);
			await pages.put(page);
			expect(await pages.get("example.com", NOW - 1)).toEqual(page);
			expect(await pages.get("example.com", NOW)).toEqual(deep);
			expect(await pages.get("example.com", NOW + 1000)).toBeUndefined();
			expect(await pages.get("example.org", NOW - 1)).toBeUndefined();
		});

		it("are replaced entirely", async () => {
			const pages = openPageTable(await open());
			await pages.put({ ...page, agencyName: "An agency" });
			const next: LivePage = { ...page, receipt: "b".repeat(64), auditedAt: "2026-11-22T02:00:00.000Z" };
			await pages.put(next);
			expect(await pages.get("example.com", 0)).toEqual(next);
		});
	});
});
