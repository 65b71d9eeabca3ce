import { PRODUCT } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { DAY_MS } from "#core/kept-for.ts";
import { spokenDate } from "#core/wording.ts";
import { type Mail, type Mailer, nameInMail } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import type { Account } from "../accounts/account.ts";
import { takeMail } from "../mail-caps.ts";
import { type AgencyRole, isAgencyRole, ROLE_WORDS } from "./agency-role.ts";
import type { Agency } from "./members.ts";

export interface Invitation {
	readonly id: string;
	readonly agency: Agency;
	readonly email: string;
	readonly role: AgencyRole;
	/** Milliseconds since 1970, as is the other. */
	readonly sentMs: number;
	readonly endsMs: number;
}

/** What of better-auth's API is called here; it checks the caller's session, role, address and the invitation's state. */
export interface OrganizationApi {
	createInvitation(call: { readonly body: InvitationBody; readonly headers: Headers }): Promise<unknown>;
	acceptInvitation(call: AnswerCall): Promise<unknown>;
	rejectInvitation(call: AnswerCall): Promise<unknown>;
	cancelInvitation(call: AnswerCall): Promise<unknown>;
}
interface InvitationBody {
	readonly email: string;
	readonly role: AgencyRole;
	readonly organizationId: string;
}
interface AnswerCall {
	readonly body: { readonly invitationId: string };
	readonly headers: Headers;
}

/** Who invites or answers, with the request's fields, whose cookie proves it. */
export interface SignedIn {
	readonly account: Account;
	readonly headers: { get(name: string): string | null };
}

/** Invitations to agencies: made by an owner, sent by mail, answered by whoever has shown that the address is theirs. */
export interface Invitations {
	/** Those of an agency that wait for an answer, the newest first. */
	ofAgency(agency: string): Promise<readonly Invitation[]>;
	/** Those that wait for the holder of an address. */
	ofAddress(email: string): Promise<readonly Invitation[]>;
	/** Those that an account sent and nobody has answered. @param account its id */
	sentBy(account: string): Promise<readonly Invitation[]>;
	/** @throws Failure `input-invalid` for an address that is a member, is invited, or was written to too often; `mail-unsent` */
	invite(agency: Agency, to: { readonly email: string; readonly role: AgencyRole }, by: SignedIn): Promise<void>;
	/** @returns false where the agency has no such invitation */
	cancel(agency: string, id: string, by: SignedIn): Promise<boolean>;
	/** @throws Failure `input-invalid` where it is not one that waits for this account, or the agency is full */
	accept(id: string, by: SignedIn): Promise<Agency>;
	decline(id: string, by: SignedIn): Promise<Agency>;
}

/** Answered and ended ones are deleted after so long. */
const KEPT_DAYS = 30;

interface InvitationsParts {
	readonly database: Pick<Database, "sql">;
	/** Loaded when it is first needed. */
	readonly api: () => Promise<OrganizationApi>;
	readonly mailer: Pick<Mailer, "send">;
	/** Absolute address of the page where invitations are answered. */
	readonly portal: string;
	readonly now?: () => number;
}

export function openInvitations(parts: InvitationsParts): Invitations {
	const { database, api, mailer, portal, now = Date.now } = parts;
	const waiting = async (column: InvitationColumn, value: string) => {
		const rows = await readInvitations(database, column, value);
		return rows
			.filter(({ status, endsMs }) => status === "pending" && endsMs > now())
			.map(({ status: _, ...row }) => row);
	};
	const answer = async (id: string, { account, ...by }: SignedIn, how: "acceptInvitation" | "rejectInvitation") => {
		const found = (await waiting("email", account.email.toLowerCase())).find((each) => each.id === id);
		if (!found) throw refused("There is no such invitation any more.", "It was taken back, or has ended.");
		await (await api())[how]({ body: { invitationId: id }, headers: sessionOf(by) }).catch(explain);
		return found.agency;
	};
	return {
		ofAgency: (agency) => waiting("organizationId", agency),
		ofAddress: (email) => waiting("email", email.toLowerCase()),
		sentBy: (account) => waiting("inviterId", account),
		async invite(agency, { email, role }, { account, ...by }) {
			const headers = sessionOf(by);
			await forgetOld(database, agency.id, now());
			const { createInvitation } = await api();
			await createInvitation({ body: { email, role, organizationId: agency.id }, headers }).catch(explain);
			const made = (await waiting("email", email.toLowerCase())).find((each) => each.agency.id === agency.id);
			if (!made) throw refused("The invitation was taken back at once.", "Somebody else works on this list.");
			try {
				await expectFewMails(database, { inviter: account.id, email, now: now() });
				await mailer.send(invitationMail(made, { inviter: account.email, portal }));
			} catch (error) {
				// Nobody has heard of it.
				await database.sql.deleteFrom("invitation").where("id", "=", made.id).execute();
				throw error;
			}
		},
		async cancel(agency, id, by) {
			if (!(await waiting("organizationId", agency)).some((each) => each.id === id)) return false;
			await (await api()).cancelInvitation({ body: { invitationId: id }, headers: sessionOf(by) }).catch(explain);
			return true;
		},
		accept: (id, by) => answer(id, by, "acceptInvitation"),
		decline: (id, by) => answer(id, by, "rejectInvitation"),
	};
}

/** Of the request's fields, the session alone. */
function sessionOf({ headers }: Pick<SignedIn, "headers">): Headers {
	return new Headers({ Cookie: headers.get("cookie") ?? "" });
}

type InvitationColumn = "organizationId" | "email" | "inviterId";

async function readInvitations({ sql }: Pick<Database, "sql">, column: InvitationColumn, value: string) {
	const rows = await sql
		.selectFrom("invitation")
		.innerJoin("organization", "organization.id", "invitation.organizationId")
		.where(`invitation.${column}`, "=", value)
		.orderBy("invitation.createdAt", "desc")
		.select(["invitation.id", "invitation.email", "invitation.role", "invitation.status"])
		.select(["invitation.createdAt", "invitation.expiresAt"])
		.select(["organization.id as agency", "organization.slug", "organization.name"])
		.execute();
	return rows.flatMap(({ id, email, role, status, ...row }) => {
		if (role === null || !isAgencyRole(role)) return [];
		const agency = { id: row.agency, slug: row.slug, name: row.name };
		const times = { sentMs: new Date(row.createdAt).getTime(), endsMs: new Date(row.expiresAt).getTime() };
		return [{ id, agency, email, role, status, ...times }];
	});
}

async function forgetOld({ sql }: Pick<Database, "sql">, agency: string, now: number): Promise<void> {
	const before = new Date(now - KEPT_DAYS * DAY_MS).toISOString();
	await sql.deleteFrom("invitation").where("organizationId", "=", agency).where("createdAt", "<", before).execute();
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

/** Why better-auth refused, by its code. */
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

/** @param portal absolute address of the page where it is answered: the mail holds no secret, whoever answers signs in */
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

/** Why better-auth refused, as its code; undefined for what is no refusal of it. */
export function authCode(error: unknown): string | undefined {
	if (!(error instanceof Error) || !("body" in error)) return undefined;
	const { body } = error;
	return typeof body === "object" && body !== null && "code" in body ? String(body.code) : undefined;
}
