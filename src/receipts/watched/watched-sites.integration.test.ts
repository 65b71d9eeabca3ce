import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { describePostgres } from "#store/database.testkit.ts";
import { openDatabase } from "#store/database.ts";
import { lockWatchedSites } from "../live/locks.ts";
import { createReceipt, receiptText } from "../store/receipt.ts";
import { exampleReport } from "../store/report.testkit.ts";
import { openWatchedReceipts } from "./watched-receipts.ts";
import { openWatchedSites, publishWatchedSites } from "./watched-sites.ts";

const receiptAt = (domain: string, minute: number, coverage = 1) =>
	createReceipt(
		{ ...exampleReport(), domain, auditedAt: `2026-11-22T02:0${minute}:00.000Z`, coverage },
		"e".repeat(64),
	);

describePostgres(({ fresh }) => {
	it("shows exactly the public sites of the watchlist, under their agency's name", async () => {
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
			agency: "north",
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

		// While there is no audit of the mode that it is watched in, the others are shown.
		await watch({ domain: "one.example.com", mode: "deep" });
		await publishWatchedSites(settings, 2);
		expect(await sites.page("one.example.com")).toMatchObject({ stored: second });
		const deep = await createReceipt({ ...first.receipt, mode: "deep" }, "e".repeat(64));
		await store.put(deep, "deep");
		expect(await sites.page("one.example.com")).toMatchObject({ stored: deep, history: [deep] });

		await watch({ domain: "two.example.com" });
		await publishWatchedSites(settings, 3);
		expect(await sites.page("one.example.com")).toBeUndefined();
		expect(await sites.receipt(first.id)).toBeUndefined();
		expect(await sites.page("two.example.com")).toMatchObject({ listed: true, agencyName: "", stored: other });
		await db.close();
	});

	/** The reports of a night, and what Postgres shows of them. */
	async function nightly() {
		const url = await fresh();
		const reports = await mkdtemp(join(tmpdir(), "sightline-watched-"));
		const settings = readEnvironment({ DATABASE_URL: url, SIGHTLINE_REPORTS: reports });
		const db = await openDatabase({ url, file: "" });
		const shown = async () => {
			const rows = await db.sql.selectFrom("watched_site").select("domain").orderBy("domain").execute();
			return rows.map(({ domain }) => domain);
		};
		const list = join(reports, "watchlist.json");
		const watch = (domains: readonly string[]) =>
			writeFile(list, JSON.stringify({ entries: domains.map((domain) => ({ domain })) }));
		return { url, reports, list, settings, db, shown, watch };
	}

	it("shows the whole list after concurrent rescans", async () => {
		const { settings, db, shown, watch } = await nightly();
		const domains = Array.from({ length: 1_600 }, (_, index) => `site-${1_000 + index}.example.com`);
		await watch(domains);
		await Promise.all([1, 2, 3, 4, 5, 6].map((now) => publishWatchedSites(settings, now)));
		expect(await shown()).toEqual(domains);
		await db.close();
	});

	it("waits for another rescan longer than the statement timeout", async () => {
		const { url, reports, db, shown, watch } = await nightly();
		const hasty = readEnvironment({ DATABASE_URL: `${url}?statement_timeout=100`, SIGHTLINE_REPORTS: reports });
		await watch(["one.example.com"]);
		const waiting = await db.sql.transaction().execute(async (trx) => {
			await lockWatchedSites(trx);
			const published = publishWatchedSites(hasty);
			// Awaited below: until then a failure is nobody's, which would end the process.
			published.catch(() => {});
			await pause(500);
			return { published };
		});
		await waiting.published;
		expect(await shown()).toEqual(["one.example.com"]);
		await db.close();
	});

	it("keeps showing public sites if the list is invalid or missing, with a note", async () => {
		const { list, settings, db, shown, watch } = await nightly();
		await watch(["one.example.com", "two.example.com"]);
		expect(await publishWatchedSites(settings, 1)).toBeUndefined();
		await writeFile(list, '{"entries": [');
		expect(await publishWatchedSites(settings, 2)).toMatch(/were not updated.*is not JSON/);
		await rm(list);
		expect(await publishWatchedSites(settings, 3)).toContain(`There is no ${list}`);
		expect(await shown()).toEqual(["one.example.com", "two.example.com"]);
		await watch([]);
		expect(await publishWatchedSites(settings, 4)).toBeUndefined();
		expect(await shown()).toEqual([]);
		await db.close();
	});
});
