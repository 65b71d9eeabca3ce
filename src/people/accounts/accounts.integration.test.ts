import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getMigrations } from "better-auth/db/migration";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { openPeople } from "../open-people.ts";
import { cookieField, mailbox, mailedToken } from "./sign-in.testkit.ts";

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
		const people = openPeople({ database, settings, mailer, onFault: (error) => faults.push(error) });
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

		it("signs in by a mailed link, once, and makes the account with it", async () => {
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
			expect(signedIn?.cookies).toHaveLength(1);
			expect(signedIn?.cookies[0]).toMatch(
				/^__Host-sightline-session=\S+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
			);
			const session = await accounts.session(cookieField(signedIn?.cookies ?? []));
			expect(session?.account).toMatchObject({ id: signedIn?.id, email: "ada@example.com", name: "" });
			expect(await accounts.findByEmail("ADA@example.com")).toEqual(session?.account);
			expect(await accounts.linkOwner(token)).toBeUndefined();
			expect(await accounts.signInByLink(token, new Headers())).toBeUndefined();
			expect(faults).toEqual([]);
		});
	});
});
