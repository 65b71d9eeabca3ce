import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { describePostgres } from "#store/database.testkit.ts";
import { openDatabase } from "#store/database.ts";
import { createReceipt } from "../store/receipt.ts";
import { receiptText } from "../store/receipt-text.ts";
import { exampleReport } from "../store/report.testkit.ts";
import { openWatchedReceipts } from "./watched-receipts.ts";
import { openWatchedSites, publishWatchedSites } from "./watched-sites.ts";

const receiptAt = (domain: string, minute: number, coverage = 1) =>
	createReceipt(
		{ ...exampleReport(), domain, auditedAt: `2026-11-22T02:0${minute}:00.000Z`, coverage },
		"e".repeat(64),
	);

describePostgres(({ fresh }) => {
	it("shows what the watchlist makes public, under its agency's name, and nothing else", async () => {
		const reports = await mkdtemp(join(tmpdir(), "sightline-watched-"));
		await mkdir(join(reports, "agencies"));
		await writeFile(join(reports, "agencies", "north.json"), JSON.stringify({ name: "Northlight Partners" }));
		const watch = (...entries: object[]) => writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries }));
		const settings = readEnvironment({ DATABASE_URL: await fresh(), SIGHTLINE_REPORTS: reports });
		const db = await openDatabase({ url: settings.databaseUrl, file: "" });
		const [sites, store] = [openWatchedSites(db), openWatchedReceipts(db)];
		const first = await receiptAt("one.example.com", 1);
		const second = await receiptAt("one.example.com", 2, 0.9);
		const other = await receiptAt("two.example.com", 1);
		for (const each of [first, second, other]) await store.put(each, each.receipt.auditedAt);
		await store.confirm(second.id, "2026-11-23T02:00:00.000Z");

		await watch({ domain: "one.example.com", agency: "north", wall: false }, { domain: "new.example.com" });
		await publishWatchedSites(settings, 1);
		expect(await sites.page("one.example.com")).toEqual({
			domain: "one.example.com",
			listed: false,
			agencyName: "Northlight Partners",
			stored: second,
			auditedAt: "2026-11-23T02:00:00.000Z",
			leafIndex: undefined,
			history: [second, first],
		});
		const text = await receiptText(first.receipt);
		expect(await sites.receipt(first.id)).toEqual({ stored: first, text, leafIndex: undefined, listed: false });
		for (const domain of ["new.example.com", "two.example.com"]) expect(await sites.page(domain)).toBeUndefined();
		expect(await sites.receipt(other.id)).toBeUndefined();

		await watch({ domain: "two.example.com" });
		await publishWatchedSites(settings, 2);
		expect(await sites.page("one.example.com")).toBeUndefined();
		expect(await sites.receipt(first.id)).toBeUndefined();
		expect(await sites.page("two.example.com")).toMatchObject({ listed: true, agencyName: "", stored: other });
		await db.close();
	});
});
