import { expect, it, vi } from "vitest";
import { openSqlReceipts } from "#receipts/live/receipt-table.ts";
import { createReceipt } from "#receipts/store/receipt.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import { cacheReceipts } from "./live-records.ts";

const NOW = Date.UTC(2026, 10, 22);
const DAY_MS = 86_400_000;

describeDatabases(({ open }) => {
	/** Two processes with one store: the first must see what the second writes. */
	async function stage(days: readonly number[], maxText?: number) {
		const [db, other] = [await open("kept"), await open("kept")];
		const clock = { now: NOW };
		const receipts = openSqlReceipts(db, { now: () => clock.now, lifetimeMs: DAY_MS });
		const stored = await Promise.all(
			days.map((day) =>
				createReceipt({ ...exampleReport(), auditedAt: `2026-11-0${day}T00:00:00.000Z` }, "e".repeat(64)),
			),
		);
		for (const each of stored) await receipts.put(each);
		const get = vi.fn(receipts.get);
		const kept = cacheReceipts(db, { ...receipts, get }, { now: () => clock.now, ...(maxText && { maxText }) });
		return { other: other.sql, stored, get, kept, clock };
	}

	it("a receipt is read once, and extension or removal by another process is seen at once", async () => {
		const { other, stored, get, kept } = await stage([1]);
		const [{ id, receipt } = { id: "", receipt: undefined }] = stored;
		const first = await kept.get(id);
		expect(first).toMatchObject({ id, receipt, expiresMs: NOW + DAY_MS });
		await other
			.updateTable("receipt")
			.set({ expires_ms: NOW + 5 * DAY_MS })
			.where("id", "=", id)
			.execute();
		const second = await kept.get(id);
		expect(second?.expiresMs).toBe(NOW + 5 * DAY_MS);
		expect(second?.receipt).toBe(first?.receipt);
		expect(get).toHaveBeenCalledOnce();
		await other.deleteFrom("receipt").where("id", "=", id).execute();
		expect(await kept.get(id)).toBeUndefined();
	});

	it("expired receipts are not returned", async () => {
		const { stored, kept, clock } = await stage([1]);
		const id = stored[0]?.id ?? "";
		expect(await kept.get(id)).toBeDefined();
		clock.now = NOW + DAY_MS;
		expect(await kept.get(id)).toBeUndefined();
		expect(await kept.newest(exampleReport(), 5)).toEqual([]);
	});

	it("a series is listed newest first, without receipts removed by another process", async () => {
		const { other, stored, get, kept } = await stage([1, 3, 2]);
		const ids = stored.map(({ id }) => id);
		const newest = async () => (await kept.newest(exampleReport(), 2)).map(({ id }) => id);
		expect(await newest()).toEqual([ids[1], ids[2]]);
		expect(await newest()).toEqual([ids[1], ids[2]]);
		expect(get).toHaveBeenCalledTimes(2);
		await other
			.deleteFrom("receipt")
			.where("id", "=", ids[1] ?? "")
			.execute();
		expect(await newest()).toEqual([ids[2], ids[0]]);
	});

	it("the cache is bounded", async () => {
		const { stored, get, kept } = await stage([1, 2], 1);
		for (let round = 0; round < 2; round++) for (const { id } of stored) await kept.get(id);
		expect(get).toHaveBeenCalledTimes(4);
	});
});
