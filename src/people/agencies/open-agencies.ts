import { Failure } from "#core/failure.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import { type Clients, openClients } from "./clients.ts";
import { type Invitations, type OrganizationApi, openInvitations } from "./invitations.ts";
import { type Agency, type Members, openMembers } from "./members.ts";

/** Agencies that people sign in for. Whether the one who asks may, its callers find out by `members`. */
export interface Agencies {
	readonly members: Members;
	readonly invitations: Invitations;
	readonly clients: Clients;
	/**
	 * Makes an agency, with the account as its owner.
	 * @throws Failure `input-invalid` where the slug is taken, or the account has made as many as it may
	 */
	create(account: string, agency: Omit<Agency, "id">): Promise<Agency>;
	/** Deletes an agency and everything that it has. */
	remove(agency: Agency): Promise<void>;
	/** Ends what an account has here; agencies that nobody is left in end with it. */
	forget(account: string): Promise<void>;
	/** The account's own data, as JSON. */
	exportOf(account: string): Promise<unknown>;
}

export interface AgenciesParts {
	readonly database: Pick<Database, "sql" | "kind">;
	/** Of better-auth, loaded when it is first needed. */
	readonly api: () => Promise<OrganizationApi & CreationApi>;
	readonly mailer: Pick<Mailer, "send">;
	/** Absolute address of the portal. */
	readonly portal: string;
}

interface CreationApi {
	createOrganization(call: {
		readonly body: { readonly name: string; readonly slug: string; readonly userId: string };
	}): Promise<{ readonly id: string }>;
}

export function openAgencies(parts: AgenciesParts): Agencies {
	const { database, api } = parts;
	const members = openMembers(database);
	const remove = (agency: Agency) => removeAgency(database, agency);
	return {
		members,
		invitations: openInvitations(parts),
		clients: openClients(database),
		async create(account, { name, slug }) {
			const { createOrganization } = await api();
			const { id } = await createOrganization({ body: { name, slug, userId: account } }).catch(explain);
			return { id, name, slug };
		},
		remove,
		async forget(account) {
			for (const agency of await members.leaveAll(account)) await remove(agency);
			await forgetInvitations(database, account);
		},
		async exportOf(account) {
			const memberships = await members.agenciesOf(account);
			return memberships.map(({ agency: { slug, name }, role }) => ({ slug, name, role }));
		},
	};
}

function explain(error: unknown): never {
	const code = (error as { readonly body?: { readonly code?: string } }).body?.code;
	if (code === "ORGANIZATION_ALREADY_EXISTS")
		throw new Failure(
			"input-invalid",
			{ what: "This address is taken.", todo: "Choose another one." },
			{ cause: error },
		);
	if (code === "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS") {
		const what = "You belong to as many agencies as one account may.";
		throw new Failure("input-invalid", { what, todo: "Delete or leave one of them first." }, { cause: error });
	}
	throw error;
}

async function removeAgency({ sql }: Pick<Database, "sql">, { id }: Agency): Promise<void> {
	await sql.transaction().execute(async (transaction) => {
		await transaction.deleteFrom("agency_client").where("agency", "=", id).execute();
		await transaction.deleteFrom("invitation").where("organizationId", "=", id).execute();
		await transaction.deleteFrom("member").where("organizationId", "=", id).execute();
		await transaction.deleteFrom("organization").where("id", "=", id).execute();
	});
}

/** Those to the account's address, and those that it sent. */
async function forgetInvitations({ sql }: Pick<Database, "sql">, account: string): Promise<void> {
	await sql.deleteFrom("invitation").where("inviterId", "=", account).execute();
	const user = await sql.selectFrom("user").where("id", "=", account).select("email").executeTakeFirst();
	if (user) await sql.deleteFrom("invitation").where("email", "=", user.email.toLowerCase()).execute();
}
