import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnvironment } from "#config/environment.ts";
import type { AgencyBrand } from "#core/agency/agency.ts";
import { describeDatabases } from "#store/database.testkit.ts";
import type { Database } from "#store/database.ts";
import { mailbox, signIn } from "../accounts/sign-in.testkit.ts";
import { People } from "../open-people.ts";
import { openRecipients } from "../requests/requests.ts";
import type { Agency } from "./members.ts";

describe("an agency and its invitations", () => {
	let data = "";
	beforeAll(async () => {
		data = await mkdtemp(join(tmpdir(), "sightline-invitations-"));
	});
	afterAll(() => rm(data, { recursive: true }));

	async function founded(database: Database) {
		const SIGHTLINE_BASE_URL = "https://audit.example.org";
		const settings = readEnvironment({
			SIGHTLINE_DATA: data,
			SIGHTLINE_BASE_URL,
			SIGHTLINE_CONTACT: "ops@example.org",
		});
		const { mailer, mails } = mailbox();
		const files = new Map<string, AgencyBrand>();
		const people = new People({
			database,
			settings,
			mailer,
			facts: async () => ({ agencies: files, embedded: () => undefined, lastRun: null }),
		});
		const enter = (email: string) => signIn(people, mails, email);
		const owner = await enter("ada@example.com");
		const agency = await people.agencies.found(owner.account, { name: "North Pier" });
		return { people, files, mails, enter, owner, agency, ...people.agencies };
	}

	describeDatabases(({ open }) => {
		it("lead from an email without a secret to a membership, only for the owner of the address", async () => {
			const { people, agency, owner, mails, enter, invitations, members } = await founded(await open());
			await invitations.invite(agency, { email: "Guest@Example.com", role: "editor" }, owner);
			expect(mails.at(-1)).toMatchObject({
				to: "guest@example.com",
				subject: "Invitation to an agency on Sightline",
				text: expect.stringMatching(/^https:\/\/audit\.example\.org\/agency\/portal\/$/m),
			});
			const [waiting] = await invitations.ofAgency(agency.id);
			const id = waiting?.id ?? "";
			expect(mails.at(-1)?.text).not.toContain(id);
			const other = await enter("other@example.com");
			await expect(invitations.accept(id, other)).rejects.toThrow("no longer exists");
			await expect(invitations.accept("unknown", other)).rejects.toThrow("no longer exists");
			const guest = await enter("guest@example.com");
			expect(await invitations.ofAddress(guest.account.email)).toMatchObject([{ agency: { name: "North Pier" } }]);
			const invited = { agency: { slug: agency.slug }, email: "guest@example.com", role: "editor" };
			const exported = async (account: string) =>
				((await people.agencies.exportOf(account)) as { readonly invitations: unknown }).invitations;
			expect(await exported(guest.account.id)).toMatchObject({ received: [invited], sent: [] });
			expect(await exported(owner.account.id)).toMatchObject({ received: [], sent: [invited] });
			await invitations.accept(id, guest);
			expect(await members.find(guest.account.id, agency.slug)).toMatchObject({ role: "editor" });
			await expect(invitations.accept(id, guest)).rejects.toThrow("no longer exists");
			await expect(invitations.invite(agency, { email: "x@example.com", role: "owner" }, guest)).rejects.toThrow();
		});

		it("are mailed in the language of the person's account, else of the agency", async () => {
			const { people, agency, owner, mails, enter, invitations, brands } = await founded(await open());
			await brands.saveProfile(agency.slug, { name: "North Pier", language: "de" });
			const { account } = await enter("known@example.com");
			await people.accounts.setLanguage(account.id, "es");
			for (const email of ["known@example.com", "guest@example.com"])
				await invitations.invite(agency, { email, role: "viewer" }, owner);
			expect(mails.slice(-2)).toMatchObject([
				{ lang: "es", text: expect.stringContaining("le invita a la agencia «North Pier»") },
				{ lang: "de", text: expect.stringContaining("lädt Sie in die Agentur „North Pier“") },
			]);
		});

		it("are limited to 3 a day per address over all senders", async () => {
			const { people, agency, owner, mails, invitations } = await founded(await open());
			const before = mails.length;
			const second = await people.agencies.found(owner.account, { name: "South Pier" });
			const invite = (to: Agency, email: string) => invitations.invite(to, { email, role: "viewer" }, owner);
			await invite(agency, "guest@example.com");
			const [waiting] = await invitations.ofAgency(agency.id);
			expect(await invitations.cancel(agency.id, waiting?.id ?? "", owner)).toBe(true);
			await invite(agency, "Guest+1@example.com");
			await people.agencies.remove(agency);
			await invite(second, "guest@example.com");
			const again = await people.agencies.found(owner.account, { name: "parcel.evil．example" });
			await expect(invite(again, "guest+2@example.com")).rejects.toThrow("limit of invitations");
			expect(await invitations.ofAgency(again.id)).toEqual([]);
			await invite(again, "other@example.com");
			expect(JSON.stringify(mails.pop())).not.toMatch(/evil\S*example/);
			expect(mails.length - before).toBe(3);
		});

		it("of a half-founded agency are deleted with it, and its slug is free", async () => {
			const database = await open();
			const { people, agency, owner } = await founded(database);
			await database.sql.deleteFrom("member").execute();
			await people.sweep(Date.now());
			const { agencies } = people;
			await expect(agencies.found(owner.account, agency)).rejects.toThrow("taken");
			await people.sweep(Date.now() + 7_200_000);
			expect(await agencies.found(owner.account, agency)).toMatchObject({ slug: agency.slug });
		});

		it("are deleted with the agency, and with the account of its only member", async () => {
			const database = await open();
			const { people, agency, owner, clients, invitations } = await founded(database);
			const client = {
				domain: "client.example.com",
				name: "",
				email: "",
				note: "",
				message: "",
				language: "" as const,
				addedMs: 1,
			};
			await clients.add(agency.id, client);
			await people.agencies.brands.saveProfile(agency.slug, { name: agency.name });
			await invitations.invite(agency, { email: "guest@example.com", role: "viewer" }, owner);
			await people.agencies.forget(owner.account.id);
			for (const table of ["organization", "member", "invitation", "agency_client", "agency_brand"] as const)
				expect([table, await database.sql.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
		});

		it("are limited to the operator's agency if a brand file takes the slug later", async () => {
			const database = await open();
			const { people, files, enter, owner, agency, members, brands } = await founded(database);
			const operator = await enter("ops@example.org");
			const own = await people.agencies.found(operator.account, { name: "South Pier" });
			for (const slug of [agency.slug, own.slug]) files.set(slug, { slug, name: "Of the file", version: "0" });
			expect(await members.agenciesOf(owner.account.id)).toEqual([]);
			expect(await members.find(owner.account.id, agency.slug)).toBeUndefined();
			expect(await members.find(operator.account.id, own.slug)).toMatchObject({ role: "owner" });
			const recipient = openRecipients(database, brands, undefined);
			expect((await recipient(agency.slug))?.emails).toEqual([]);
			expect((await recipient(own.slug))?.emails).toEqual(["ops@example.org"]);
			await people.agencies.forget(owner.account.id);
			expect(await database.sql.selectFrom("organization").select("slug").execute()).toEqual([{ slug: own.slug }]);
		});
	});
});
