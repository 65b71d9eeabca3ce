import { describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import type { Mail } from "#mail/mailer.ts";
import { removeLive } from "#receipts/removal/removal-files.ts";
import { night, receiptOf } from "#site/history/nights.testkit.ts";
import { describeDatabases, type TestDatabases } from "#store/database.testkit.ts";
import { addUser } from "../agencies/agency-rows.testkit.ts";
import { OwnAudits } from "../audits/own-audits.ts";
import { NOTHING_KNOWN } from "../watched/watched-domains.ts";
import { signWebhook } from "./alert-settings.ts";
import { Alerts } from "./alerts.ts";

const SECRET = "an installation's secret of 32 characters";
const WATCH = { mode: "light", added_ms: Date.parse(night(0)), token: "t" } as const;

const NOTHING = { settings: [], causes: [], waiting: [] };

interface Posted {
	readonly url: string;
	readonly body: string;
	readonly headers: Readonly<Record<string, string>>;
}

/** Collects mails and webhooks of alerts; both fail while `isAway`. */
async function openTest({ open }: Pick<TestDatabases, "open">) {
	const database = await open();
	for (const name of ["ann", "bob", "eve"]) await addUser(database, `${name}@example.com`);
	const audits = new OwnAudits(database);
	const [mails, posted]: [Mail[], Posted[]] = [[], []];
	const away = { mail: false, webhook: 0 };
	const alerts = new Alerts({
		database,
		audits,
		settings: readEnvironment({ SIGHTLINE_BASE_URL: "https://audit.example.com" }),
		secret: async () => SECRET,
		accounts: { find: async (id) => ({ id, email: `${id}@example.com`, name: id, createdAt: night(0) }) },
		mailer: {
			async send(mail) {
				if (away.mail) throw new Failure("mail-unsent", { what: "The mail server is away." });
				mails.push(mail);
			},
		},
		client: {
			async get(url, { body = "", headers = {} } = {}) {
				if (away.webhook === 0) posted.push({ url: url.href, body, headers });
				const empty = { headers: {}, body: new Uint8Array(), truncated: false, encodedBytes: 0, sha256: "", hops: [] };
				return {
					...empty,
					url: url.href,
					status: away.webhook || 204,
					timings: { dns: 0, connect: 0, ttfb: 0, total: 0 },
				};
			},
		},
		retriesMs: [0],
	});
	return {
		database,
		alerts,
		mails,
		posted,
		away,
		watch: (account: string, domain: string) =>
			database.sql
				.insertInto("watched_domain")
				.values({ account, domain, ...WATCH, ...NOTHING_KNOWN })
				.execute(),
		unwatch: (account: string) => database.sql.deleteFrom("watched_domain").where("account", "=", account).execute(),
		/** Messages after a nightly audit. */
		async night(number: number, failing: Readonly<Record<string, readonly string[]>>, accounts = ["ann"]) {
			for (const [domain, checks] of Object.entries(failing)) {
				const stored = await receiptOf(domain, night(number), checks, {}, { lift: 6 });
				for (const account of accounts) await audits.record(account, { stored, auditedAt: night(number) });
			}
			mails.length = 0;
			posted.length = 0;
			return alerts.run(Date.parse(night(number)) + 60_000);
		},
	};
}

describe("Alerts", () => {
	describeDatabases((databases) => {
		it("mails each watching account once per cause, and again when it is over", async () => {
			const test = await openTest(databases);
			for (const account of ["ann", "bob"]) await test.watch(account, "a.example.com");
			await test.night(0, { "a.example.com": [] }, ["ann", "bob", "eve"]);
			expect(await test.night(1, { "a.example.com": ["title"] }, ["ann", "bob", "eve"])).toMatchObject({
				worse: 2,
				sent: 2,
			});
			expect(test.mails.map(({ to }) => to).toSorted()).toEqual(["ann@example.com", "bob@example.com"]);
			expect(test.mails[0]?.subject).toBe("a.example.com got worse: No title");
			for (const words of [
				"It costs 6 points.",
				"a.example.com lacks it.",
				"Add it.",
				"/dashboard/a.example.com/?audit=",
			])
				expect(test.mails[0]?.text).toContain(words);
			expect(await test.alerts.run(Date.parse(night(1)) + 120_000)).toMatchObject({ worse: 0, sent: 0 });
			expect(await test.night(2, { "a.example.com": ["title"] })).toMatchObject({ worse: 0, sent: 0 });
			expect((await test.alerts.current("ann", "a.example.com")).map(({ check }) => check)).toEqual(["title"]);
			expect(await test.night(3, { "a.example.com": [] })).toMatchObject({ recovered: 0, sent: 0 });
			expect(await test.night(4, { "a.example.com": [] })).toMatchObject({ recovered: 1, sent: 1 });
			expect(test.mails[0]?.subject).toBe("Fixed on a.example.com: No title");
			expect(await test.alerts.current("ann", "a.example.com")).toEqual([]);
		});

		it("mails in each account's language", async () => {
			const test = await openTest(databases);
			for (const account of ["ann", "bob"]) await test.watch(account, "a.example.com");
			await test.database.sql.updateTable("user").set({ language: "es" }).where("id", "=", "bob").execute();
			await test.night(0, { "a.example.com": [] }, ["ann", "bob"]);
			await test.night(1, { "a.example.com": ["title"] }, ["ann", "bob"]);
			const of = new Map(test.mails.map((mail) => [mail.to, mail]));
			expect(of.get("ann@example.com")).toMatchObject({
				lang: "en",
				text: expect.stringContaining("It costs 6 points."),
			});
			expect(of.get("bob@example.com")).toMatchObject({
				lang: "es",
				subject: expect.stringMatching(/^a\.example\.com ha empeorado: /),
				text: expect.stringContaining("Cuesta 6 puntos."),
			});
		});

		it("combines many sites with the same fault into one email", async () => {
			const test = await openTest(databases);
			const sites = Array.from({ length: 5 }, (_, at) => `site-${at}.example.com`);
			for (const domain of sites) await test.watch("ann", domain);
			await test.night(0, Object.fromEntries(sites.map((domain) => [domain, []])));
			await test.night(
				1,
				Object.fromEntries(sites.map((domain, at) => [domain, at === 0 ? ["title", "canonical"] : ["title"]])),
			);
			expect(test.mails.map(({ subject }) => subject).toSorted()).toEqual([
				"5 sites got worse in the same way: No title",
				"site-0.example.com got worse: No canonical",
			]);
		});

		it("posts signed messages to the webhook, and retries refused ones with the same id", async () => {
			const test = await openTest(databases);
			await test.watch("ann", "a.example.com");
			const secret = await test.alerts.setWebhook("ann", "a.example.com", "https://hooks.example.com/in?key=1#top");
			await test.alerts.change("ann", "a.example.com", { mail: false, least: 1 });
			await test.night(0, { "a.example.com": [] });
			test.away.webhook = 500;
			expect(await test.night(1, { "a.example.com": ["title"] })).toMatchObject({ worse: 1, sent: 0, waiting: 1 });
			const { webhook } = await test.alerts.settings("ann", "a.example.com");
			expect(webhook?.failed?.says).toContain("hooks.example.com answered with status 500");
			expect(JSON.stringify(await test.alerts.exportOf("ann"))).not.toContain(secret.slice(6));
			test.away.webhook = 0;
			expect(await test.night(2, {})).toMatchObject({ worse: 0, sent: 1, waiting: 0 });
			const [{ url, body, headers } = expect.fail()] = test.posted;
			expect(url).toBe("https://hooks.example.com/in?key=1");
			expect(JSON.parse(body)).toMatchObject({
				type: "site.worse",
				data: { domain: "a.example.com", check: "title", points: 6 },
			});
			const message = { id: headers["webhook-id"] ?? "", payload: body };
			expect(headers["webhook-signature"]).toBe(signWebhook(message, Number(headers["webhook-timestamp"]), secret));
			expect((await test.alerts.settings("ann", "a.example.com")).webhook).toEqual({ url });
			expect(await test.alerts.setWebhook("ann", "a.example.com", url)).not.toBe(secret);
			expect(test.mails).toEqual([]);
		});

		it("retries unsent emails, and drops them after 5 days", async () => {
			const test = await openTest(databases);
			await test.watch("ann", "a.example.com");
			await test.night(0, { "a.example.com": [] });
			test.away.mail = true;
			expect(await test.night(1, { "a.example.com": ["title"] })).toMatchObject({ sent: 0, waiting: 1 });
			expect(await test.night(7, {})).toMatchObject({
				sent: 0,
				waiting: 0,
				lost: [expect.stringContaining("a.example.com")],
			});
		});

		it("forgets an unwatched domain and a deleted account", async () => {
			const test = await openTest(databases);
			for (const account of ["ann", "bob"]) await test.watch(account, "a.example.com");
			for (const account of ["ann", "bob"])
				await test.alerts.change(account, "a.example.com", { mail: true, least: 0 });
			await test.night(0, { "a.example.com": [] }, ["ann", "bob"]);
			await test.night(1, { "a.example.com": ["title"] }, ["ann", "bob"]);
			await test.alerts.forget("bob");
			expect(await test.alerts.exportOf("bob")).toEqual(NOTHING);
			await test.unwatch("ann");
			await test.night(2, {});
			expect(await test.alerts.exportOf("ann")).toEqual(NOTHING);
		});

		it("continues with other sites after a changed receipt, and sends pending messages", async () => {
			const test = await openTest(databases);
			for (const domain of ["a.example.com", "b.example.com"]) await test.watch("ann", domain);
			await test.night(0, { "a.example.com": [], "b.example.com": [] });
			test.away.mail = true;
			expect(await test.night(1, { "b.example.com": ["title"] })).toMatchObject({ waiting: 1 });
			test.away.mail = false;
			const { sql } = test.database;
			await sql.updateTable("receipt").set({ text: "{}" }).where("domain", "=", "a.example.com").execute();
			const outcome = await test.night(2, { "a.example.com": ["title"], "b.example.com": ["title", "canonical"] });
			expect(outcome).toMatchObject({ watched: 1, worse: 1, sent: 2 });
			expect(outcome.failed).toEqual([expect.stringMatching(/^a\.example\.com could not be checked\. \S/)]);
		});

		it("deletes causes and messages of removed receipts", async () => {
			const test = await openTest(databases);
			const sites = Array.from({ length: 6 }, (_, at) => `site-${at}.example.com`);
			for (const domain of sites) await test.watch("ann", domain);
			await test.night(0, Object.fromEntries(sites.map((domain) => [domain, []])));
			test.away.mail = true;
			await test.night(
				1,
				Object.fromEntries(sites.map((domain, at) => [domain, at === 0 ? ["canonical"] : ["title"]])),
			);
			for (const domain of sites.slice(0, 2)) await removeLive(test.database, domain, "all");
			const kept = JSON.stringify(await test.alerts.exportOf("ann"));
			expect(kept).toContain("site-2.example.com");
			expect(kept).not.toMatch(/site-[01]\.example\.com/);
		});

		it("forgets a series that is no longer audited", async () => {
			const test = await openTest(databases);
			await test.watch("ann", "a.example.com");
			await test.night(0, { "a.example.com": [] });
			await test.night(1, { "a.example.com": ["title"] });
			await test.night(14, {});
			expect(await test.alerts.current("ann", "a.example.com")).toHaveLength(1);
			await test.night(16, {});
			expect(await test.alerts.current("ann", "a.example.com")).toEqual([]);
		});

		it("posts only to public hosts over https", async () => {
			const { alerts } = await openTest(databases);
			for (const url of [
				"http://example.com/",
				"https://localhost/",
				"https://10.0.0.1/",
				"https://u:p@example.com/",
				"hook",
				"https://router.local/",
			])
				await expect(alerts.setWebhook("ann", "a.example.com", url)).rejects.toMatchObject({
					code: expect.stringMatching(/^(input|target)-/),
				});
			await expect(alerts.sendTest("ann", "a.example.com")).rejects.toMatchObject({ code: "input-invalid" });
		});
	});
});

describe("signWebhook", () => {
	it("signs the published example of Standard Webhooks", () => {
		const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", payload: '{"test": 2432232314}' };
		expect(signWebhook(message, 1_614_265_330, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")).toBe(
			"v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
		);
	});
});
