import { load } from "cheerio";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FORMS } from "#server/forms/forms.ts";
import { freshDatabase } from "#store/database.testkit.ts";
import { whyNoPostgres } from "#store/postgres.testkit.ts";
import { agedFormToken, linkIn, OPERATOR_EMAIL, openStage, recipientOf, type Stage } from "./people-stage.testkit.ts";
import { signInAs, type Visitor, visitor } from "./people-visitor.testkit.ts";

/** Attacks on accounts, agencies and forms, as somebody would try them by hand: on SQLite and on Postgres. */

const DATABASES = [
	{ name: "SQLite", missing: undefined, place: async () => ({}) },
	{ name: "Postgres", missing: whyNoPostgres(), place: async () => ({ databaseUrl: await freshDatabase() }) },
];
const MARKUP = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

describe.each(DATABASES)("attacks on people's pages, on $name", ({ missing, place }) => {
	describe.skipIf(missing !== undefined)(missing ? `skipped: ${missing}` : "with a server of its own", () => {
		let stage: Stage;
		let anna: Visitor;
		let mallory: Visitor;
		beforeAll(async () => {
			stage = await openStage(await place());
			[anna, mallory] = await Promise.all([
				signInAs(stage, "anna@example.com"),
				signInAs(stage, "mallory@example.com"),
			]);
		}, 300_000);
		afterAll(() => stage?.close());

		it("a session that somebody planted is not the one that signing in makes", async () => {
			const victim = visitor(stage);
			victim.cookie = mallory.cookie;
			const planted = victim.cookie;
			await mallory.send("/account/", "sign-out");
			await signInAs(stage, "planted@example.com", victim);
			expect(victim.cookie).not.toBe(planted);
			const thief = visitor(stage);
			thief.cookie = planted;
			expect((await thief.visit("/account/", { follow: false })).status).toBe(303);
			await signInAs(stage, "mallory@example.com", mallory);
		});

		it("a changed or made-up cookie is nobody's session", async () => {
			const [name, value = ""] = anna.cookie.split("=");
			const forged = [
				value.slice(0, -6),
				`${"x".repeat(32)}.${"A".repeat(43)}%3D`,
				value.replace(/^./, (first) => (first === "z" ? "y" : "z")),
				"%",
				"",
			];
			for (const each of forged) {
				const thief = visitor(stage);
				thief.cookie = `${name}=${each}`;
				expect([each, (await thief.visit("/account/", { follow: false })).status]).toEqual([each, 303]);
			}
		});

		it("no form is taken from another site, whoever is signed in", async () => {
			const senders = [
				{ origin: "https://evil.example" },
				{ origin: "null" },
				{ origin: "http://localhost" },
				{ origin: "", "sec-fetch-site": "cross-site" },
			];
			for (const { page, name } of FORMS)
				for (const headers of senders) {
					const address = `${page.replace(/\[\w+\]/g, "example.com")}/`;
					const { status } = await anna.send(address, name, {}, { blind: true, follow: false, headers });
					expect([page, name, headers, status]).toEqual([page, name, headers, 403]);
				}
			expect((await anna.visit("/account/")).status).toBe(200);
		});

		it("a session counts for nothing where another site's script asks the API", async () => {
			const ask = (headers: Record<string, string>) =>
				stage.server.ask("/api/v1/audits", { headers: { cookie: anna.cookie, ...headers } });
			const foreign = await ask({ origin: "https://evil.example", "sec-fetch-site": "cross-site" });
			expect(foreign.status).toBe(401);
			const own = await ask({ "sec-fetch-site": "same-origin" });
			expect([own.status, own.headers.get("access-control-allow-origin"), own.headers.get("cache-control")]).toEqual([
				200,
				null,
				"no-store",
			]);
		});

		it.each([
			"//evil.example",
			"https://evil.example/",
			"/\\evil.example",
			"/%5cevil.example/..//",
			"javascript:alert(1)",
			"/\t/evil.example",
			"/..//evil.example",
		])("signing in does not lead to another site: %j", async (next) => {
			const guest = visitor(stage);
			await guest.send(`/sign-in/?next=${encodeURIComponent(next)}`, "send-link", { email: "guest@example.com", next });
			const link = linkIn(await stage.mail.next("guest@example.com"), "/sign-in/link/").replace(stage.home, "");
			const page = await guest.send(link, "sign-in", { next }, { follow: false });
			const location = page.headers.get("location") ?? "";
			expect([page.status, new URL(location, stage.home).origin]).toEqual([303, new URL(stage.home).origin]);
			expect(location).not.toMatch(/^(?:\/\/|\/\\)/);
		});

		it("a link works once, and a made-up one not at all", async () => {
			const guest = visitor(stage);
			await guest.send("/sign-in/", "send-link", { email: "once@example.com" });
			const link = linkIn(await stage.mail.next("once@example.com"), "/sign-in/link/").replace(stage.home, "");
			// A scanner that opens the address uses nothing up.
			for (let opened = 0; opened < 3; opened++) await visitor(stage).visit(link);
			const token = new URL(link, stage.home).searchParams.get("token") ?? "";
			const first = await guest.send(link, "sign-in", {}, { follow: false });
			const again = visitor(stage);
			const second = await again.send("/sign-in/link/", "sign-in", { token }, { blind: true, follow: false });
			const guess = await again.send(
				"/sign-in/link/",
				"sign-in",
				{ token: "A".repeat(token.length) },
				{ blind: true, follow: false },
			);
			expect([first.status, again.cookie]).toEqual([303, ""]);
			expect([second.status, second.text]).toEqual([guess.status, guess.text]);
		});

		it("nobody learns who has an account: the same answer, and a mail for both", async () => {
			const answers = [];
			for (const email of ["anna@example.com", "never@example.com"]) {
				const page = await visitor(stage).send("/sign-in/", "send-link", { email });
				answers.push([page.status, page.html.replaceAll(new RegExp(email.replace("@", "(?:[@-]|%40)"), "g"), "…")]);
				await stage.mail.next(email);
			}
			expect(answers[0]).toEqual(answers[1]);
		});

		it("what is an account's own is not there for another one", async () => {
			await anna.send("/dashboard/", "watch", { domain: "anna.example.net", mode: "light" }, { blind: true });
			const page = (who: Visitor) => who.visit("/dashboard/anna.example.net/");
			expect((await page(anna)).status).toBe(200);
			const [hers, none] = await Promise.all([page(mallory), mallory.visit("/dashboard/nobodys.example.net/")]);
			expect([hers.status, hers.text.replaceAll("anna", "nobodys")]).toEqual([none.status, none.text]);
			for (const name of ["unwatch", "mode", "prove", "take-down", "withdraw"]) {
				const fields = { domain: "anna.example.net", mode: "deep", receipts: "all" };
				const on = name === "unwatch" ? "/dashboard/" : "/dashboard/anna.example.net/";
				await mallory.send(on, name, fields, { blind: true });
			}
			expect((await anna.visit("/dashboard/")).text).toContain("anna.example.net");
		});

		it("an agency's pages and forms are its members' alone", async () => {
			const page = await anna.send("/agency/portal/", "found", { name: "Nordlicht" });
			const home = /^\/agency\/portal\/nordlicht\//.exec(page.path)?.[0] ?? "";
			expect([page.status, home]).toEqual([200, "/agency/portal/nordlicht/"]);
			for (const part of ["", "profile/", "clients/", "leads/", "members/"]) {
				const [hers, none] = await Promise.all([
					mallory.visit(home + part),
					mallory.visit(`/agency/portal/no-such-agency/${part}`),
				]);
				expect([part, hers.status, hers.text]).toEqual([part, 404, none.text]);
			}
			for (const { page: at, name } of FORMS.filter(({ page: of }) => of.includes("[agency]"))) {
				const address = `${at.replace("[agency]", "nordlicht").replace("[receipt]", "a".repeat(64))}/`;
				const fields = {
					name: "Stolen",
					email: "mallory@example.com",
					role: "owner",
					domain: "example.com",
					slug: "nordlicht",
				};
				const { status } = await mallory.send(address, name, fields, { blind: true, follow: false });
				expect([name, [404, 415, 422].includes(status)]).toEqual([name, true]);
			}
			expect((await anna.visit(`${home}members/`)).text).not.toContain("mallory");
		});

		it("markup in names and messages stays text, wherever it is shown", async () => {
			await anna.send("/account/", "rename", { name: MARKUP });
			const guest = visitor(stage);
			const typed = {
				token: await agedFormToken(),
				kind: "question",
				agency: "nordlicht",
				name: MARKUP,
				email: "guest@example.com",
				note: MARKUP,
			};
			const sent = await guest.send("/contact/", "send", typed, { blind: true });
			expect(sent.text).toContain("has arrived");
			const shown = [
				await anna.visit("/account/"),
				await anna.visit("/agency/portal/nordlicht/leads/"),
				await anna.visit("/agency/portal/nordlicht/members/"),
				await guest.visit(
					`/contact/?name=${encodeURIComponent(MARKUP)}&note=${encodeURIComponent(MARKUP)}&kind=${encodeURIComponent(MARKUP)}&done=${encodeURIComponent(MARKUP)}`,
				),
				await guest.visit(`/sign-in/?next=${encodeURIComponent(MARKUP)}&error=${encodeURIComponent(MARKUP)}`),
			];
			for (const { path, status, html } of shown) {
				expect([path, status]).toEqual([path, 200]);
				expect([path, load(html)("script:not([src]), img").length]).toEqual([path, 0]);
			}
			// The same form again is the same request.
			await guest.send("/contact/", "send", typed, { blind: true });
			const leads = await anna.visit("/agency/portal/nordlicht/leads/");
			expect(leads.text).toBe(shown[1]?.text);
		});

		it("no field of a form becomes a field of a mail, and programs that fill in everything are refused", async () => {
			const { length } = stage.mail.mails;
			const lines = "x\r\nBcc: victim@example.com";
			const faulty = [
				{ name: lines, email: "guest@example.com" },
				{ name: "Guest", email: `guest@example.com${lines.slice(1)}` },
				{ name: "Guest", email: "guest@example.com, victim@example.com" },
				{ name: "Guest", email: "guest@example.com", website: "https://spam.example" },
			];
			for (const fields of faulty) {
				const page = await visitor(stage).send("/contact/", "send", { ...fields, note: "Hello", kind: "question" });
				expect([fields, page.status]).toEqual([fields, 422]);
			}
			const link = await visitor(stage).send("/sign-in/", "send-link", { email: `a@example.com${lines.slice(1)}` });
			expect([link.status, stage.mail.mails.length]).toEqual([422, length]);
			expect(stage.mail.mails.map(recipientOf)).not.toContain("victim@example.com");
		});

		it("a form's token that is forged, or sent back at once, opens nothing", async () => {
			for (const token of ["", "x", `${"A".repeat(22)}.zzz.${"A".repeat(43)}`]) {
				const typed = { token, kind: "question", name: "Guest", email: "guest@example.com", note: "Hello" };
				expect((await visitor(stage).send("/contact/", "send", typed, { blind: true })).status).toBe(422);
			}
			const typed = { kind: "question", name: "Guest", email: "guest@example.com", note: "Hello" };
			const early = await visitor(stage).send("/contact/", "send", typed);
			expect([early.status, early.text]).toEqual([422, expect.stringContaining("within two seconds")]);
			expect(stage.mail.mails.map(recipientOf)).not.toContain(OPERATOR_EMAIL);
		});

		it("a body that is too large, or of another kind, is refused before it is read", async () => {
			const large = await visitor(stage).send("/contact/", "send", { note: "x".repeat(20_000) }, { blind: true });
			const headers = { origin: new URL(stage.home).origin, "content-type": "application/json" };
			const other = await visitor(stage).send("/contact/", "send", {}, { blind: true, headers });
			expect([large.status, other.status]).toEqual([413, 415]);
		});

		it("a key is of its account alone, and ends when it is revoked", async () => {
			const page = await anna.send("/admin/api-keys/", "make", { name: "Robot", scopes: "audit:read", lifetime: "90" });
			const key = /\bsl_[\w-]+/.exec(page.html)?.[0] ?? "";
			const ask = (bearer: string) =>
				stage.server.ask("/api/v1/audits", { headers: { authorization: `Bearer ${bearer}` } });
			expect((await ask(key)).status).toBe(200);
			expect((await ask(`${key.slice(0, -1)}${key.endsWith("A") ? "B" : "A"}`)).status).toBe(401);
			expect((await anna.visit("/admin/api-keys/")).html).not.toContain(key);
			const written = await stage.server.post(
				"/api/v1/watchlist",
				{ add: ["example.net"] },
				{ authorization: `Bearer ${key}` },
			);
			expect(written.status).toBe(403);
			await anna.send("/admin/api-keys/", "revoke", {}, { pick: "Robot" });
			expect((await ask(key)).status).toBe(401);
		});
	});
});
