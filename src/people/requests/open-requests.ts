import { Failure } from "#core/failure.ts";
import { DAY_MS, REQUEST_DAYS } from "#core/kept-for.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { forgetMailCounts, returnMail, takeMail } from "../mail-caps.ts";
import { consultFile } from "./calendar-file.ts";
import { type ContactRequest, OPERATOR } from "./contact-request.ts";
import { createFormTokens, FORM_HOURS } from "./form-token.ts";
import type { FindRecipient, Recipient } from "./recipients.ts";
import { copyMail, noticeMail, type RequestLinks } from "./request-mails.ts";
import {
	claimNotice,
	countRequests,
	endNotice,
	findRequest,
	forgetUsedForms,
	insertRequest,
	listRequests,
	markRequest,
	removeRequest,
	requestOf,
	unmailedRecipients,
	unmailedRequests,
} from "./request-rows.ts";
import type { NewRequest, Requests } from "./requests.ts";

/** Requests of one recipient that are kept at once. */
const REQUESTS_MAX = 10_000;
/** Requests of one recipient that one sweep mails again. */
const MAILED_AGAIN = 20;
/** Recipients who could not be mailed, after whom a sweep tries no other. */
const FAILURES_MOST = 20;

export interface RequestsParts {
	readonly database: Database;
	readonly accounts: Pick<Accounts, "find">;
	readonly secret: InstallationSecret;
	readonly mailer: Pick<Mailer, "send">;
	readonly recipient: FindRecipient;
	/** Address of the site, without a trailing slash. */
	readonly baseUrl: string;
	/** Address of the agencies' pages. */
	readonly portal: string;
	/** Gets mail that could not be sent: the request is kept all the same. */
	onFault(error: unknown): void;
	/** Milliseconds since 1970. */
	readonly now?: () => number;
}

export function openRequests({ now = Date.now, ...given }: RequestsParts): Requests {
	const parts: Parts = { ...given, links: linksOf(given) };
	const { database, accounts, recipient } = parts;
	/** The address that an account has shown to be its own: what was sent under it, its owner may read. */
	const emailOf = async (account: string) => (await accounts.find(account))?.email;
	return {
		tokens: createFormTokens(parts.secret),
		async recipient(to) {
			const found = await recipient(to);
			return found && { ...(found.name !== undefined && { name: found.name }) };
		},
		async submit(request) {
			const whom = await requireRecipient(parts, request.to);
			const row = rowOf(request, now());
			if (!(await insertRequest(database, row))) return;
			const kept = requestOf(row);
			await Promise.all([tell(parts, kept, whom, now()), request.wantsCopy ? sendCopy(parts, kept, now()) : undefined]);
		},
		async sent(id) {
			const row = await findRequest(database, id);
			if (row === undefined) return undefined;
			const { kind, startsAt, zone } = requestOf(row);
			const name = (await recipient(row.recipient))?.name;
			const reader = { isOperator: row.recipient === OPERATOR, ...(name !== undefined && { name }) };
			return { id, kind, ...(startsAt && { startsAt }), ...(zone && { zone }), recipient: reader };
		},
		async calendar(id) {
			const row = await findRequest(database, id);
			return row && consultFile(requestOf(row), parts.baseUrl);
		},
		list: (to, page = {}) => listRequests(database, to, page),
		countOpen: (to) => countRequests(database, to, { open: true }),
		async get(to, id) {
			const row = await findRequest(database, id);
			return row?.recipient === to ? requestOf(row) : undefined;
		},
		mark: (to, id, answered) => markRequest(database, to, id, answered ? now() : null),
		remove: (to, id) => removeRequest(database, to, id),
		async forgetAgency(slug) {
			await database.sql.deleteFrom("contact_request").where("recipient", "=", slug).execute();
		},
		async sweep(now) {
			const oldest = now - REQUEST_DAYS * DAY_MS;
			await database.sql.deleteFrom("contact_request").where("received_ms", "<=", oldest).execute();
			await forgetMailCounts(database, now);
			await forgetUsedForms(database, now - FORM_HOURS * 3_600_000);
			await tellAgain(parts, now);
		},
		async forget(account) {
			const email = await emailOf(account);
			if (email === undefined) return;
			// What was sent to an agency is the agency's, which has no part in this account.
			const own = database.sql.deleteFrom("contact_request").where("email", "=", email);
			await own.where("recipient", "=", OPERATOR).execute();
		},
		async exportOf(account) {
			const email = await emailOf(account);
			if (email === undefined) return [];
			const rows = await database.sql.selectFrom("contact_request").selectAll().where("email", "=", email).execute();
			return rows.map(requestOf);
		},
	};
}

type Parts = Omit<RequestsParts, "now"> & { readonly links: RequestLinks };

function linksOf({ baseUrl: site, portal }: RequestsParts): RequestLinks {
	return { site, listOf: (to) => (to === OPERATOR ? `${portal}requests/` : `${portal}${to}/leads/`) };
}

async function requireRecipient({ database, recipient }: Parts, to: string): Promise<Recipient> {
	const whom = await recipient(to);
	if (whom === undefined)
		throw new Failure("input-invalid", {
			what: "The request was not sent.",
			why: "Nobody here would get it.",
			todo: "Ask for the address of the form again.",
		});
	if ((await countRequests(database, to)) >= REQUESTS_MAX)
		throw new Failure("input-invalid", {
			what: "The request was not sent.",
			why: "More requests wait here than can be kept.",
			todo: "Try again tomorrow, or write by another way.",
		});
	return whom;
}

function rowOf(request: NewRequest, now: number) {
	return {
		id: request.id,
		kind: request.kind,
		recipient: request.to,
		name: request.name,
		email: request.email,
		domain: request.domain,
		note: request.note,
		starts_ms: request.startsMs ?? null,
		zone: request.zone ?? null,
		received_ms: now,
		claimed_ms: null,
		mailed_ms: null,
		answered_ms: null,
	};
}

/**
 * Tells a recipient once, whoever else tries.
 * @returns false where mail failed, and a later sweep may try again
 */
async function tell(parts: Parts, request: ContactRequest, { emails }: Recipient, now: number): Promise<boolean> {
	const { database, mailer, links, onFault } = parts;
	if (!(await claimNotice(database, request.id, now))) return true;
	const sent = await Promise.allSettled(
		emails.map(async (to) => {
			if (!(await takeMail(database, "notice", to, now))) return;
			try {
				await mailer.send(noticeMail(to, request, links));
			} catch (error) {
				await returnMail(database, "notice", to, now);
				throw error;
			}
		}),
	);
	const failed = sent.filter((each) => each.status === "rejected");
	for (const { reason } of failed) onFault(reason);
	// Whoever has no address, or got enough for today, finds it in the list.
	const isMailed = failed.length === 0 || failed.length < sent.length;
	await endNotice(database, request.id, isMailed ? now : null);
	return isMailed;
}

/** Mails about requests of the last day that could not be mailed. Whom mail does not reach keeps nobody else waiting. */
async function tellAgain(parts: Parts, now: number): Promise<void> {
	const { database, recipient } = parts;
	const since = now - DAY_MS;
	let failures = 0;
	for (const to of await unmailedRecipients(database, since)) {
		if (failures >= FAILURES_MOST) return;
		const whom = await recipient(to);
		if (!whom) continue;
		for (const row of await unmailedRequests(database, to, since, MAILED_AGAIN)) {
			if (await tell(parts, requestOf(row), whom, now)) continue;
			failures++;
			break;
		}
	}
}

async function sendCopy(parts: Parts, request: ContactRequest, now: number): Promise<void> {
	const { database, mailer, links, onFault } = parts;
	if (!(await takeMail(database, "copy", request.email, now))) return;
	if (!(await takeMail(database, "all-copies", "", now))) return;
	await mailer.send(copyMail(request, links)).catch(onFault);
}
