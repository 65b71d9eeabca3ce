import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Failure } from "#core/failure.ts";
import { FakeSite } from "#evidence/fake-site.testkit.ts";
import { carryOutOrders, OwnerOrders } from "#receipts/removal/owner-orders.ts";
import { filesUnder, keepAudit, readNotice, startReports } from "#receipts/removal/removal.testkit.ts";
import { removeAsOrdered, withdrawRemoval } from "#receipts/removal/removal.ts";
import { describeDatabases, type TestDatabases } from "#store/database.testkit.ts";
import { addUser } from "../agencies/agency-rows.testkit.ts";
import { WATCHED_MAX, WatchedDomains } from "./watched-domains.ts";

const SHOP = "shop.example.com";

/** A store and reports. DNS has `records`; `silent` does not answer. */
async function start({ open, place }: TestDatabases) {
	const { url } = await place();
	// Of several machines, another has the reports.
	const settings = { ...(await startReports()), databaseUrl: url };
	const database = await open();
	for (const name of ["ann", "bob", "cem"]) await addUser(database, `${name}@example.com`);
	const records: string[] = [];
	const [dns, web] = [{ isSilent: false }, { isUnknown: false }];
	const site = new FakeSite({ [`https://${SHOP}/`]: "" });
	const places = {
		async readTxt() {
			if (dns.isSilent) throw new Failure("name-lookup-failed", { what: "The name server does not answer." });
			return records;
		},
		client: {
			async get(...request: Parameters<FakeSite["get"]>) {
				if (web.isUnknown) throw new Failure("name-not-found", { what: `${SHOP} was not found.` });
				return site.get(...request);
			},
		},
	};
	const watched = new WatchedDomains({ database, settings, secret: async () => "s".repeat(32), places });
	const prove = async (account: string) => {
		const { control } = await watched.watch(account, SHOP, "light");
		records.push(control.text);
		return watched.prove(account, SHOP);
	};
	const hidden = async () => [...(await new OwnerOrders(database).hidden()).keys()];
	return { watched, records, dns, web, places, settings, database, prove, hidden };
}

const since = (proved: { control: { since?: string } } | undefined) => proved?.control.since;

describeDatabases((databases) => {
	it("the list is per account, with at most 100 domains even under concurrent requests", async () => {
		const { watched, database } = await start(databases);
		const { control } = await watched.watch("ann", "site-0.example.com", "light");
		const row = await database.sql.selectFrom("watched_domain").selectAll().executeTakeFirstOrThrow();
		const more = Array.from({ length: WATCHED_MAX - 3 }, (_, at) => ({ ...row, domain: `site-${at + 1}.example.com` }));
		await database.sql.insertInto("watched_domain").values(more).execute();
		const late = ["x", "y", "z", "u", "v"].map((name) => watched.watch("ann", `${name}.example.com`, "light"));
		const added = await Promise.allSettled(late);
		expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
		expect(control.text).toMatch(/^sightline-control=[\w-]{32}$/);
		await expect(watched.watch("gone", SHOP, "light")).rejects.toThrow(`You do not watch ${SHOP}.`);
		await expect(watched.watch("ann", SHOP, "light")).rejects.toThrow(
			/You already watch 100 domains\..*Stop watching one/,
		);
		await watched.watch("ann", "site-7.example.com", "deep");
		expect(await watched.list("ann")).toHaveLength(WATCHED_MAX);
		const pages = await Promise.all([
			watched.list("ann", { limit: 2 }),
			watched.list("ann", { after: "site-1.example.com", limit: 2 }),
		]);
		expect(pages.flat().map(({ domain }) => domain.slice(5, 7))).toEqual(["0.", "1.", "10", "11"]);
		expect(await watched.list("bob")).toEqual([]);
		expect(await watched.unwatch("bob", "site-7.example.com")).toBe(false);
		expect(await watched.get("ann", "site-7.example.com")).toMatchObject({ mode: "deep" });
		await watched.forget("ann");
		expect(await watched.list("ann")).toEqual([]);
	});

	it("control is proved only by the account's token, until its place responds without it", async () => {
		const { watched, records, dns, web, prove } = await start(databases);
		const ann = await prove("ann");
		expect(since(ann)).toEqual(expect.any(String));
		const bob = await watched.watch("bob", SHOP, "light");
		expect(bob.control.text).not.toBe(ann.control.text);
		expect(since(await watched.prove("bob", SHOP))).toBeUndefined();
		expect((await watched.get("bob", SHOP))?.control.says).toEqual([
			expect.stringContaining("has another token, not yours"),
			expect.stringContaining("It answers 404"),
		]);
		dns.isSilent = true;
		expect(since(await watched.prove("ann", SHOP))).toBe(since(ann));
		dns.isSilent = false;
		records.length = 0;
		web.isUnknown = true;
		expect(since(await watched.prove("ann", SHOP))).toBe(since(ann));
		web.isUnknown = false;
		expect(since(await watched.prove("ann", SHOP))).toBeUndefined();
		await expect(watched.prove("cem", SHOP)).rejects.toThrow(`You do not watch ${SHOP}.`);
	});

	it("a domain is published by choice, only with proof of control", async () => {
		const { watched, records, prove } = await start(databases);
		await watched.watch("ann", SHOP, "light");
		await expect(watched.publish("ann", SHOP, true)).rejects.toThrow(`You have not proved that you own ${SHOP}.`);
		expect((await prove("ann")).publishedAt).toBeUndefined();
		expect((await watched.publish("ann", SHOP, true)).publishedAt).toEqual(expect.any(String));
		expect((await watched.publish("ann", SHOP, false)).publishedAt).toBeUndefined();
		await watched.publish("ann", SHOP, true);
		records.length = 0;
		expect((await watched.prove("ann", SHOP)).publishedAt).toBeUndefined();
	});

	it("a correction of an unsealed receipt waits for the receipt's file", async () => {
		const { watched, settings, database, prove } = await start(databases);
		await prove("ann");
		const id = await keepAudit(settings, SHOP, 2);
		const [name = ""] = await filesUnder(join(settings.reports, "receipts", SHOP));
		const file = join(settings.reports, "receipts", SHOP, name);
		const text = await readFile(file, "utf8");
		await rm(file);
		const series = { domain: SHOP, source: "network", mode: "light", audited_at: "2026-11-02T02:00:00.000Z" };
		await database.sql
			.insertInto("receipt")
			.values({ ...series, id, text, expires_ms: 0 })
			.execute();
		expect((await watched.correct("ann", SHOP, id, "The price was shown.")).waiting).toHaveLength(1);
		expect(await carryOutOrders(database, settings)).toBe(0);
		expect(await watched.orders(SHOP)).toMatchObject({ waiting: [{ kind: "correction" }], failed: [] });
		await writeFile(file, text);
		expect(await carryOutOrders(database, settings)).toBe(1);
		expect(await readNotice(settings)).toMatchObject([{ kind: "correction", says: "The price was shown." }]);
	});

	it("an order is accepted only while the token is at the domain", async () => {
		const { watched, records, dns, prove, hidden } = await start(databases);
		await prove("ann");
		dns.isSilent = true;
		await expect(watched.deleteReceiptsOf("ann", SHOP, "all")).rejects.toThrow("could not be checked");
		dns.isSilent = false;
		// Whoever had the domain before goes on watching it, and no rescan has looked since.
		records.length = 0;
		for (const order of [() => watched.deleteReceiptsOf("ann", SHOP, "all"), () => watched.withdraw("ann", SHOP)])
			await expect(order()).rejects.toThrow(`You have not proved that you own ${SHOP}.`);
		expect(await hidden()).toEqual([]);
	});

	it("only an owner can remove, withdraw and correct, effective at once and carried out where the reports are", async () => {
		const { watched, places, settings, database, prove, hidden } = await start(databases);
		const [first, second] = [await keepAudit(settings, SHOP, 2), await keepAudit(settings, SHOP, 3)];
		const other = await keepAudit(settings, "other.example.com", 2);
		await watched.watch("bob", SHOP, "light");
		for (const order of [
			() => watched.deleteReceiptsOf("bob", SHOP, "all"),
			() => watched.correct("bob", SHOP, first, "It is wrong."),
		])
			await expect(order()).rejects.toThrow(`You have not proved that you own ${SHOP}.`);
		await prove("ann");
		await expect(watched.withdraw("ann", SHOP)).rejects.toThrow("is not taken down as a whole");
		await expect(watched.correct("ann", SHOP, first, "one\u0000two")).rejects.toThrow("one paragraph");

		const isHere = settings.databaseUrl === undefined;
		const said = await watched.correct("ann", SHOP, first, "The price was shown, in a table.");
		expect(said.waiting).toHaveLength(isHere ? 0 : 1);
		await carryOutOrders(database, settings);
		await watched.correct("ann", SHOP, first, "The price was shown.");
		await carryOutOrders(database, settings);
		expect(await readNotice(settings)).toMatchObject([
			{ kind: "correction", by: "owner", receipt: first, says: "The price was shown." },
		]);
		// Neither a word nor a removal reaches what is another's; nothing of it is kept.
		for (const order of [
			() => watched.deleteReceiptsOf("ann", SHOP, [other]),
			() => watched.correct("ann", SHOP, other, "Mine."),
		])
			await expect(order()).rejects.toThrow(`No receipt of ${SHOP} here: ${other}.`);
		expect(await hidden()).toEqual([]);
		expect((await filesUnder(join(settings.reports, "receipts"))).length).toBe(3);

		for (const _ of ["once", "again"]) await watched.deleteReceiptsOf("ann", SHOP, [second]);
		expect(await hidden()).toEqual([SHOP]);
		const rows = database.sql.selectFrom("owner_order").select(["kind", "receipts"]).orderBy("at");
		expect(await rows.execute()).toEqual([
			{ kind: "correction", receipts: first },
			{ kind: "removal", receipts: second },
		]);
		expect((await watched.deleteReceiptsOf("ann", SHOP, "all")).takenDownAt).toEqual(expect.any(String));
		await carryOutOrders(database, settings);
		expect(await filesUnder(join(settings.reports, "receipts", SHOP))).toEqual([]);
		const text = JSON.stringify(await readNotice(settings));
		expect(text).toContain("sightline-control=");
		expect(text).not.toContain("The price was shown.");
		await expect(withdrawRemoval(SHOP, settings, places)).rejects.toThrow("was ordered in the dashboard");

		expect((await watched.withdraw("ann", SHOP)).takenDownAt).toBeUndefined();
		await carryOutOrders(database, settings);
		expect(await carryOutOrders(database, settings)).toBe(0);
		expect((await readNotice(settings)).filter((notice) => "ended" in notice)).toHaveLength(1);
		const again = { place: "dns", found: "sightline-control=x", receipts: "all" } as const;
		expect(await removeAsOrdered(SHOP, again, settings)).toMatchObject({ notice: "written", active: true });
	});
});
