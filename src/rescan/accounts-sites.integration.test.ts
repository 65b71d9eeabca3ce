import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import type { Audit } from "#audit/audit.ts";
import { readEnvironment } from "#config/environment.ts";
import { FakeSite } from "#evidence/fake-site.testkit.ts";
import { addUser } from "#people/agencies/agency-rows.testkit.ts";
import { OwnAudits } from "#people/audits/own-audits.ts";
import { WatchedDomains } from "#people/watched/watched-domains.ts";
import { Watchers } from "#people/watched/watchers.ts";
import { openPageTable } from "#receipts/live/live-pages.ts";
import { readPublishedWatchlist } from "#receipts/store/published-watchlist.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import { describeDatabases, type TestDatabases } from "#store/database.testkit.ts";
import { rescan } from "./rescan.ts";
import { ENGINE } from "./work-on.ts";

const [LISTED, OWNED, PRIVATE] = ["listed.example.com", "owned.example.com", "private.example.com"];

/** An installation that watches one domain; audits are fake, and the test sets what owners publish. */
async function start({ open, place }: TestDatabases) {
	const { url, file } = await place();
	const root = await mkdtemp(join(tmpdir(), "sightline-accounts-"));
	const reports = join(root, "reports");
	await mkdir(reports);
	await writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries: [{ domain: LISTED }] }));
	const data = url === undefined ? dirname(file) : join(root, "data");
	const settings = readEnvironment({
		SIGHTLINE_REPORTS: reports,
		SIGHTLINE_DATA: data,
		...(url === undefined ? {} : { DATABASE_URL: url }),
	});
	const database = await open();
	for (const name of ["ann", "bob", "cem"]) await addUser(database, `${name}@example.com`);
	/** TXT records by name; a name without an entry does not answer. */
	const records = new Map<string, readonly string[]>();
	const places = {
		readTxt: async (name: string) => records.get(name) ?? [],
		client: new FakeSite(Object.fromEntries([OWNED, PRIVATE].map((domain) => [`https://${domain}/`, ""]))),
	};
	const watched = new WatchedDomains({ database, settings, secret: async () => "s".repeat(32), places });
	const engine = {
		...ENGINE,
		openAuditor: async () => ({
			async audit({ target, mode }: { target: { host: string }; mode: Audit["report"]["mode"] }): Promise<Audit> {
				const report = { ...exampleReport(), domain: target.host, mode, auditedAt: new Date().toISOString() };
				return { record: { seen: target.host } as unknown as Audit["record"], report, sight: "whole" };
			},
			close: async () => {},
		}),
		openPlaces: () => ({ places, close: async () => {} }),
		hostIntervalMs: 0,
	};
	const said: string[] = [];
	const options = {
		watchlist: join(reports, "watchlist.json"),
		onProgress: ({ domain }: { domain: string }) => said.push(domain),
		onLine: (line: object) => said.push(JSON.stringify(line)),
	};
	return {
		watched,
		records,
		said,
		database,
		audits: new OwnAudits(database),
		settings,
		night: () => rescan(options, settings, engine),
		published: async () => (await readPublishedWatchlist(reports)).entries.map(({ domain }) => domain),
		async reportsText() {
			const entries = await readdir(reports, { recursive: true, withFileTypes: true });
			const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
			const texts = await Promise.all(files.map((path) => readFile(path, "utf8")));
			return [...files, ...texts].join("\n");
		},
	};
}

const domainsOf = async ({ audits }: Awaited<ReturnType<typeof start>>, account: string) =>
	(await audits.list(account, { limit: 50 })).audits.map(({ domain, mode }) => `${domain} ${mode}`).toSorted();

describeDatabases((databases) => {
	it("accounts' sites are audited once per mode; only domains published by a proved owner are public", async () => {
		const home = await start(databases);
		const { watched, records, said } = home;
		await watched.watch("ann", PRIVATE, "light");
		await watched.watch("bob", `https://${PRIVATE}/path`, "light");
		await watched.watch("cem", PRIVATE, "deep");
		await watched.watch("cem", LISTED, "deep");
		const { control } = await watched.watch("ann", OWNED, "light");
		records.set(control.record, ["other", control.text]);
		expect((await watched.prove("ann", OWNED)).control).toMatchObject({ place: "dns", since: expect.any(String) });
		expect(await new Watchers(home.database, home.settings).published()).toEqual([]);
		await watched.publish("ann", OWNED, true);

		expect((await home.night()).ofAccounts).toEqual({ total: 2, missed: 0 });
		expect(await domainsOf(home, "ann")).toEqual([`${OWNED} light`, `${PRIVATE} light`]);
		expect(await domainsOf(home, "bob")).toEqual([`${PRIVATE} light`]);
		expect(await domainsOf(home, "cem")).toEqual([`${LISTED} light`, `${PRIVATE} deep`]);
		expect((await watched.get("bob", PRIVATE))?.lastRescan).toEqual({ at: expect.any(String) });

		expect(await home.published()).toEqual([LISTED, OWNED]);
		const text = await home.reportsText();
		expect(text).toContain(OWNED);
		expect(text + said.join("\n")).not.toMatch(/private\.example|"(ann|bob|cem)"/);
		expect(await openPageTable(home.database).shown(PRIVATE, Date.now())).toBeUndefined();
		const [own] = (await home.audits.list("bob", { limit: 1 })).audits;
		expect(own?.publicUntil).toBeUndefined();

		records.delete(control.record);
		await home.night();
		expect(await home.published()).toEqual([LISTED]);
		expect((await watched.get("ann", OWNED))?.control.since).toBeUndefined();
		// The same result again is one audit, found twice.
		expect(await domainsOf(home, "bob")).toEqual([`${PRIVATE} light`]);
	});
});
