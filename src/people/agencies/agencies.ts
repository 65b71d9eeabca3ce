import { agencySlugSchema } from "#core/agency/agency.ts";
import { agencySlugOf, freeSlug } from "#core/agency/agency-slug.ts";
import { PRODUCT } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { type Mail, type Mailer, nameInMail } from "#mail/mailer.ts";
import type { Words } from "#site/brief/languages.ts";
import type { Database } from "#store/database.ts";
import { type Account, wordsFor } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { reserveMail } from "../mail-caps.ts";
import type { Requests } from "../requests/requests.ts";
import { type AgencyBrands, BY_OPERATOR } from "./agency-brands.ts";
import { AgencyBriefs } from "./agency-briefs.ts";
import { type AgencyRole, isAgencyRole, ROLE_WORDS } from "./agency-role.ts";
import { Clients } from "./clients.ts";
import { type Agency, Members } from "./members.ts";

interface AgenciesOptions {
	readonly database: Database;
	readonly brands: AgencyBrands;
	readonly requests: Pick<Requests, "forgetAgency">;
	readonly accounts: Pick<Accounts, "auth" | "find">;
	readonly mailer: Pick<Mailer, "send">;
	readonly portal: string;
	/** Only the operator may found an agency that has a brand file. */
	isOperator(account: Account): boolean;
}

/** Callers must check permissions with `members` first. */
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

	/** @throws Failure `input-invalid` if the slug is invalid or taken, or the account has too many agencies */
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
			if (!(await this.brands.isFile(chosen))) await this.brands.saveProfile(chosen, { name });
			return { id, name, slug: chosen };
		} catch (error) {
			const code = authCode(error);
			if (code === "ORGANIZATION_ALREADY_EXISTS") throw taken();
			if (code === "YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS") {
				const what = "Your account has reached its limit of agencies.";
				throw new Failure("input-invalid", { what, todo: "Leave or delete one of them first." });
			}
			throw error;
		}
	}

	async rename(agency: string, name: string): Promise<void> {
		await this.#sql.updateTable("organization").set({ name }).where("id", "=", agency).execute();
	}

	async remove({ id, slug }: Agency): Promise<void> {
		// Delete data by slug first: while the agency exists, its owner can retry a failed deletion.
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

	/** Deletes half-founded agencies, which have no member and block their slug. @param now milliseconds since 1970 */
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

	/** Also deletes agencies without another member. */
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

/** Time between writing an agency and its owner. */
const FOUNDING_MS = 3_600_000;

function exported({ agency: { slug, name }, email, role, sentMs, endsMs }: Invitation) {
	const times = { sentAt: new Date(sentMs).toISOString(), endsAt: new Date(endsMs).toISOString() };
	return { agency: { slug, name }, email, role, ...times };
}

function spelled(name: string): string {
	const slug = agencySlugOf(name);
	if (slug !== "") return slug;
	const what = "The name has no Latin letters or digits.";
	throw new Failure("input-invalid", { what, todo: "Enter a short name with Latin letters and digits." });
}

function checkedSlug(slug: string): string {
	const read = agencySlugSchema.safeParse(slug);
	if (read.success) return read.data;
	throw new Failure("input-invalid", { what: `The short name ${read.error.issues[0]?.message}.` });
}

function taken(): Failure {
	return new Failure("input-invalid", { what: "This short name is taken.", todo: "Choose another." });
}

export interface Invitation {
	readonly id: string;
	readonly agency: Agency;
	readonly email: string;
	readonly role: AgencyRole;
	readonly sentMs: number;
	readonly endsMs: number;
}

/** The cookie in the headers proves the account. */
export interface SignedIn {
	readonly account: Account;
	readonly headers: { get(name: string): string | null };
}

const KEPT_DAYS = 30;

interface InvitationsOptions {
	readonly database: Pick<Database, "sql">;
	/** better-auth checks session, role, address and the state of the invitation. */
	readonly accounts: Pick<Accounts, "auth">;
	readonly brands: Pick<AgencyBrands, "brand">;
	readonly mailer: Pick<Mailer, "send">;
	readonly portal: string;
}

type WaitingFor = "organizationId" | "email" | "inviterId";

export class Invitations {
	readonly #options: InvitationsOptions;
	readonly #sql: Database["sql"];

	constructor(options: InvitationsOptions) {
		this.#options = options;
		this.#sql = options.database.sql;
	}

	ofAgency(agency: string): Promise<readonly Invitation[]> {
		return this.#waiting("organizationId", agency);
	}

	ofAddress(email: string): Promise<readonly Invitation[]> {
		return this.#waiting("email", email.toLowerCase());
	}

	sentBy(account: string): Promise<readonly Invitation[]> {
		return this.#waiting("inviterId", account);
	}

	/** @throws Failure `input-invalid` for a member, an invited address or too many emails to it; `mail-unsent` */
	async invite(
		agency: Agency,
		{ email, role }: { readonly email: string; readonly role: AgencyRole },
		{ account, ...by }: SignedIn,
	): Promise<void> {
		const { brands, database, mailer, portal } = this.#options;
		const headers = sessionOf(by);
		const before = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString();
		const old = this.#sql.deleteFrom("invitation").where("organizationId", "=", agency.id);
		await old.where("createdAt", "<", before).execute();
		const api = await this.#api();
		await api.createInvitation({ body: { email, role, organizationId: agency.id }, headers }).catch(explain);
		const made = (await this.ofAddress(email)).find((each) => each.agency.id === agency.id);
		if (!made) throw refused("The invitation was cancelled at once.", "Someone else is changing this list.");
		try {
			await expectFewMails(database, { inviter: account.id, email, now: Date.now() });
			const brand = await brands.brand(agency.slug);
			const words = await wordsFor(this.#sql, "email", made.email, brand?.language);
			await mailer.send(invitationMail(made, { inviter: account.email, portal }, words));
		} catch (error) {
			// The email was not sent.
			await this.#sql.deleteFrom("invitation").where("id", "=", made.id).execute();
			throw error;
		}
	}

	async cancel(agency: string, id: string, by: SignedIn): Promise<boolean> {
		if (!(await this.ofAgency(agency)).some((each) => each.id === id)) return false;
		const api = await this.#api();
		await api.cancelInvitation({ body: { invitationId: id }, headers: sessionOf(by) }).catch(explain);
		return true;
	}

	/** @throws Failure `input-invalid` if it is not pending for this account or the agency is full */
	accept(id: string, by: SignedIn): Promise<Agency> {
		return this.#answer(id, by, "acceptInvitation");
	}

	decline(id: string, by: SignedIn): Promise<Agency> {
		return this.#answer(id, by, "rejectInvitation");
	}

	async #answer(id: string, by: SignedIn, how: "acceptInvitation" | "rejectInvitation"): Promise<Agency> {
		const found = (await this.ofAddress(by.account.email)).find((each) => each.id === id);
		if (!found) throw refused("This invitation no longer exists.", "It was cancelled or has expired.");
		const answer: Promise<unknown> = (await this.#api())[how]({
			body: { invitationId: id },
			headers: sessionOf(by),
		});
		await answer.catch(explain);
		return found.agency;
	}

	async #waiting(column: WaitingFor, value: string): Promise<Invitation[]> {
		const rows = await this.#sql
			.selectFrom("invitation")
			.innerJoin("organization", "organization.id", "invitation.organizationId")
			.where(`invitation.${column}`, "=", value)
			.where("invitation.status", "=", "pending")
			.orderBy("invitation.createdAt", "desc")
			.select(["invitation.id", "invitation.email", "invitation.role"])
			.select(["invitation.createdAt", "invitation.expiresAt"])
			.select(["organization.id as agency", "organization.slug", "organization.name"])
			.execute();
		return rows.flatMap(({ id, email, role, ...row }) => {
			const [sentMs, endsMs] = [new Date(row.createdAt).getTime(), new Date(row.expiresAt).getTime()];
			if (role === null || !isAgencyRole(role) || endsMs <= Date.now()) return [];
			return [{ id, agency: { id: row.agency, slug: row.slug, name: row.name }, email, role, sentMs, endsMs }];
		});
	}

	async #api() {
		return (await this.#options.accounts.auth()).api;
	}
}

function sessionOf({ headers }: Pick<SignedIn, "headers">): Headers {
	return new Headers({ Cookie: headers.get("cookie") ?? "" });
}

async function expectFewMails(
	database: Pick<Database, "sql">,
	{ inviter, email, now }: { readonly inviter: string; readonly email: string; readonly now: number },
): Promise<void> {
	if (!(await reserveMail(database, "inviter", inviter, now)))
		throw refused("Your account has reached its daily limit of invitations.", "", "Try again tomorrow.");
	if (!(await reserveMail(database, "invitation", email, now)))
		throw refused(
			"This address has received its limit of invitations for today.",
			"We limit emails that people did not ask for.",
			"Try again tomorrow.",
		);
}

const REASONS: Readonly<Record<string, readonly [what: string, todo: string]>> = {
	INVALID_EMAIL: ["This is not an email address.", "Check its spelling."],
	USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: [
		"This person is already a member.",
		"Change the role in the list of members.",
	],
	USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: [
		"This address is already invited.",
		"Take that invitation back to send another.",
	],
	INVITATION_LIMIT_REACHED: ["Too many pending invitations.", "Cancel the ones you no longer need."],
	ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: [
		"The agency has reached its limit of members.",
		"Ask its owner to remove a member.",
	],
	INVITATION_NOT_FOUND: ["This invitation no longer exists.", "Ask for a new invitation."],
};

function explain(error: unknown): never {
	const reason = REASONS[authCode(error) ?? ""];
	if (!reason) throw error;
	throw new Failure("input-invalid", { what: reason[0], todo: reason[1] }, { cause: error });
}

function refused(what: string, why: string, todo = ""): Failure {
	return new Failure("input-invalid", { what, why, todo });
}

/** @param portal absolute URL to answer at. The email contains no secret: its recipient signs in */
function invitationMail(
	{ agency, email, role, endsMs }: Invitation,
	{ inviter, portal }: { readonly inviter: string; readonly portal: string },
	{ MAILS, filled, lang, spokenDate }: Words,
): Mail {
	const say = MAILS.invitation;
	const parts = [
		filled(say.invites, { inviter, agency: nameInMail(agency.name), product: PRODUCT }),
		filled(say.role, { role: ROLE_WORDS[role].name, says: MAILS.roles[role] }),
		`${filled(say.answer, { email })}\n${portal}`,
		`${filled(say.expires, { day: spokenDate(new Date(endsMs).toISOString()) })}\n${say.unknown}\n`,
	];
	return { to: email, lang, subject: filled(say.subject, { product: PRODUCT }), text: parts.join("\n\n") };
}

/** better-auth's code for a refusal; undefined for other errors. */
function authCode(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("body" in error)) return undefined;
	const { body } = error;
	return typeof body === "object" && body !== null && "code" in body ? String(body.code) : undefined;
}
