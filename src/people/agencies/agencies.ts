import { agencySlugOf, agencySlugSchema, freeSlug } from "#core/agency/agency.ts";
import { Failure } from "#core/failure.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import type { Account } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { Requests } from "../requests/requests.ts";
import { type AgencyBrands, BY_OPERATOR } from "./agency-brands.ts";
import { AgencyBriefs } from "./agency-briefs.ts";
import { Clients } from "./clients.ts";
import { authCode, type Invitation, Invitations } from "./invitations.ts";
import { type Agency, Members } from "./members.ts";

interface AgenciesOptions {
	readonly database: Database;
	readonly brands: AgencyBrands;
	readonly requests: Pick<Requests, "forgetAgency">;
	readonly accounts: Pick<Accounts, "auth" | "find">;
	readonly mailer: Pick<Mailer, "send">;
	readonly portal: string;
	/** Only the operator may found an agency that a file is about. */
	isOperator(account: Account): boolean;
}

/** Callers check rights by `members` first. */
export class Agencies {
	readonly members: Members;
	readonly invitations: Invitations;
	readonly clients: Clients;
	readonly brands: AgencyBrands;
	readonly briefs: AgencyBriefs;
	readonly #options: AgenciesOptions;
	readonly #sql: Database["sql"];

	constructor(options: AgenciesOptions) {
		const { database, brands } = options;
		this.members = new Members(database, brands);
		this.invitations = new Invitations(options);
		this.clients = new Clients(database);
		this.brands = brands;
		this.briefs = new AgencyBriefs(database);
		this.#options = options;
		this.#sql = database.sql;
	}

	/** @throws Failure `input-invalid` where the slug is invalid or taken, or the account has made too many */
	async found(
		account: Account,
		{ name, slug }: { readonly name: string; readonly slug?: string | undefined },
	): Promise<Agency> {
		const byOperator = this.#options.isOperator(account);
		const isTaken = async (tried: string) =>
			(!byOperator && (await this.brands.isFile(tried))) || (await this.#isFounded(tried));
		const chosen = slug === undefined ? await freeSlug(spelled(name), isTaken) : checkedSlug(slug);
		if (slug !== undefined && (await isTaken(chosen))) throw taken();
		const { api } = await this.#options.accounts.auth();
		try {
			const { id } = await api.createOrganization({
				body: { name, slug: chosen, userId: account.id, ...(byOperator && { metadata: BY_OPERATOR }) },
			});
			return { id, name, slug: chosen };
		} catch (error) {
			const code = authCode(error);
			if (code === "ORGANIZATION_ALREADY_EXISTS") throw taken();
			if (code === "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS") {
				const what = "You belong to as many agencies as one account may.";
				throw new Failure("input-invalid", { what, todo: "Leave or delete one of them first." });
			}
			throw error;
		}
	}

	async rename(agency: string, name: string): Promise<void> {
		await this.#sql.updateTable("organization").set({ name }).where("id", "=", agency).execute();
	}

	async remove({ id, slug }: Agency): Promise<void> {
		// First what is found by the slug: while the agency is there, its owner can ask again for what failed.
		await this.#options.requests.forgetAgency(slug);
		await this.briefs.removeAgency(slug);
		await this.brands.remove(slug);
		await this.#sql.transaction().execute(async (transaction) => {
			await transaction.deleteFrom("agency_client").where("agency", "=", id).execute();
			for (const table of ["invitation", "member"] as const)
				await transaction.deleteFrom(table).where("organizationId", "=", id).execute();
			await transaction.deleteFrom("organization").where("id", "=", id).execute();
		});
	}

	/** Agencies founded halfway have no member, and keep others from their slugs. @param now milliseconds since 1970 */
	async sweep(now: number): Promise<void> {
		await this.briefs.sweep(now);
		const withoutMembers = this.#sql
			.selectFrom("organization")
			.leftJoin("member", "member.organizationId", "organization.id")
			.select(["organization.id", "organization.slug", "organization.name"])
			.where("member.id", "is", null)
			.where("organization.createdAt", "<", new Date(now - FOUNDING_MS).toISOString());
		for (const agency of await withoutMembers.execute()) await this.remove(agency);
	}

	/** Agencies without another member end too. */
	async forget(account: string): Promise<void> {
		for (const agency of await this.members.leaveAll(account)) await this.remove(agency);
		await this.#sql.deleteFrom("invitation").where("inviterId", "=", account).execute();
		const email = (await this.#options.accounts.find(account))?.email;
		if (email) await this.#sql.deleteFrom("invitation").where("email", "=", email.toLowerCase()).execute();
		await this.briefs.forget(account);
	}

	async exportOf(account: string): Promise<unknown> {
		const memberships = await this.members.agenciesOf(account);
		const email = (await this.#options.accounts.find(account))?.email;
		const received = email === undefined ? [] : await this.invitations.ofAddress(email);
		const sent = await this.invitations.sentBy(account);
		return {
			memberships: memberships.map(({ agency: { slug, name }, role }) => ({ slug, name, role })),
			invitations: { received: received.map(exported), sent: sent.map(exported) },
			briefs: await this.briefs.exportOf(account),
		};
	}

	async #isFounded(slug: string): Promise<boolean> {
		const founded = this.#sql.selectFrom("organization").where("slug", "=", slug).select("id");
		return (await founded.executeTakeFirst()) !== undefined;
	}
}

/** Founding writes the agency first, then its owner. */
const FOUNDING_MS = 3_600_000;

function exported({ agency: { slug, name }, email, role, sentMs, endsMs }: Invitation) {
	const times = { sentAt: new Date(sentMs).toISOString(), endsAt: new Date(endsMs).toISOString() };
	return { agency: { slug, name }, email, role, ...times };
}

function spelled(name: string): string {
	const slug = agencySlugOf(name);
	if (slug !== "") return slug;
	const what = "Nothing of the name can be spelled in Latin letters.";
	throw new Failure("input-invalid", { what, todo: "Write a short name of Latin letters and digits." });
}

function checkedSlug(slug: string): string {
	const read = agencySlugSchema.safeParse(slug);
	if (read.success) return read.data;
	throw new Failure("input-invalid", { what: `The short name ${read.error.issues[0]?.message}.` });
}

function taken(): Failure {
	return new Failure("input-invalid", { what: "This short name is taken.", todo: "Choose another one." });
}
