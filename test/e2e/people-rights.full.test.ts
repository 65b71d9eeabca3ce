import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMS } from "#server/pages/people-page.ts";
import { PEOPLE_ROUTES } from "#server/pages/people-routes.ts";
import { freshDatabase } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { whyNoPostgres } from "#store/postgres.testkit.ts";
import { openTestInternet, type TestInternet, whyNoTestInternet } from "../internet/test-internet.testkit.ts";
import { documented } from "./documented.testkit.ts";
import { makeOwner, type Owner, openStore, type StorePlace } from "./people-before.testkit.ts";
import { linkIn, openStage, type Stage } from "./people-stage.testkit.ts";
import { signInAs, type Visitor, visitor } from "./people-visitor.testkit.ts";

/** Who may do what, where the database decides: sessions and links, own things, agencies, keys, proof of control. */

const SHOP = "proof.example.com";
const noInternet = whyNoTestInternet();
const folder = () => mkdtemp(join(tmpdir(), "sightline-people-"));
const DATABASES = [
	{ name: "SQLite", missing: undefined, place: async () => ({ data: await folder() }) },
	{
		name: "Postgres",
		missing: whyNoPostgres(),
		place: async () => ({ data: await folder(), databaseUrl: await freshDatabase() }),
	},
];

describe.each(DATABASES)("rights of people, on $name", ({ missing, place }) => {
	describe.skipIf(missing !== undefined)(missing ? `skipped: ${missing}` : "with a server of its own", () => {
		let internet: TestInternet | undefined;
		let stage: Stage;
		let store: Database;
		let owner: Owner;
		let anna: Visitor;
		let mallory: Visitor;
		beforeAll(async () => {
			const at: StorePlace = await place();
			owner = await makeOwner(at, "anna@example.com", SHOP);
			if (noInternet === undefined) {
				const published = JSON.stringify({ control: [owner.controlToken] });
				internet = await openTestInternet({
					hosts: { [SHOP]: { paths: { "/.well-known/sightline.json": published } } },
				});
			}
			[stage, store] = await Promise.all([openStage({ ...at, internet }), openStore(at)]);
			anna = visitor(stage);
			anna.cookie = owner.cookie;
			mallory = await signInAs(stage, "mallory@example.com");
		}, 300_000);
		afterAll(async () => {
			await store?.close();
			await stage?.close();
			await internet?.close();
		});

		it("session fixation fails: signing in creates a new session", async () => {
			const victim = visitor(stage);
			const planted = (await signInAs(stage, "thief@example.com")).cookie;
			victim.cookie = planted;
			await visitor(stage).send("/sign-in/", "send-link", { email: "planted@example.com" });
			const link = linkIn(await stage.mail.next("planted@example.com"), "/sign-in/link/");
			const token = new URL(link).searchParams.get("token") ?? "";
			await victim.send("/sign-in/link/", "sign-in", { token }, { blind: true });
			expect(victim.cookie).not.toBe(planted);
			expect((await victim.visit("/account/")).text).toContain("planted@example.com");
			const thief = visitor(stage);
			thief.cookie = planted;
			expect((await thief.visit("/account/")).text).not.toContain("planted@example.com");
		});

		it("a link works once, a forged one never, and links and sessions expire", async () => {
			const guest = visitor(stage);
			const mailed = async () => {
				await visitor(stage).send("/sign-in/", "send-link", { email: "once@example.com" });
				return linkIn(await stage.mail.next("once@example.com"), "/sign-in/link/").replace(stage.home, "");
			};
			const use = (link: string) => {
				const token = new URL(link, stage.home).searchParams.get("token") ?? "";
				return visitor(stage).send("/sign-in/link/", "sign-in", { token }, { blind: true, follow: false });
			};
			const link = await mailed();
			// A scanner that opens the link does not use it up.
			for (let opened = 0; opened < 3; opened++) await visitor(stage).visit(link);
			expect((await guest.send(link, "sign-in", {}, { follow: false })).status).toBe(303);
			const late = await mailed();
			const past = new Date(Date.now() - 1).toISOString();
			await store.sql.updateTable("verification").set({ expiresAt: past }).execute();
			const [again, guess, ended] = await Promise.all([use(link), use(`/?token=${"A".repeat(32)}`), use(late)]);
			for (const answer of [again, guess, ended])
				expect([answer.status, answer.headers.get("set-cookie"), answer.text]).toEqual([422, null, guess.text]);
			expect((await guest.visit("/account/", { follow: false })).status).toBe(200);
			const own = store.sql.selectFrom("user").select("id").where("email", "=", "once@example.com");
			await store.sql.updateTable("session").set({ expiresAt: past }).where("userId", "=", own).execute();
			expect((await guest.visit("/account/", { follow: false })).status).toBe(303);
		});

		it("an account's data is a 404 for others", async () => {
			const page = (who: Visitor) => who.visit(`/dashboard/${SHOP}/`);
			expect((await page(anna)).status).toBe(200);
			const [hers, none] = await Promise.all([page(mallory), mallory.visit("/dashboard/nobody.example.com/")]);
			expect([hers.status, hers.text.replaceAll(SHOP, "nobody.example.com")]).toEqual([none.status, none.text]);
			for (const { page: on, name } of FORMS.filter(({ page: of }) => of.startsWith("/dashboard"))) {
				const fields = { domain: SHOP, mode: "deep", receipts: "all", receipt: owner.receipt, audit: owner.receipt };
				await mallory.send(`${on.replace("[domain]", SHOP)}/`, name, fields, { blind: true, follow: false });
			}
			const watched = await anna.visit("/dashboard/");
			expect(watched.text).toContain(SHOP);
			expect((await anna.visit(`/dashboard/shop.example.net/?audit=${owner.receipt}`)).status).toBe(200);
		});

		it("an agency's pages and forms are a 404 for non-members", async () => {
			const addressOf = (pattern: string, agency: string) =>
				`${pattern.replace("[agency]", agency).replace("[receipt]", owner.receipt)}/`;
			const routes = PEOPLE_ROUTES.filter(({ pattern }) => pattern.includes("[agency]"));
			expect(routes.length).toBeGreaterThan(4);
			for (const { pattern } of routes) {
				const [own, foreign, unknown] = await Promise.all([
					anna.visit(addressOf(pattern, "nordlicht")),
					mallory.visit(addressOf(pattern, "nordlicht")),
					mallory.visit(addressOf(pattern, "no-such-agency")),
				]);
				const seen = [own.status, foreign.status, foreign.html.replaceAll("nordlicht", "no-such-agency")];
				expect([pattern, ...seen]).toEqual([pattern, 200, 404, unknown.html]);
			}
			const fields = { name: "Stolen", email: "mallory@example.com", role: "owner", domain: "example.com" };
			for (const { page, name } of FORMS.filter(({ page: of }) => of.includes("[agency]"))) {
				const all = { ...fields, slug: "nordlicht" };
				const sent = await mallory.send(addressOf(page, "nordlicht"), name, all, { blind: true, follow: false });
				expect([page, name, [404, 415, 422].includes(sent.status)]).toEqual([page, name, true]);
			}
			const members = await anna.visit("/agency/portal/nordlicht/members/");
			expect([members.status, members.text.includes("mallory")]).toEqual([200, false]);
		});

		it("an invitation can only be accepted by the owner of the address", async () => {
			const invitation = { email: "eve@example.com", role: "viewer" };
			await anna.send("/agency/portal/nordlicht/members/", "invite", invitation);
			const link = linkIn(await stage.mail.next("eve@example.com"), "/agency/portal/").replace(stage.home, "");
			const { id } = await store.sql.selectFrom("invitation").select("id").executeTakeFirstOrThrow();
			const accept = (who: Visitor) => who.send("/agency/portal/", "accept", { invitation: id }, { blind: true });
			expect((await accept(mallory)).status).toBe(422);
			expect((await mallory.visit("/agency/portal/nordlicht/members/")).status).toBe(404);
			const eve = await signInAs(stage, "eve@example.com");
			const joined = await eve.send(link, "accept", {}, { pick: "Nordlicht" });
			expect([joined.status, joined.path]).toEqual([200, "/agency/portal/nordlicht/?done=joined"]);
			expect((await accept(eve)).status).toBe(422);
			const another = { email: "mallory@example.com", role: "owner" };
			const at = "/agency/portal/nordlicht/members/";
			expect((await eve.send(at, "invite", another, { blind: true })).status).toBe(422);
			const waiting = store.sql.selectFrom("invitation").selectAll().where("status", "=", "pending");
			expect(await waiting.execute()).toEqual([]);
		});

		it("account endpoints match the description, by key and from pages", async () => {
			const api = documented(stage.server);
			const page = await anna.send("/admin/api-keys/", "make", {
				...{ name: "Robot", scopes: ["audit:read", "audit:write"], lifetime: "90" },
			});
			const key = /\bsl_[\w-]+/.exec(page.html)?.[0] ?? "";
			const callers = {
				key: { authorization: `Bearer ${key}` },
				session: { cookie: anna.cookie, origin: new URL(stage.home).origin },
				nobody: {},
			};
			for (const [who, headers] of Object.entries(callers)) {
				const answers = [
					await api.ask("/api/v1/session?confirmed=true", { headers }),
					await api.ask("/api/v1/audits?limit=1", { headers }),
					await api.ask(`/api/v1/audits/${owner.receipt}`, { headers }),
					await api.ask(`/api/v1/audits/${"f".repeat(64)}`, { headers }),
					await api.post("/api/v1/watchlist", { add: [{ domain: "added.example.com" }] }, headers),
					await api.post("/api/v1/watchlist", { remove: ["added.example.com"] }, headers),
					await api.post("/api/v1/badges", { domain: "shop.example.net" }, headers),
				];
				const statuses = answers.map(({ status }) => status);
				expect([who, statuses]).toEqual([who, who === "nobody" ? statuses.map(() => 401) : STATUSES]);
			}
		});

		it("a key works only for its account and scopes, until it is revoked", async () => {
			const page = await anna.send("/admin/api-keys/", "make", {
				name: "Reader",
				scopes: "audit:read",
				lifetime: "90",
			});
			const key = /\bsl_[\w-]+/.exec(page.html)?.[0] ?? "";
			const headers = { authorization: `Bearer ${key}` };
			const ask = async (bearer = key) =>
				(await stage.server.ask("/api/v1/audits", { headers: { authorization: `Bearer ${bearer}` } })).status;
			expect(await ask()).toBe(200);
			expect(await ask(`${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`)).toBe(401);
			expect((await anna.visit("/admin/api-keys/")).html).not.toContain(key);
			const written = await stage.server.post("/api/v1/watchlist", { add: [{ domain: "example.net" }] }, headers);
			expect(written.status).toBe(403);
			await anna.send("/admin/api-keys/", "revoke", {}, { pick: "Reader" });
			expect(await ask()).toBe(401);
		});

		it.skipIf(noInternet !== undefined)(
			`control is proved by the account's own token at the domain${noInternet ? ` (skipped: ${noInternet})` : ""}`,
			async () => {
				await mallory.send("/dashboard/", "watch", { domain: SHOP, mode: "light" }, { blind: true });
				const at = `/dashboard/${SHOP}/`;
				const stranger = await mallory.send(at, "prove", {}, { blind: true });
				expect([stranger.status, stranger.text]).toEqual([422, expect.stringContaining("another token, not yours")]);
				const proved = await anna.send(at, "prove", {}, { blind: true });
				expect([proved.status, proved.path]).toEqual([200, `${at}?done=proved`]);
				expect((await mallory.send(at, "take-down", { receipts: "all" }, { blind: true })).status).toBe(422);
			},
		);
	});
});

/** The receipt is not in the log yet, so it has no badge. */
const STATUSES = [200, 200, 200, 404, 200, 200, 409];
