import { agencySlugSchema } from "#core/agency/agency.ts";
import { agencySlugOf, freeSlug } from "#core/agency/agency-slug.ts";
import { Failure } from "#core/failure.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import type { Account } from "../accounts/account.ts";
import type { Requests } from "../requests/requests.ts";
import { type AgencyBrands, BY_OPERATOR } from "./agency-brands.ts";
import type { AgencyBriefs } from "./agency-briefs.ts";
import { type Clients, openClients } from "./clients.ts";
import { authCode, type Invitation, type Invitations, type OrganizationApi, openInvitations } from "./invitations.ts";
import { type Agency, type Members, openMembers } from "./members.ts";

/** Agencies that people sign in for. Whether the one who asks may, its callers find out by `members`. */
export interface Agencies {
	readonly members: Members;
	readonly invitations: Invitations;
	readonly clients: Clients;
	readonly brands: AgencyBrands;
	readonly briefs: AgencyBriefs;
	/**
	 * Makes an agency, with the account as its owner; without a slug it gets one by its name.
	 * @throws Failure `input-invalid` where the slug is none or is taken, or the account has made as many as it may
	 */
	found(account: Account, agency: { readonly name: string; readonly slug?: string | undefined }): Promise<Agency>;
	rename(agency: string, name: string): Promise<void>;
	/** Deletes an agency and everything that it has. */
	remove(agency: Agency): Promise<void>;
	/** Deletes agencies that were founded halfway: nobody belongs to them, and nobody else could have their slugs. @param now milliseconds since 1970 */
	sweep(now: number): Promise<void>;
	/** Ends what an account has here; agencies that nobody is left in end with it. */
	forget(account: string): Promise<void>;
	/** The account's own data, as JSON. */
	exportOf(account: string): Promise<unknown>;
}

interface AgenciesParts {
	readonly database: Pick<Database, "sql" | "kind">;
	readonly brands: AgencyBrands;
	readonly briefs: AgencyBriefs;
	readonly requests: Pick<Requests, "forgetAgency">;
	/** Of better-auth, loaded when it is first needed. */
	readonly api: () => Promise<OrganizationApi & FoundingApi>;
	readonly mailer: Pick<Mailer, "send">;
	/** Absolute address of the portal. */
	readonly portal: string;
	/** Whether an account is of whoever runs this installation: the only one who may found an agency that a file is about. */
	isOperator(account: Account): boolean;
}

export function openAgencies(parts: AgenciesParts): Agencies {
	const { database, brands, briefs, requests, isOperator } = parts;
	const members = openMembers(database, brands);
	const invitations = openInvitations(parts);
	const remove = async (agency: Agency) => {
		// First what is looked up by the slug: as long as the agency is there, its owner can ask again for what failed.
		await requests.forgetAgency(agency.slug);
		await briefs.removeAgency(agency.slug);
		await brands.remove(agency.slug);
		await removeAgency(database, agency);
	};
	return {
		members,
		invitations,
		clients: openClients(database),
		brands,
		briefs,
		found: (account, agency) => foundAgency({ ...parts, byOperator: isOperator(account) }, account.id, agency),
		async rename(agency, name) {
			await database.sql.updateTable("organization").set({ name }).where("id", "=", agency).execute();
		},
		remove,
		async sweep(now) {
			for (const agency of await withoutMembers(database, now - FOUNDING_MS)) await remove(agency);
		},
		async forget(account) {
			for (const agency of await members.leaveAll(account)) await remove(agency);
			await forgetInvitations(database, account);
			await briefs.forget(account);
		},
		async exportOf(account) {
			const memberships = await members.agenciesOf(account);
			const email = await emailOf(database, account);
			const received = email === undefined ? [] : await invitations.ofAddress(email);
			const sent = await invitations.sentBy(account);
			return {
				memberships: memberships.map(({ agency: { slug, name }, role }) => ({ slug, name, role })),
				invitations: { received: received.map(exported), sent: sent.map(exported) },
				briefs: await briefs.exportOf(account),
			};
		},
	};
}

/** Founding writes the agency first, then its owner. */
const FOUNDING_MS = 3_600_000;

/** @param before milliseconds since 1970: those founded earlier */
async function withoutMembers({ sql }: Pick<Database, "sql">, before: number): Promise<Agency[]> {
	return sql
		.selectFrom("organization")
		.leftJoin("member", "member.organizationId", "organization.id")
		.select(["organization.id", "organization.slug", "organization.name"])
		.where("member.id", "is", null)
		.where("organization.createdAt", "<", new Date(before).toISOString())
		.execute();
}

async function removeAgency({ sql }: Pick<Database, "sql">, { id }: Agency): Promise<void> {
	await sql.transaction().execute(async (transaction) => {
		await transaction.deleteFrom("agency_client").where("agency", "=", id).execute();
		await transaction.deleteFrom("invitation").where("organizationId", "=", id).execute();
		await transaction.deleteFrom("member").where("organizationId", "=", id).execute();
		await transaction.deleteFrom("organization").where("id", "=", id).execute();
	});
}

function exported({ agency: { slug, name }, email, role, sentMs, endsMs }: Invitation) {
	const times = { sentAt: new Date(sentMs).toISOString(), endsAt: new Date(endsMs).toISOString() };
	return { agency: { slug, name }, email, role, ...times };
}

async function emailOf({ sql }: Pick<Database, "sql">, account: string): Promise<string | undefined> {
	return (await sql.selectFrom("user").where("id", "=", account).select("email").executeTakeFirst())?.email;
}

/** Those to the account's address, and those that it sent. */
async function forgetInvitations(database: Pick<Database, "sql">, account: string): Promise<void> {
	await database.sql.deleteFrom("invitation").where("inviterId", "=", account).execute();
	const email = await emailOf(database, account);
	if (email) await database.sql.deleteFrom("invitation").where("email", "=", email.toLowerCase()).execute();
}

/** What of better-auth's API is called here. */
interface FoundingApi {
	createOrganization(call: {
		readonly body: {
			readonly name: string;
			readonly slug: string;
			readonly userId: string;
			readonly metadata?: Readonly<Record<string, unknown>>;
		};
	}): Promise<{ readonly id: string }>;
}

interface FoundingParts {
	readonly database: Pick<Database, "sql">;
	readonly brands: Pick<AgencyBrands, "isFile">;
	readonly api: () => Promise<FoundingApi>;
	/** The operator alone may found what a file of the reports is about. */
	readonly byOperator: boolean;
}

/** @param account id of its owner */
export async function foundAgency(
	{ database, brands, api, byOperator }: FoundingParts,
	account: string,
	{ name, slug }: { readonly name: string; readonly slug?: string | undefined },
): Promise<Agency> {
	const isTaken = async (tried: string) =>
		(!byOperator && (await brands.isFile(tried))) || (await isFounded(database, tried));
	const chosen = slug === undefined ? await freeSlug(spelled(name), isTaken) : checkedSlug(slug);
	if (slug !== undefined && (await isTaken(chosen))) throw taken();
	const { createOrganization } = await api();
	try {
		const { id } = await createOrganization({
			body: { name, slug: chosen, userId: account, ...(byOperator && { metadata: BY_OPERATOR }) },
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

async function isFounded({ sql }: Pick<Database, "sql">, slug: string): Promise<boolean> {
	return (await sql.selectFrom("organization").where("slug", "=", slug).select("id").executeTakeFirst()) !== undefined;
}
