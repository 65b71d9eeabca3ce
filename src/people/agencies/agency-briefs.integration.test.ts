import { describe, expect, it } from "vitest";
import { at, auditOf, START } from "#receipts/live/live.testkit.ts";
import { openPageTable } from "#receipts/live/live-pages.ts";
import { LIVE_LIFETIME_MS } from "#receipts/live/receipt-table.ts";
import { saveLiveAudit } from "#receipts/live/save-live-audit.ts";
import { sweepExpired } from "#receipts/live/sweep-expired.ts";
import { removeLive } from "#receipts/removal/removal-files.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { AgencyBriefs } from "./agency-briefs.ts";

const AGENCY = "north-pier";
const BY = { account: "ann", name: "North Pier" };
const SLUG = "shop.example.com~north-pier";

/** A live audit of that minute that found something of its own. */
const audited = (db: Database, minute: number, domain = "shop.example.com") =>
	saveLiveAudit(db, auditOf(minute, 1 - minute / 1000, { domain }));

describeDatabases(({ open }) => {
	const opened = async () => {
		const db = await open();
		let now = START;
		const briefs = new AgencyBriefs(db, () => now);
		const shown = async () => (await openPageTable(db).get(SLUG, now))?.receipt;
		return { db, briefs, shown, later: (ms: number) => (now += ms) };
	};

	describe("AgencyBriefs", () => {
		it("shows a brief at its address after approval, and not after withdrawal", async () => {
			const { db, briefs, shown } = await opened();
			const { stored, auditedAt } = await audited(db, 0);
			const made = await briefs.make({ agency: AGENCY, stored, auditedAt, account: "ann" });
			expect(made).toMatchObject({ state: "waiting", slug: SLUG, receipt: stored.id, auditedAt: at(0) });
			expect(await shown()).toBeUndefined();
			const key = { agency: AGENCY, receipt: stored.id };
			await expect(briefs.noteSent(key)).rejects.toThrow("This brief does not exist");
			expect(await briefs.approve(key, BY)).toMatchObject({ state: "approved", expiresMs: START + LIVE_LIFETIME_MS });
			expect(await openPageTable(db).get(SLUG, START)).toMatchObject({ agency: AGENCY, agencyName: "North Pier" });
			expect(await shown()).toBe(stored.id);
			expect(await briefs.noteSent(key)).toMatchObject({ state: "sent", sentMs: START });
			expect(await briefs.stored(key)).toEqual(stored);
			expect(await briefs.withdraw(key)).toMatchObject({ state: "waiting" });
			expect(await shown()).toBeUndefined();
			await briefs.drop(key);
			expect(await briefs.get(key)).toBeUndefined();
		});

		it("shows the approved brief while a newer one is pending, and the newer one after its approval", async () => {
			const { db, briefs, shown } = await opened();
			const ids: string[] = [];
			for (const minute of [0, 1, 2]) {
				const { stored, auditedAt } = await audited(db, minute);
				ids.push(stored.id);
				await briefs.make({ agency: AGENCY, stored, auditedAt });
				if (minute === 0) await briefs.approve({ agency: AGENCY, receipt: stored.id }, BY);
			}
			const [first, second, third] = ids as [string, string, string];
			const states = async () =>
				new Map((await briefs.list(AGENCY, { limit: 9 })).briefs.map(({ receipt, state }) => [receipt, state]));
			// Of those that wait the newest alone.
			expect(await states()).toEqual(
				new Map([
					[first, "approved"],
					[third, "waiting"],
				]),
			);
			expect(await shown()).toBe(first);
			await briefs.approve({ agency: AGENCY, receipt: third }, BY);
			expect(await states()).toEqual(
				new Map([
					[first, "replaced"],
					[third, "approved"],
				]),
			);
			expect(await shown()).toBe(third);
			await expect(briefs.approve({ agency: AGENCY, receipt: second }, BY)).rejects.toThrow(
				"This brief does not exist",
			);
		});

		it("keeps replaced briefs as long as the page, and shows one again if the site returns to its state", async () => {
			const { db, briefs, shown, later } = await opened();
			const approved = async (minute: number) => {
				const { stored, auditedAt } = await audited(db, minute);
				await briefs.make({ agency: AGENCY, stored, auditedAt });
				await briefs.approve({ agency: AGENCY, receipt: stored.id }, BY);
				return stored;
			};
			const first = await approved(0);
			later(LIVE_LIFETIME_MS / 2);
			const second = await approved(1);
			later(LIVE_LIFETIME_MS / 2);
			const third = await approved(2);
			expect(await briefs.replaced(SLUG, 9)).toEqual([second.id, first.id]);
			expect(await briefs.get({ agency: AGENCY, receipt: first.id })).toMatchObject({
				state: "replaced",
				expiresMs: START + 2 * LIVE_LIFETIME_MS,
			});
			await expect(briefs.noteSent({ agency: AGENCY, receipt: first.id })).rejects.toThrow("This brief does not exist");
			const again = { agency: AGENCY, stored: first, auditedAt: at(9) };
			expect(await briefs.make(again)).toMatchObject({ state: "waiting", auditedAt: at(9) });
			expect([await briefs.replaced(SLUG, 9), await shown()]).toEqual([[second.id], third.id]);
			later(LIVE_LIFETIME_MS);
			expect(await briefs.replaced(SLUG, 9)).toEqual([]);
		});

		it("keeps a brief that is made again, and never returns another agency's", async () => {
			const { db, briefs } = await opened();
			const { stored, auditedAt } = await audited(db, 0);
			await briefs.make({ agency: AGENCY, stored, auditedAt });
			const key = { agency: AGENCY, receipt: stored.id };
			await briefs.approve(key, BY);
			expect(await briefs.make({ agency: AGENCY, stored, auditedAt: at(9) })).toMatchObject({ state: "approved" });
			const other = { agency: "other", receipt: stored.id };
			await expect(briefs.approve(other, BY)).rejects.toThrow("This brief does not exist");
			await briefs.drop(other);
			expect([await briefs.withdraw(other), await briefs.stored(other)]).toEqual([undefined, undefined]);
			expect((await briefs.list("other", { limit: 9 })).briefs).toEqual([]);
			expect(await briefs.get(key)).toMatchObject({ state: "approved" });
		});

		it("lists each brief once in pages, optionally filtered by state or site", async () => {
			const { db, briefs, later } = await opened();
			for (let index = 0; index < 7; index++) {
				const { stored, auditedAt } = await audited(db, index, `site-${index}.example.com`);
				if (index % 2 === 0) later(1);
				await briefs.make({ agency: AGENCY, stored, auditedAt });
				if (index < 3) await briefs.approve({ agency: AGENCY, receipt: stored.id }, BY);
			}
			const seen: string[] = [];
			let cursor: string | undefined;
			do {
				const page = await briefs.list(AGENCY, { limit: 2, cursor });
				seen.push(...page.briefs.map(({ domain }) => domain));
				cursor = page.nextCursor;
			} while (cursor !== undefined);
			expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((index) => `site-${index}.example.com`));
			const count = async (query: object) => (await briefs.list(AGENCY, { limit: 9, ...query })).briefs.length;
			expect([
				await count({ state: "waiting" }),
				await count({ state: "approved" }),
				await count({ state: "sent" }),
			]).toEqual([4, 3, 0]);
			expect(await count({ domain: "site-1.example.com" })).toBe(1);
			await expect(briefs.list(AGENCY, { limit: 2, cursor: "1.x" })).rejects.toThrow("cursor is not");
		});

		it("ends a brief with its receipt, by expiry or removal", async () => {
			const { db, briefs, shown, later } = await opened();
			const one = await audited(db, 0);
			const other = await audited(db, 0, "other.example.com");
			for (const { stored, auditedAt } of [one, other]) {
				await briefs.make({ agency: AGENCY, stored, auditedAt });
				await briefs.approve({ agency: AGENCY, receipt: stored.id }, BY);
			}
			await removeLive(db, "shop.example.com", "all");
			expect(await shown()).toBeUndefined();
			expect(await briefs.stored({ agency: AGENCY, receipt: one.stored.id })).toBeUndefined();
			expect((await briefs.list(AGENCY, { limit: 9 })).briefs.map(({ domain }) => domain)).toEqual([
				"other.example.com",
			]);
			const end = later(LIVE_LIFETIME_MS);
			expect((await briefs.list(AGENCY, { limit: 9 })).briefs).toEqual([]);
			await sweepExpired(db, end);
			await briefs.sweep(end);
			expect(await db.sql.selectFrom("agency_brief").selectAll().execute()).toEqual([]);
		});

		it("forgets an account and an agency, and makes no brief without a score", async () => {
			const { db, briefs, shown } = await opened();
			const { stored, auditedAt } = await audited(db, 0);
			const key = { agency: AGENCY, receipt: stored.id };
			await briefs.make({ agency: AGENCY, stored, auditedAt, account: "ann" });
			await briefs.approve(key, { ...BY, account: "ben" });
			const [made] = await briefs.exportOf("ann");
			expect(made).toEqual({ slug: SLUG, receipt: stored.id, madeAt: expect.any(String) });
			const [approved] = await briefs.exportOf("ben");
			expect(approved).toEqual({ slug: SLUG, receipt: stored.id, approvedAt: expect.any(String) });
			await briefs.forget("ann");
			expect(await briefs.exportOf("ann")).toEqual([]);
			expect(await briefs.get(key)).toMatchObject({ state: "approved" });
			await briefs.removeAgency(AGENCY);
			expect([await briefs.get(key), await shown()]).toEqual([undefined, undefined]);
			const { scores: _, ...failed } = stored.receipt;
			const unscored = { id: stored.id, receipt: failed };
			await expect(briefs.make({ agency: AGENCY, stored: unscored, auditedAt })).rejects.toThrow(
				"No brief was created",
			);
		});
	});
});
