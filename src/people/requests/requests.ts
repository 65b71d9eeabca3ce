import { contactEmail } from "#core/agency/contact-link.ts";
import { Failure } from "#core/failure.ts";
import { DAY_MS, REQUEST_DAYS } from "#core/kept-for.ts";
import type { Mailer } from "#mail/mailer.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { isoTime } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import type { AgencyBrands } from "../agencies/agency-brands.ts";
import { holdsSlug } from "../agencies/agency-brands.ts";
import { forgetMailCounts, returnMail, takeMail } from "../mail-caps.ts";
import type { AccountData } from "../open-people.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";
import {
	type ContactRequest,
	createFormTokens,
	FORM_HOURS,
	type FormTokens,
	OPERATOR,
	type RequestKind,
} from "./contact-request.ts";
import { consultFile, copyMail, noticeMail, type RequestLinks } from "./request-mails.ts";

/** What the form sends, read and checked. */
export interface NewRequest {
	/** Of the form's token. */
	readonly id: string;
	readonly kind: RequestKind;
	readonly to: string;
	readonly name: string;
	readonly email: string;
	/** ASCII host or `""`. */
	readonly domain: string;
	readonly note: string;
	/** Of a consultation; milliseconds since 1970. */
	readonly startsMs?: number;
	readonly zone?: string;
	readonly wantsCopy: boolean;
}

/** What the sender is shown of a request afterwards: nothing that somebody else wrote. */
interface SentRequest extends Pick<ContactRequest, "id" | "kind" | "startsAt" | "zone"> {
	/** Who reads it: the operator, or an agency by its name, while it has one. */
	readonly recipient: { readonly isOperator: boolean; readonly name?: string };
}

/** Requests by the contact form. Whoever lists or changes them was asked for their right to do so before. */
export interface Requests extends AccountData {
	readonly tokens: FormTokens;
	/**
	 * Whom a request would go to, by name where it is an agency; undefined where nobody would see it.
	 * @param to slug of an agency, or `OPERATOR`
	 */
	recipient(to: string): Promise<{ readonly name?: string } | undefined>;
	/**
	 * Keeps a request and tells its recipient; the same id again changes nothing. Mail that cannot be sent is tried again for a day.
	 * @throws Failure `input-invalid` where nobody is called so, or too many wait there
	 */
	submit(request: NewRequest): Promise<void>;
	/** What its sender is shown. */
	sent(id: string): Promise<SentRequest | undefined>;
	/** The calendar file of a consultation, for its sender. */
	calendar(id: string): Promise<string | undefined>;
	/** Newest first. @param to slug of an agency, or `OPERATOR`. @throws Failure `input-invalid` for a cursor that is none */
	list(to: string, page?: RequestQuery): Promise<RequestPage>;
	/** How many are not answered. */
	countOpen(to: string): Promise<number>;
	get(to: string, id: string): Promise<ContactRequest | undefined>;
	/** @returns whether there is such a request */
	mark(to: string, id: string, answered: boolean): Promise<boolean>;
	/** @returns whether there was such a request */
	remove(to: string, id: string): Promise<boolean>;
	/** Deletes what an agency got. */
	forgetAgency(slug: string): Promise<void>;
	/** Deletes what is over its time, and sends mail that could not be sent. @param now milliseconds since 1970 */
	sweep(now: number): Promise<void>;
}

/** Rows of requests: what is read and changed of them, each by an index. */

type Row = Tables["contact_request"];

const PAGE = 50;

export function requestOf(row: Row): ContactRequest {
	return {
		id: row.id,
		kind: row.kind,
		to: row.recipient,
		name: row.name,
		email: row.email,
		domain: row.domain,
		note: row.note,
		receivedAt: isoTime(row.received_ms),
		...(row.starts_ms !== null && { startsAt: isoTime(row.starts_ms) }),
		...(row.zone !== null && { zone: row.zone }),
		...(row.answered_ms !== null && { answeredAt: isoTime(row.answered_ms) }),
	};
}

/** @returns whether the form was not sent before, even where its request is gone */
async function insertRequest({ sql }: Database, row: Row): Promise<boolean> {
	return sql.transaction().execute(async (transaction) => {
		const used = await transaction
			.insertInto("used_form")
			.values({ id: row.id, used_ms: row.received_ms })
			.onConflict((conflict) => conflict.column("id").doNothing())
			.executeTakeFirst();
		if (Number(used.numInsertedOrUpdatedRows) === 0) return false;
		await transaction.insertInto("contact_request").values(row).execute();
		return true;
	});
}

/** @param before milliseconds since 1970: tokens of forms that were sent until then hold no more */
async function forgetUsedForms({ sql }: Database, before: number): Promise<void> {
	await sql.deleteFrom("used_form").where("used_ms", "<", before).execute();
}

interface RequestQuery extends Partial<PageQuery> {
	/** Only those that are not answered. */
	readonly open?: boolean;
}

interface RequestPage {
	readonly requests: readonly ContactRequest[];
	/** Of the next page, where there is one. */
	readonly nextCursor?: string;
}

const PLACE = /^(\d{1,15}) ([\w-]+)$/;

/** @throws Failure `input-invalid` for a cursor that is none */
async function listRequests(
	{ sql }: Database,
	to: string,
	{ limit = PAGE, cursor, open = false }: RequestQuery,
): Promise<RequestPage> {
	const [before, id = ""] = cursor === undefined ? [] : readCursor(cursor, PLACE);
	const rows = await sql
		.selectFrom("contact_request")
		.selectAll()
		.where("recipient", "=", to)
		.$if(open, (query) => query.where("answered_ms", "is", null))
		.$if(before !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) => eb(refTuple("received_ms", "id"), "<", tuple(Number(before), id))),
		)
		.orderBy("received_ms", "desc")
		.orderBy("id", "desc")
		.limit(limit + 1)
		.execute();
	const { rows: shown, ...next } = cutPage(rows, limit, (row) => [row.received_ms, row.id]);
	return { requests: shown.map(requestOf), ...next };
}

async function findRequest({ sql }: Database, id: string): Promise<Row | undefined> {
	return sql.selectFrom("contact_request").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function countRequests(
	{ sql }: Database,
	to: string,
	which: { readonly open?: boolean } = {},
): Promise<number> {
	const { count } = await sql
		.selectFrom("contact_request")
		.select(({ fn }) => fn.countAll().as("count"))
		.where("recipient", "=", to)
		.$if(which.open === true, (query) => query.where("answered_ms", "is", null))
		.executeTakeFirstOrThrow();
	return Number(count);
}

export async function markRequest({ sql }: Database, to: string, id: string, answeredMs: number | null) {
	const { numUpdatedRows } = await sql
		.updateTable("contact_request")
		.set({ answered_ms: answeredMs })
		.where("id", "=", id)
		.where("recipient", "=", to)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export async function removeRequest({ sql }: Database, to: string, id: string): Promise<boolean> {
	const { numDeletedRows } = await sql
		.deleteFrom("contact_request")
		.where("id", "=", id)
		.where("recipient", "=", to)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}

/** Minutes after which a process that began to mail and never said that it did has ended. */
const CLAIM_MINUTES = 10;

/** Whose requests were not mailed, in no order: whoever cannot be mailed does not stand before the others for ever. */
async function unmailedRecipients({ sql }: Database, since: number): Promise<string[]> {
	const rows = await sql
		.selectFrom("contact_request")
		.select("recipient")
		.where("received_ms", ">", since)
		.where("mailed_ms", "is", null)
		.groupBy("recipient")
		.orderBy(({ fn }) => fn("random", []))
		.execute();
	return rows.map(({ recipient }) => recipient);
}

/** Requests whose recipient was not mailed, the oldest first. @param since received after it; milliseconds since 1970 */
async function unmailedRequests({ sql }: Database, to: string, since: number, limit: number): Promise<Row[]> {
	return sql
		.selectFrom("contact_request")
		.selectAll()
		.where("recipient", "=", to)
		.where("received_ms", ">", since)
		.where("mailed_ms", "is", null)
		.orderBy("received_ms")
		.limit(limit)
		.execute();
}

/** Notes that a recipient is being mailed, so that no other process does the same. @returns false where one does so already */
async function claimNotice({ sql }: Database, id: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await sql
		.updateTable("contact_request")
		.set({ claimed_ms: now })
		.where("id", "=", id)
		.where("mailed_ms", "is", null)
		.where(({ eb, or }) => or([eb("claimed_ms", "is", null), eb("claimed_ms", "<", now - CLAIM_MINUTES * 60_000)]))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** @param mailedMs when the notice was sent; null where a later sweep tries again */
async function endNotice({ sql }: Database, id: string, mailedMs: number | null): Promise<void> {
	const ended = { claimed_ms: null, mailed_ms: mailedMs };
	await sql.updateTable("contact_request").set(ended).where("id", "=", id).execute();
}

/** Who gets requests. */
interface Recipient {
	/** Undefined for the operator. */
	readonly name?: string;
	/** None where requests are only listed. */
	readonly emails: readonly string[];
}

/** Owners of an agency that get mail, where it names no address itself. */
const OWNERS_MAILED = 5;

/**
 * @param to slug of an agency, or `OPERATOR`
 * @returns undefined where nobody is called so
 */
type FindRecipient = (to: string) => Promise<Recipient | undefined>;

/**
 * An agency's contact gets mail where a file of the operator's says it, or where it is the address of a member, who has shown
 * that it is theirs (nobody has an account otherwise): what else an agency says of itself may be anybody's.
 * @param contact how to reach the operator: mail goes there where it is an e-mail address
 */
export function openRecipients(
	{ sql }: Database,
	brands: Pick<AgencyBrands, "brand" | "isFile">,
	contact: string | undefined,
): FindRecipient {
	const operator = contactEmail(contact);
	const ownersOf = async (slug: string) => {
		const rows = await sql
			.selectFrom("organization")
			.innerJoin("member", "member.organizationId", "organization.id")
			.innerJoin("user", "user.id", "member.userId")
			.select(["user.email", "organization.name", "organization.slug", "organization.metadata"])
			.where("organization.slug", "=", slug)
			.where("member.role", "=", "owner")
			.orderBy("member.createdAt")
			.limit(OWNERS_MAILED)
			.execute();
		if (rows[0] && !(await holdsSlug(rows[0], brands))) return { name: undefined, emails: [] };
		return { name: rows[0]?.name, emails: rows.map(({ email }) => email) };
	};
	const isOfMember = async (slug: string, email: string) => {
		const row = await sql
			.selectFrom("user")
			.innerJoin("member", "member.userId", "user.id")
			.innerJoin("organization", "organization.id", "member.organizationId")
			.select("user.id")
			.where("user.email", "=", email.toLowerCase())
			.where("organization.slug", "=", slug)
			.executeTakeFirst();
		return row !== undefined;
	};
	return async (to) => {
		if (to === OPERATOR) return { emails: operator === undefined ? [] : [operator] };
		const [brand, isFile, owners] = await Promise.all([brands.brand(to), brands.isFile(to), ownersOf(to)]);
		const name = brand?.name ?? owners.name;
		if (name === undefined) return undefined;
		const named = contactEmail(brand?.contact);
		const isKnown = named !== undefined && (isFile || (await isOfMember(to, named)));
		return { name, emails: isKnown ? [named] : owners.emails };
	};
}

/** Requests of one recipient that are kept at once. */
const REQUESTS_MAX = 10_000;
/** Requests of one recipient that one sweep mails again. */
const MAILED_AGAIN = 20;
/** Recipients who could not be mailed, after whom a sweep tries no other. */
const FAILURES_MOST = 20;

interface RequestsParts {
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
