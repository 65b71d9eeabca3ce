import { PRODUCT } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { spokenDate } from "#core/wording.ts";
import { type Mail, type Mailer, nameInMail } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import type { Account } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { takeMail } from "../mail-caps.ts";
import { type AgencyRole, isAgencyRole, ROLE_WORDS } from "./agency-role.ts";
import type { Agency } from "./members.ts";

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
	/** better-auth checks the session, role, address and the invitation's state. */
	readonly accounts: Pick<Accounts, "auth">;
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

	/** @throws Failure `input-invalid` for a member, an invited address, or too many mails to it; `mail-unsent` */
	async invite(
		agency: Agency,
		{ email, role }: { readonly email: string; readonly role: AgencyRole },
		{ account, ...by }: SignedIn,
	): Promise<void> {
		const { database, mailer, portal } = this.#options;
		const headers = sessionOf(by);
		const before = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString();
		const old = this.#sql.deleteFrom("invitation").where("organizationId", "=", agency.id);
		await old.where("createdAt", "<", before).execute();
		const api = await this.#api();
		await api.createInvitation({ body: { email, role, organizationId: agency.id }, headers }).catch(explain);
		const made = (await this.ofAddress(email)).find((each) => each.agency.id === agency.id);
		if (!made) throw refused("The invitation was taken back at once.", "Somebody else works on this list.");
		try {
			await expectFewMails(database, { inviter: account.id, email, now: Date.now() });
			await mailer.send(invitationMail(made, { inviter: account.email, portal }));
		} catch (error) {
			// The mail did not reach its receiver.
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

	/** @throws Failure `input-invalid` where it does not wait for this account, or the agency is full */
	accept(id: string, by: SignedIn): Promise<Agency> {
		return this.#answer(id, by, "acceptInvitation");
	}

	decline(id: string, by: SignedIn): Promise<Agency> {
		return this.#answer(id, by, "rejectInvitation");
	}

	async #answer(id: string, by: SignedIn, how: "acceptInvitation" | "rejectInvitation"): Promise<Agency> {
		const found = (await this.ofAddress(by.account.email)).find((each) => each.id === id);
		if (!found) throw refused("There is no such invitation any more.", "It was taken back, or has ended.");
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
	if (!(await takeMail(database, "inviter", inviter, now)))
		throw refused("You have sent as many invitations today as one account may.", "", "Go on tomorrow.");
	if (!(await takeMail(database, "invitation", email, now)))
		throw refused(
			"This address has had enough invitations for today.",
			"Each is a mail that nobody asked for.",
			"Try again tomorrow.",
		);
}

const REASONS: Readonly<Record<string, readonly [what: string, todo: string]>> = {
	INVALID_EMAIL: ["This is not an e-mail address.", "Check its spelling."],
	USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: [
		"This person is a member already.",
		"Change the role in the list of members.",
	],
	USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: [
		"This address is invited already.",
		"Take that invitation back to send another.",
	],
	INVITATION_LIMIT_REACHED: ["Too many invitations wait for an answer.", "Take back those that nobody will answer."],
	ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: [
		"The agency has as many members as it may have.",
		"Ask its owner to remove one.",
	],
	INVITATION_NOT_FOUND: ["There is no such invitation any more.", "Ask for another one."],
};

function explain(error: unknown): never {
	const reason = REASONS[authCode(error) ?? ""];
	if (!reason) throw error;
	throw new Failure("input-invalid", { what: reason[0], todo: reason[1] }, { cause: error });
}

function refused(what: string, why: string, todo = ""): Failure {
	return new Failure("input-invalid", { what, why, todo });
}

/** @param portal absolute address to answer at: the mail holds no secret, its receiver signs in */
function invitationMail(
	{ agency, email, role, endsMs }: Invitation,
	{ inviter, portal }: { readonly inviter: string; readonly portal: string },
): Mail {
	const { name, says } = ROLE_WORDS[role];
	const text = `${inviter} invites you to the agency "${nameInMail(agency.name)}" on ${PRODUCT}.

Your role would be: ${name}. ${says}

To accept or decline, sign in with this address (${email}):
${portal}

The invitation ends on ${spokenDate(new Date(endsMs).toISOString())}.
If you do not know the sender, do nothing: without an answer it ends by itself.
`;
	return { to: email, subject: `Invitation to an agency on ${PRODUCT}`, text };
}

/** better-auth's code for a refusal; undefined for other errors. */
export function authCode(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("body" in error)) return undefined;
	const { body } = error;
	return typeof body === "object" && body !== null && "code" in body ? String(body.code) : undefined;
}
