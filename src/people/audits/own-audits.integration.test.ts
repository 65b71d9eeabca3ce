import { describe, expect, it } from "vitest";
import { savePrivateAudit } from "#receipts/live/held-receipts.ts";
import { at, auditOf, START } from "#receipts/live/live.testkit.ts";
import { checkLiveReceipts, LIVE_LIFETIME_MS, openSqlReceipts } from "#receipts/live/receipt-table.ts";
import { saveLiveAudit } from "#receipts/live/save-live-audit.ts";
import { openSubmissions } from "#receipts/live/submissions.ts";
import { sweepExpired } from "#receipts/live/sweep-expired.ts";
import { removeLive } from "#receipts/removal/removal-files.ts";
import { createReceipt } from "#receipts/store/receipt.ts";
import type { PictureFacts } from "#site/badge/picture-facts.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { addUser } from "../agencies/agency-rows.testkit.ts";
import { NOTHING_KNOWN } from "../watched/watched-domains.ts";
import { OwnAudits, recordOwn } from "./own-audits.ts";

const END = START + LIVE_LIFETIME_MS + 86_400_000;

/** Creates a store with accounts `a` and `b`. */
async function withAccounts(open: () => Promise<Database>): Promise<Database> {
	const db = await open();
	for (const name of ["a", "b"]) await addUser(db, `${name}@example.com`);
	return db;
}

/** Stores a live audit of that minute and records it for these accounts. */
async function audited(db: Database, minute: number, accounts: readonly string[], domain = "shop.example.com") {
	const kept = await saveLiveAudit(db, auditOf(minute, 1 - minute / 1000, { domain }));
	for (const account of accounts) await new OwnAudits(db).record(account, kept);
	return kept.stored.id;
}

/** Until a transaction waits for what another has written; on SQLite it waits before its first statement. */
async function waitsForRow({ pool }: Database): Promise<void> {
	const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
	if (pool) await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
}

describe("OwnAudits", () => {
	describeDatabases(({ open }) => {
		it("lists an account's own audits once each in pages, newest first", async () => {
			const db = await withAccounts(open);
			const audits = new OwnAudits(db);
			const ids: string[] = [];
			for (let minute = 0; minute < 9; minute++)
				ids.push(await audited(db, minute, minute === 4 ? ["b"] : ["a", "b"], `site-${minute % 2}.example.com`));
			const seen: string[] = [];
			for (let cursor: string | undefined; ; ) {
				const page = await audits.list("a", { limit: 3, cursor });
				expect(page.audits.length).toBeLessThanOrEqual(3);
				seen.push(...page.audits.map(({ id }) => id));
				cursor = page.nextCursor;
				if (cursor === undefined) break;
				// What is new meanwhile shifts nothing.
				await audited(db, 100 + seen.length, ["a"], "new.example.com");
			}
			expect(seen).toEqual(ids.filter((_, minute) => minute !== 4).toReversed());
			const even = await audits.list("b", { limit: 50, domain: "site-0.example.com" });
			expect(even.audits.map(({ id }) => id)).toEqual([8, 6, 4, 2, 0].map((minute) => ids[minute]));
			expect(await audits.get("a", ids[4] ?? "")).toBeUndefined();
			await expect(audits.list("a", { limit: 3, cursor: "bm9uZQ" })).rejects.toMatchObject({ code: "input-invalid" });
		});

		it("moves a repeated audit to the top, with its receipt's place in the log", async () => {
			const db = await withAccounts(open);
			const audits = new OwnAudits(db);
			const first = await audited(db, 0, ["a"]);
			await audited(db, 1, ["a"], "other.example.com");
			await audits.record("a", await saveLiveAudit(db, { ...auditOf(2), evidence: {} }));
			await audits.record("a", { stored: (await audits.get("a", first))?.stored ?? expect.fail(), auditedAt: at(1) });
			const [newest] = (await audits.list("a", { limit: 5 })).audits;
			expect(newest).toMatchObject({
				id: first,
				auditedAt: at(0),
				foundAt: at(2),
				scores: { overall: 71 },
				place: { state: "pending" },
			});
			expect(newest?.publicUntil).toBeDefined();
			const submissions = openSubmissions(db);
			await submissions.markLogged((await submissions.pending()).map((leaf) => ({ leaf, index: 7 })));
			expect((await audits.get("a", first))?.audit.place).toEqual({ state: "logged", logIndex: 7 });
		});

		it("keeps a receipt beyond its public pages while an account has it, then leaves it to the sweep", async () => {
			const db = await withAccounts(open);
			const audits = new OwnAudits(db);
			const id = await audited(db, 0, ["a", "b"]);
			await audited(db, 1, [], "strangers.example.com");
			expect(await sweepExpired(db, END)).toMatchObject({ pages: 2, receipts: 1 });
			expect(await openSqlReceipts(db, { now: () => END }).get(id)).toBeUndefined();
			expect((await audits.get("a", id))?.stored.receipt.domain).toBe("shop.example.com");
			expect(await audits.remove("a", id)).toBe(true);
			expect(await audits.remove("a", id)).toBe(false);
			expect(await sweepExpired(db, END)).toMatchObject({ receipts: 0 });
			await audits.forget("b");
			await db.sql.deleteFrom("user").where("id", "=", "b").execute();
			// Of what ends for it afterwards nothing is kept.
			await audited(db, 0, ["b"]);
			expect(await audits.exportOf("b")).toEqual({ audits: [], trackers: [] });
			expect(await sweepExpired(db, END)).toMatchObject({ receipts: 1 });
		});

		it("keeps a receipt that one account forgets during a record for another", async () => {
			const db = await withAccounts(open);
			const audits = new OwnAudits(db);
			const id = await audited(db, 0, ["a"]);
			const { stored } = (await audits.get("a", id)) ?? expect.fail();
			const removals: Promise<boolean>[] = [];
			await db.sql.transaction().execute(async (trx) => {
				await recordOwn(trx, db.kind, "b", { stored, auditedAt: at(0) });
				removals.push(audits.remove("a", id));
				await waitsForRow(db);
			});
			expect(await Promise.all(removals)).toEqual([true]);
			await sweepExpired(db, END);
			expect((await audits.get("b", id))?.stored).toEqual(stored);
		});

		it("keeps a private copy of a receipt in a file, without a log lookup", async () => {
			const db = await withAccounts(open);
			const audits = new OwnAudits(db);
			const stored = await createReceipt(auditOf(3).report, "e".repeat(64));
			await audits.record("a", { stored, auditedAt: at(3) });
			await audits.record("b", { stored, auditedAt: at(9) });
			expect((await audits.get("b", stored.id))?.audit).toMatchObject({ foundAt: at(9), place: { state: "pending" } });
			const placeBy = async (logIndex: number | undefined, lastRun: string) => {
				const embedded = () => (logIndex === undefined ? undefined : ({ logIndex } as PictureFacts));
				return (await new OwnAudits(db, async () => ({ embedded, lastRun })).get("b", stored.id))?.audit.place;
			};
			// A build tells where a file's leaf is; one that has no page of an older receipt, that it is there.
			expect(await placeBy(12, at(2))).toEqual({ state: "logged", logIndex: 12 });
			expect(await placeBy(undefined, at(4))).toEqual({ state: "logged" });
			expect(await placeBy(undefined, at(2))).toEqual({ state: "pending" });
			expect(await openSqlReceipts(db).get(stored.id)).toBeUndefined();
			expect(await openSubmissions(db).countPending()).toBe(0);
			expect(await checkLiveReceipts(db)).toEqual({ receipts: 1, faults: [] });
			const [newest] = await audits.series("a", stored.receipt, 5);
			expect(newest).toEqual({ ...stored, foundAt: at(3) });
		});

		it("keeps a private audit only for accounts, with evidence for the newest 2", async () => {
			const db = await withAccounts(open);
			const audits = new OwnAudits(db);
			const keep = (minute: number, accounts: readonly string[]) =>
				savePrivateAudit(db, {
					...auditOf(minute, 1 - minute / 1000),
					give: async (trx, found) => {
						for (const account of accounts) await recordOwn(trx, db.kind, account, found);
						return accounts.length;
					},
				});
			expect((await keep(0, [])).status).toBe("unwanted");
			expect(await checkLiveReceipts(db)).toEqual({ receipts: 0, faults: [] });
			for (let minute = 1; minute < 8; minute++) expect((await keep(minute, ["a"])).status).toBe("recorded");
			expect((await audits.list("a", { limit: 9 })).audits).toHaveLength(7);
			const left = await db.sql.selectFrom("evidence").select("digest").execute();
			expect(left).toHaveLength(2);
			const kept = left.map(({ digest }) => ({ evidenceDigest: digest }));
			for (const receipt of kept) expect(await audits.evidence(receipt)).toBeDefined();
			await audits.forget("a");
			await sweepExpired(db, END);
			expect(await checkLiveReceipts(db)).toEqual({ receipts: 0, faults: [] });
			expect(await db.sql.selectFrom("evidence").select("digest").execute()).toEqual([]);
			for (const receipt of kept) expect(await audits.evidence(receipt)).toBeUndefined();
		});

		it("loses removed receipts", async () => {
			const db = await withAccounts(open);
			const audits = new OwnAudits(db);
			const [gone, other] = [await audited(db, 0, ["a"]), await audited(db, 1, ["a"])];
			await removeLive(db, "shop.example.com", new Set([gone]));
			expect((await audits.list("a", { limit: 9 })).audits.map(({ id }) => id)).toEqual([other]);
			await removeLive(db, "shop.example.com", "all");
			expect(await audits.exportOf("a")).toEqual({ audits: [], trackers: [] });
		});

		it("returns the newest audit of each watched domain", async () => {
			const db = await withAccounts(open);
			const watch = { account: "a", mode: "light", added_ms: START, token: "t" } as const;
			for (const domain of ["never.example.com", "one.example.com", "two.example.com"])
				await db.sql
					.insertInto("watched_domain")
					.values({ ...watch, ...NOTHING_KNOWN, domain })
					.execute();
			for (const [minute, domain] of ["two", "one", "two", "other", "two"].entries())
				await audited(db, minute, ["a", "b"], `${domain}.example.com`);
			const newest = await new OwnAudits(db).newestOfWatched("a");
			expect(newest.map(({ domain, foundAt }) => [domain, foundAt])).toEqual([
				["one.example.com", at(1)],
				["two.example.com", at(4)],
			]);
		});

		it("stores the repository for a site's faults", async () => {
			const audits = new OwnAudits(await open());
			expect(await audits.tracker("a", "shop.example.com")).toBe("");
			await audits.setTracker("a", "shop.example.com", "https://github.com/octocat/shop");
			await audits.setTracker("a", "shop.example.com", "https://github.com/octocat/store");
			expect(await audits.tracker("a", "shop.example.com")).toBe("https://github.com/octocat/store");
			expect(await audits.tracker("b", "shop.example.com")).toBe("");
		});
	});
});
