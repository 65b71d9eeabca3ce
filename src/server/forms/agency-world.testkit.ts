import { readEnvironment } from "#config/environment.ts";
import { isInputFailure } from "#core/failure.ts";
import type { Account } from "#people/accounts/account.ts";
import { mailbox, signIn } from "#people/accounts/sign-in.testkit.ts";
import { AGENCY_ROLES, type AgencyRole } from "#people/agencies/agency-role.ts";
import { addAgency } from "#people/agencies/agency-rows.testkit.ts";
import { People } from "#people/open-people.ts";
import { auditOf, MINUTE, START } from "#receipts/live/live.testkit.ts";
import { type LiveAudit, saveLiveAudit } from "#receipts/live/save-live-audit.ts";
import type { Database } from "#store/database.ts";
import { createFakeApp } from "../api/live-app.testkit.ts";
import type { Form, FormCall, FormResult } from "./form.ts";

const AT = Date.parse("2026-11-21T02:00:00.000Z");

export interface AgencyIds {
	readonly member: string;
	readonly invitation: string;
	readonly domain: string;
	readonly request: string;
	/** Receipts of a pending brief and of an approved one. */
	readonly receipt: string;
	readonly approved: string;
}

export const UNKNOWN_IDS: AgencyIds = {
	member: "nobody",
	invitation: "none",
	domain: "unknown.example.com",
	request: "none",
	receipt: "f".repeat(64),
	approved: "f".repeat(64),
};

const BARE_CLIENT = { name: "", email: "", note: "", message: "", language: "" as const, addedMs: AT };

/** Agencies with a row of each kind, and signed-in members. */
export function openAgencyWorld(database: Database, data: string) {
	const settings = readEnvironment({ SIGHTLINE_DATA: data, SIGHTLINE_BASE_URL: "https://audit.example.org" });
	const { mailer, mails } = mailbox();
	const people = new People({ database, settings, mailer });
	const { sql } = database;
	const audits = new Map<string, LiveAudit>();
	const sessions = new Map<string, Headers>();

	async function brief(slug: string, domain: string): Promise<string> {
		const audit = await saveLiveAudit(database, auditOf(Math.floor((Date.now() - START) / MINUTE), 1, { domain }));
		audits.set(domain, audit);
		await people.agencies.briefs.make({ agency: slug, stored: audit.stored, auditedAt: audit.auditedAt });
		return audit.stored.id;
	}

	/** Creates 2 members per role, so that one can be removed. */
	async function seed(slug: string): Promise<AgencyIds> {
		const agency = await addAgency(database, slug, [...AGENCY_ROLES, ...AGENCY_ROLES]);
		const domain = `client-of-${slug}.example.com`;
		await people.agencies.clients.add(agency, { domain, ...BARE_CLIENT });
		const invitation = {
			id: `i-${slug}`,
			organizationId: agency,
			email: `guest-of-${slug}@example.com`,
			role: "viewer",
		};
		const times = { createdAt: new Date(AT).toISOString(), expiresAt: new Date(Date.now() + 86_400_000).toISOString() };
		const state = { status: "pending", inviterId: `${slug}-owner0` };
		await sql
			.insertInto("invitation")
			.values({ ...invitation, ...times, ...state })
			.execute();
		const request = { id: `r-${slug}`, kind: "question" as const, to: slug, name: "Guest", note: "", domain: "" };
		await people.requests.submit({ ...request, email: "guest@example.com", wantsCopy: false });
		await people.agencies.brands.saveProfile(slug, { name: slug });
		const receipt = await brief(slug, domain);
		const approved = await brief(slug, `other-${domain}`);
		await people.agencies.briefs.approve({ agency: slug, receipt: approved }, { account: "", name: slug });
		const member = `m-${holder(slug, "viewer", "second")}`;
		return { member, invitation: invitation.id, domain, request: request.id, receipt, approved };
	}

	/** Sends as a member, with a session if the form needs one. */
	async function send(form: Form, sender: string, slug: string, input: unknown): Promise<FormResult> {
		const email = `${sender}@example.com`;
		const needsSession = form.name === "invite" || form.name === "cancel-invitation";
		const headers = needsSession
			? (sessions.get(sender) ?? (await signIn(people, mails, email)).headers)
			: new Headers();
		if (needsSession) sessions.set(sender, headers);
		const account: Account = { id: sender, email, name: "", createdAt: new Date(AT).toISOString() };
		const call: FormCall = {
			...{
				people,
				app: createFakeApp({ audits: Object.fromEntries(audits) }),
				account,
				headers,
				params: { agency: slug },
				requestId: "1",
				addressKey: "a",
			},
			signal: AbortSignal.timeout(60_000),
			count: async () => undefined,
		};
		try {
			return await form.handle(form.input.parse(input), call);
		} catch (error) {
			// Same as `answerForm`: failures that the sender can fix are faults.
			if (!isInputFailure(error)) throw error;
			return { faults: [{ says: error.message }] };
		}
	}

	return { people, mails, seed, snapshot: (slug: string) => snapshotOf(database, slug), send };
}

/** Name of an account with that role. */
export function holder(slug: string, role: AgencyRole, which: "first" | "second" = "first"): string {
	return `${slug}-${role}${AGENCY_ROLES.indexOf(role) + (which === "first" ? 0 : AGENCY_ROLES.length)}`;
}

/** All stored rows of an agency. */
async function snapshotOf({ sql }: Database, slug: string): Promise<string> {
	const agency = `id-of-${slug}`;
	const rows = await Promise.all([
		sql.selectFrom("organization").selectAll().where("slug", "=", slug).execute(),
		sql.selectFrom("member").selectAll().where("organizationId", "=", agency).orderBy("id").execute(),
		sql.selectFrom("invitation").selectAll().where("organizationId", "=", agency).orderBy("id").execute(),
		sql.selectFrom("agency_client").selectAll().where("agency", "=", agency).orderBy("domain").execute(),
		sql.selectFrom("agency_brand").selectAll().where("slug", "=", slug).execute(),
		sql.selectFrom("agency_brief").selectAll().where("agency", "=", slug).orderBy("receipt").execute(),
		sql.selectFrom("page").selectAll().where("agency", "=", slug).orderBy("slug").execute(),
		sql.selectFrom("contact_request").selectAll().where("recipient", "=", slug).orderBy("id").execute(),
	]);
	return JSON.stringify(rows);
}
