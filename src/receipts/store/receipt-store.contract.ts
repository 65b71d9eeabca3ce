import { expect, it } from "vitest";
import type { Receipt } from "#core/receipt.ts";
import { createReceipt } from "./receipt.ts";
import type { ReceiptStore } from "./receipt-store.ts";
import { exampleReport } from "./report.testkit.ts";

const EVIDENCE = "e".repeat(64);

/** Contract of every receipt store. @param open creates an empty one, or reopens the one of that name */
export function receiptStoreContract(open: (name: string) => Promise<ReceiptStore>): void {
	const at = (auditedAt: string, change: Partial<Receipt> = {}) =>
		createReceipt({ ...exampleReport(), auditedAt, ...change }, EVIDENCE);

	it("lists stored receipts newest first, also after reopening", async () => {
		const store = await open("list");
		const older = await at("2026-01-01T00:00:00.000Z");
		const newer = await at("2026-02-01T00:00:00.000Z");
		await store.put(newer);
		await store.put(older);
		expect(await store.list(older.receipt)).toEqual([newer, older]);
		expect(await (await open("list")).list(older.receipt)).toEqual([newer, older]);
		expect(await store.list(older.receipt, 1)).toEqual([newer]);
	});

	it("keeps series apart: domain, source and mode", async () => {
		const store = await open("series");
		const time = "2026-01-01T00:00:00.000Z";
		const all = await Promise.all([
			at(time),
			at(time, { source: "folder" }),
			at(time, { mode: "deep" }),
			at(time, { domain: "other.example.com" }),
		]);
		for (const stored of all) await store.put(stored);
		for (const stored of all) expect(await store.list(stored.receipt)).toEqual([stored]);
	});

	it("stores the same receipt once", async () => {
		const store = await open("twice");
		const stored = await at("2026-01-01T00:00:00.000Z");
		expect(await store.put(stored)).toEqual(stored);
		expect(await store.put(stored)).toEqual(stored);
		expect(await store.list(stored.receipt)).toEqual([stored]);
	});

	it("refuses another receipt of the same series and time, and keeps the first", async () => {
		const store = await open("conflict");
		const first = await at("2026-01-01T00:00:00.000Z");
		const second = await at("2026-01-01T00:00:00.000Z", { coverage: 0.7 });
		await store.put(first);
		await expect(store.put(second)).rejects.toMatchObject({ code: "receipt-conflict" });
		expect(await store.list(first.receipt)).toEqual([first]);
	});

	it("lists nothing for an unknown domain", async () => {
		const store = await open("empty");
		expect(await store.list({ domain: "new.example.com", source: "network", mode: "light" })).toEqual([]);
	});

	it("stores many concurrent receipts", async () => {
		const store = await open("many");
		const all = await Promise.all(
			Array.from({ length: 30 }, (_, index) => at(`2026-01-01T00:00:00.${String(index).padStart(3, "0")}Z`)),
		);
		await Promise.all(all.map((stored) => store.put(stored)));
		expect(await store.list(exampleReport())).toHaveLength(30);
	});
}
