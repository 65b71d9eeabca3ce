import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getMigrations } from "better-auth/db/migration";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { People } from "../open-people.ts";
import type { Accounts } from "./accounts.ts";
import { cookieField, mailbox, mailedToken, signIn } from "./sign-in.testkit.ts";

const SITE = "https://audit.example.org";

describe("accounts", () => {
	let data = "";
	beforeAll(async () => {
		data = await mkdtemp(join(tmpdir(), "sightline-accounts-"));
	});
	afterAll(() => rm(data, { recursive: true }));

	function peopleOf(database: Database, environment: Record<string, string> = {}) {
		const settings = readEnvironment({ SIGHTLINE_DATA: data, SIGHTLINE_BASE_URL: SITE, ...environment });
		const faults: unknown[] = [];
		const { mailer, mails } = mailbox();
		const people = new People({ database, settings, mailer, onFault: (error) => faults.push(error) });
		return { people, accounts: people.accounts, mails, faults };
	}

	describeDatabases(({ open }) => {
		it("needs no table, column or index beyond our migrations", async () => {
			const { accounts } = peopleOf(await open());
			const { options } = await accounts.auth();
			expect(await getMigrations(options)).toMatchObject({
				toBeCreated: [],
				toBeAdded: [],
				toBeAddedIndexes: [],
				unsafeChanges: [],
				schemaProblems: [],
			});
		});

		it("signs in with a mailed link once, and creates the account", async () => {
			const database = await open();
			const { accounts, mails, faults } = peopleOf(database);
			await accounts.sendLink("Ada@Example.com", "/dashboard/?a=1&b=2");
			const [mail] = mails;
			expect(mail).toMatchObject({ to: "ada@example.com", subject: "Sign in to Sightline" });
			expect(mail?.text).toMatch(
				/^https:\/\/audit\.example\.org\/sign-in\/link\/\?token=\w{32}&next=%2Fdashboard%2F%3Fa%3D1%26b%3D2$/m,
			);
			const token = mailedToken(mails);
			const kept = JSON.stringify(await database.sql.selectFrom("verification").selectAll().execute());
			expect(kept).not.toContain(token);
			expect(await accounts.linkOwner(token)).toBe("ada@example.com");
			expect(await accounts.findByEmail("ada@example.com")).toBeUndefined();
			const signedIn = await accounts.signInByLink(token, new Headers());
			// The session's own is hidden from scripts; the mark beside it is for them, and says nothing but that there is one.
			expect(signedIn?.cookies).toEqual([
				expect.stringMatching(
					/^__Host-sightline-session=\S+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
				),
				"sightline-signed-in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax",
			]);
			const session = await accounts.session(cookieField(signedIn?.cookies ?? []));
			expect(session?.account).toMatchObject({ id: signedIn?.id, email: "ada@example.com", name: "" });
			expect(await accounts.findByEmail("ADA@example.com")).toEqual(session?.account);
			expect(await accounts.linkOwner(token)).toBeUndefined();
			expect(await accounts.signInByLink(token, new Headers())).toBeUndefined();
			expect(faults).toEqual([]);
		});

		it("accepts a link once, even if used concurrently, within 10 minutes", async () => {
			const database = await open();
			const { accounts, mails } = peopleOf(database);
			await accounts.sendLink("ada@example.com", "/");
			const token = mailedToken(mails);
			const uses = await Promise.all([1, 2, 3].map(() => accounts.signInByLink(token, new Headers())));
			expect(uses.filter((use) => use !== undefined)).toHaveLength(1);
			await accounts.sendLink("ada@example.com", "/");
			const late = mailedToken(mails);
			const rows = database.sql.selectFrom("verification").select("expiresAt");
			const { expiresAt } = await rows.executeTakeFirstOrThrow();
			expect(Math.abs(new Date(expiresAt).getTime() - Date.now() - 600_000)).toBeLessThan(60_000);
			const past = new Date(Date.now() - 1).toISOString();
			await database.sql.updateTable("verification").set({ expiresAt: past }).execute();
			expect(await accounts.linkOwner(late)).toBeUndefined();
			expect(await accounts.signInByLink(late, new Headers())).toBeUndefined();
			expect(await accounts.linkOwner("guessed")).toBeUndefined();
		});

		it("does the same for an address with and without an account", async () => {
			const counted = countStatements(await open());
			const { people, accounts, mails } = peopleOf(counted.database);
			await signIn(people, mails, "known@example.com");
			const work: unknown[] = [];
			for (const email of ["known@example.com", "other@example.com"]) {
				counted.statements.length = 0;
				await accounts.sendLink(email, "/");
				const { subject, text } = mails.at(-1) ?? expect.fail();
				work.push([subject, text.replace(/token=\w+/, ""), [...counted.statements]]);
			}
			expect(work[0]).toEqual(work[1]);
			expect(counted.statements).toContain("InsertQueryNode");
		});

		it("mails the link in the account's language, which is in its export", async () => {
			const { people, accounts, mails } = peopleOf(await open());
			const { account } = await signIn(people, mails, "ada@example.com");
			expect(account.language).toBeUndefined();
			await accounts.setLanguage(account.id, "fr");
			await accounts.sendLink("Ada@example.com", "/");
			expect(mails.at(-1)).toMatchObject({ lang: "fr", subject: "Connexion à Sightline" });
			expect(mails.at(-1)?.text).toMatch(/^Ouvrez ce lien .*\n\nhttps:\S+token=\S+\n\nLe lien /);
			expect(await accounts.exportOf(account.id)).toMatchObject({ language: "fr" });
		});

		it("creates a new session for each sign-in, and ends the browser's earlier one", async () => {
			const { people, accounts, mails } = peopleOf(await open());
			const first = await signIn(people, mails, "ada@example.com");
			await accounts.sendLink("ada@example.com", "/");
			const again = await accounts.signInByLink(mailedToken(mails), first.headers);
			const cookie = cookieField(again?.cookies ?? []);
			expect(cookie).not.toBe(first.headers.get("Cookie"));
			expect(await accounts.session(first.headers.get("Cookie"))).toBeUndefined();
			expect(await accounts.session(cookie)).toMatchObject({ isFresh: true });
		});

		it("signs out one browser, the others, or all, but no other account's", async () => {
			const { people, accounts, mails } = peopleOf(await open());
			const [one, two, other] = [
				await signIn(people, mails, "ada@example.com"),
				await signIn(people, mails, "ada@example.com"),
				await signIn(people, mails, "bob@example.com"),
			];
			const sessionOf = ({ headers }: typeof one) => accounts.session(headers.get("Cookie"));
			const bobs = (await sessionOf(other))?.id ?? "";
			await accounts.endSessions(one.account.id, { only: bobs });
			expect(await sessionOf(other)).toBeDefined();
			expect(await accounts.sessions(one.account.id)).toHaveLength(2);
			await accounts.endSessions(one.account.id, { only: (await sessionOf(one))?.id ?? "" });
			expect([await sessionOf(one), (await sessionOf(two))?.account]).toEqual([undefined, one.account]);
			await accounts.endSessions(one.account.id, "all");
			expect([await sessionOf(two), (await sessionOf(other))?.account]).toEqual([undefined, other.account]);
		});

		it("expires sessions, and sweeps them and unused links", async () => {
			const database = await open();
			const { people, accounts, mails } = peopleOf(database);
			const { headers } = await signIn(people, mails, "ada@example.com");
			await accounts.sendLink("ada@example.com", "/");
			await people.sweep(Date.now());
			expect(await accounts.session(headers.get("Cookie"))).toBeDefined();
			expect(await accounts.linkOwner(mailedToken(mails))).toBeDefined();
			const past = new Date(Date.now() - 1).toISOString();
			await database.sql.updateTable("session").set({ expiresAt: past }).execute();
			expect(await accounts.session(headers.get("Cookie"))).toBeUndefined();
			await people.sweep(Date.now() + 600_000);
			expect(await database.sql.selectFrom("session").selectAll().execute()).toEqual([]);
			expect(await database.sql.selectFrom("verification").selectAll().execute()).toEqual([]);
		});

		it("exports everything except credentials, and deletes it", async () => {
			const database = await open();
			const { people, accounts, mails } = peopleOf(database);
			const { account, headers } = await signIn(people, mails, "ada@example.com");
			const other = await signIn(people, mails, "bob@example.com");
			await accounts.rename(account.id, "Ada");
			await database.sql.insertInto("passkey").values(passkeyOf(account.id)).execute();
			const kept = await people.exportOf(account.id);
			expect(kept).toMatchObject({
				account: { id: account.id, email: "ada@example.com", name: "Ada", passkeys: [{ name: "Phone" }] },
			});
			const { token } = await database.sql.selectFrom("session").select("token").executeTakeFirstOrThrow();
			expect(JSON.stringify(kept)).not.toMatch(new RegExp(`bob@|${token}|a public key`));
			for (const _ of ["once", "and again, which changes nothing"]) await people.forget(account.id);
			expect(await accounts.session(headers.get("Cookie"))).toBeUndefined();
			expect(await accounts.find(account.id)).toBeUndefined();
			expect(await database.sql.selectFrom("passkey").selectAll().execute()).toEqual([]);
			expect((await accounts.session(other.headers.get("Cookie")))?.account).toEqual(other.account);
		});

		it("signs in through GitHub only with a verified address, and stores no token", async () => {
			const database = await open();
			const { people, accounts, mails } = peopleOf(database, { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "hush" });
			const { account } = await signIn(people, mails, "ada@example.com");
			const signedIn = await throughGitHub(accounts, { email: "ada@example.com", verified: true });
			expect(signedIn.location).toBe(`${SITE}/account/`);
			expect((await accounts.session(signedIn.cookie))?.account).toEqual(account);
			const kept = JSON.stringify(await database.sql.selectFrom("account").selectAll().execute());
			expect(kept).toContain('"accountId":"7"');
			expect(kept).not.toContain("gho_");
			const unverified = await throughGitHub(accounts, { email: "eve@example.com", verified: false });
			expect(unverified.location).toMatch(`${SITE}/sign-in/?error=`);
			expect(await accounts.session(unverified.cookie)).toBeUndefined();
			expect(await accounts.findByEmail("eve@example.com")).toBeUndefined();
			const forged = new Request(`${SITE}/api/auth/callback/github?code=c&state=guessed`);
			const refused = await accounts.answerAuthRoute(forged);
			expect(refused.headers.get("Location")).toMatch(`${SITE}/sign-in/?error=`);
		});

		it("changes and removes only the account's own passkeys", async () => {
			const database = await open();
			const { passkeys } = peopleOf(database).accounts;
			await database.sql.insertInto("passkey").values(passkeyOf("ada")).execute();
			expect([await passkeys.rename("bob", "p", "Mine"), await passkeys.remove("bob", "p")]).toEqual([false, false]);
			expect(await passkeys.list("bob")).toEqual([]);
			expect(await passkeys.rename("ada", "p", "Tablet")).toBe(true);
			expect(await passkeys.list("ada")).toMatchObject([{ id: "p", name: "Tablet", isSynced: true }]);
			expect(await passkeys.remove("ada", "p")).toBe(true);
		});
	});
});

/** The same store, which records the kinds of its statements. */
function countStatements(database: Database) {
	const statements: string[] = [];
	const sql = database.sql.withPlugin({
		transformQuery({ node }) {
			statements.push(node.kind);
			return node;
		},
		transformResult: async ({ result }) => result,
	});
	return { database: { ...database, sql }, statements };
}

function passkeyOf(userId: string) {
	const createdAt = new Date().toISOString();
	const device = { deviceType: "multiDevice", backedUp: 1, transports: "internal", aaguid: null };
	return {
		id: "p",
		name: "Phone",
		userId,
		publicKey: "a public key",
		credentialID: "c",
		counter: 0,
		createdAt,
		...device,
	};
}

/** Goes to GitHub and back, where GitHub says that the person has this address. */
async function throughGitHub(accounts: Accounts, address: { readonly email: string; readonly verified: boolean }) {
	const answers = new Map<string, unknown>([
		["https://github.com/login/oauth/access_token", { access_token: "gho_secret", token_type: "bearer" }],
		["https://api.github.com/user", { id: address.verified ? 7 : 8, login: "someone", email: address.email }],
		["https://api.github.com/user/emails", [{ ...address, primary: true }]],
	]);
	vi.stubGlobal("fetch", async (url: string | URL) => Response.json(answers.get(String(url))));
	try {
		const { leave, cookies } = await accounts.beginGitHub("/account/");
		const state = new URL(leave).searchParams.get("state");
		const back = new Request(`${SITE}/api/auth/callback/github?code=c&state=${state}`, {
			headers: { Cookie: cookieField(cookies) },
		});
		const { headers } = await accounts.answerAuthRoute(back);
		return { location: headers.get("Location"), cookie: cookieField(headers.getSetCookie()) };
	} finally {
		vi.unstubAllGlobals();
	}
}
