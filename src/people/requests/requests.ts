import { contactEmail } from "#core/agency/contact-link.ts";
import { PRODUCT, VERSION } from "#core/brand.ts";
import { Failure } from "#core/failure.ts";
import { DAY_MS, REQUEST_DAYS } from "#core/kept-for.ts";
import type { Language } from "#core/language.ts";
import { type Mail, type MailAttachment, type Mailer, nameInMail } from "#mail/mailer.ts";
import { loadLanguage, type Words } from "#site/brief/languages.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { isoTime, wordsFor } from "../accounts/account.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { InstallationSecret } from "../accounts/installation-secret.ts";
import { type AgencyBrands, ownsSlug } from "../agencies/agency-brands.ts";
import { deleteOldMailCounts, reserveMail, returnMail } from "../mail-caps.ts";
import { cutPage, type PageQuery, readCursor } from "../page-cursor.ts";
import {
	CONSULT_MINUTES,
	type ContactRequest,
	FORM_HOURS,
	FormTokens,
	OPERATOR,
	type RequestKind,
	spokenMoment,
} from "./contact-request.ts";

type Row = Tables["contact_request"];

export interface NewRequest {
	readonly id: string;
	readonly kind: RequestKind;
	readonly to: string;
	readonly name: string;
	readonly email: string;
	readonly domain: string;
	readonly note: string;
	readonly startsMs?: number;
	readonly zone?: string;
	readonly wantsCopy: boolean;
}

interface SentRequest extends Pick<ContactRequest, "id" | "kind" | "startsAt" | "zone"> {
	readonly recipient: { readonly isOperator: boolean; readonly name?: string };
}

interface RequestQuery extends Partial<PageQuery> {
	readonly open?: boolean;
}

interface RequestPage {
	readonly requests: readonly ContactRequest[];
	readonly nextCursor?: string;
}

interface RequestsOptions {
	readonly database: Database;
	readonly accounts: Pick<Accounts, "find">;
	readonly secret: InstallationSecret;
	readonly mailer: Pick<Mailer, "send">;
	readonly recipient: FindRecipient;
	readonly baseUrl: string;
	readonly portal: string;
	/** Reports an unsent email; the request is stored anyway. */
	onFault(error: unknown): void;
	readonly now?: () => number;
}

const PAGE = 50;
const PLACE = /^(\d{1,15}) ([\w-]+)$/;
const REQUESTS_MAX = 10_000;
const MAILED_AGAIN = 20;
/** A sweep stops after so many failed recipients. */
const FAILURES_MOST = 20;
/** Minutes after which a process that claimed a request without reporting an outcome counts as dead. */
const CLAIM_MINUTES = 10;

/** Callers must check the account's permission to list or change requests. */
export class Requests {
	readonly tokens: FormTokens;
	readonly #options: RequestsOptions;
	readonly #database: Database;
	readonly #sql: Database["sql"];
	readonly #links: RequestLinks;
	readonly #now: () => number;

	constructor(options: RequestsOptions) {
		const { database, secret, baseUrl: site, portal, now = Date.now } = options;
		this.tokens = new FormTokens(secret);
		this.#options = options;
		this.#database = database;
		this.#sql = database.sql;
		this.#links = { site, listOf: (to) => (to === OPERATOR ? `${portal}requests/` : `${portal}${to}/leads/`) };
		this.#now = now;
	}

	/** Undefined without a recipient; `name` is the agency's. @param to slug of an agency, or `OPERATOR` */
	async recipient(to: string): Promise<{ readonly name?: string } | undefined> {
		const found = await this.#options.recipient(to);
		return found && { ...(found.name !== undefined && { name: found.name }) };
	}

	/** Idempotent per id; retries emails for a day. @throws Failure `input-invalid` without recipient or if full */
	async submit(request: NewRequest): Promise<void> {
		const whom = await this.#requireRecipient(request.to);
		const row = rowOf(request, this.#now());
		if (!(await this.#insert(row))) return;
		const kept = requestOf(row);
		await Promise.all([
			this.#tell(kept, whom, this.#now()),
			request.wantsCopy ? this.#sendCopy(kept, whom, this.#now()) : undefined,
		]);
	}

	async sent(id: string): Promise<SentRequest | undefined> {
		const row = await this.#find(id);
		if (row === undefined) return undefined;
		const { kind, startsAt, zone } = requestOf(row);
		const name = (await this.#options.recipient(row.recipient))?.name;
		const reader = { isOperator: row.recipient === OPERATOR, ...(name !== undefined && { name }) };
		return { id, kind, ...(startsAt && { startsAt }), ...(zone && { zone }), recipient: reader };
	}

	async calendar(id: string): Promise<string | undefined> {
		const row = await this.#find(id);
		return row && consultFile(requestOf(row), this.#options.baseUrl);
	}

	/** Newest first. @param to slug of an agency, or `OPERATOR`. @throws Failure `input-invalid` for an invalid cursor */
	async list(to: string, { limit = PAGE, cursor, open = false }: RequestQuery = {}): Promise<RequestPage> {
		const [before, id = ""] = cursor === undefined ? [] : readCursor(cursor, PLACE);
		const rows = await this.#sql
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

	countOpen(to: string): Promise<number> {
		return this.#count(to, true);
	}

	async get(to: string, id: string): Promise<ContactRequest | undefined> {
		const row = await this.#find(id);
		return row?.recipient === to ? requestOf(row) : undefined;
	}

	async mark(to: string, id: string, answered: boolean): Promise<boolean> {
		const row = this.#sql.updateTable("contact_request").set({ answered_ms: answered ? this.#now() : null });
		const { numUpdatedRows } = await row.where("id", "=", id).where("recipient", "=", to).executeTakeFirst();
		return numUpdatedRows > 0n;
	}

	async remove(to: string, id: string): Promise<boolean> {
		const row = this.#sql.deleteFrom("contact_request").where("id", "=", id).where("recipient", "=", to);
		return (await row.executeTakeFirst()).numDeletedRows > 0n;
	}

	async forgetAgency(slug: string): Promise<void> {
		await this.#sql.deleteFrom("contact_request").where("recipient", "=", slug).execute();
	}

	/** Also retries emails. @param now milliseconds since 1970 */
	async sweep(now: number): Promise<void> {
		const oldest = now - REQUEST_DAYS * DAY_MS;
		await this.#sql.deleteFrom("contact_request").where("received_ms", "<=", oldest).execute();
		await deleteOldMailCounts(this.#database, now);
		// Form tokens used before then have expired.
		const used = this.#sql.deleteFrom("used_form").where("used_ms", "<", now - FORM_HOURS * 3_600_000);
		await used.execute();
		await this.#tellAgain(now);
	}

	/** Requests sent to an agency stay. */
	async forget(account: string): Promise<void> {
		const email = await this.#emailOf(account);
		if (email === undefined) return;
		const own = this.#sql.deleteFrom("contact_request").where("email", "=", email);
		await own.where("recipient", "=", OPERATOR).execute();
	}

	async exportOf(account: string): Promise<readonly ContactRequest[]> {
		const email = await this.#emailOf(account);
		if (email === undefined) return [];
		const rows = await this.#sql.selectFrom("contact_request").selectAll().where("email", "=", email).execute();
		return rows.map(requestOf);
	}

	/** The address is verified, so the account may read requests sent with it. */
	async #emailOf(account: string): Promise<string | undefined> {
		return (await this.#options.accounts.find(account))?.email;
	}

	#find(id: string): Promise<Row | undefined> {
		return this.#sql.selectFrom("contact_request").selectAll().where("id", "=", id).executeTakeFirst();
	}

	async #count(to: string, open: boolean): Promise<number> {
		const { count } = await this.#sql
			.selectFrom("contact_request")
			.select(({ fn }) => fn.countAll().as("count"))
			.where("recipient", "=", to)
			.$if(open, (query) => query.where("answered_ms", "is", null))
			.executeTakeFirstOrThrow();
		return Number(count);
	}

	/** @returns whether the form is new, even if the earlier request was deleted */
	#insert(row: Row): Promise<boolean> {
		return this.#sql.transaction().execute(async (transaction) => {
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

	async #requireRecipient(to: string): Promise<Recipient> {
		const whom = await this.#options.recipient(to);
		if (whom === undefined)
			throw new Failure("input-invalid", {
				what: "The message was not sent.",
				why: "No account here can receive it.",
				todo: "Ask for the form's address again.",
			});
		if ((await this.#count(to, false)) >= REQUESTS_MAX)
			throw new Failure("input-invalid", {
				what: "The message was not sent.",
				why: "The inbox is full.",
				todo: "Try again tomorrow, or contact us another way.",
			});
		return whom;
	}

	/** Notifies once, even with several processes. @returns false if sending failed and a later sweep may retry */
	async #tell(request: ContactRequest, { language, emails }: Recipient, now: number): Promise<boolean> {
		const { mailer, onFault } = this.#options;
		if (!(await this.#claim(request.id, now))) return true;
		const sent = await Promise.allSettled(
			emails.map(async (to) => {
				if (!(await reserveMail(this.#database, "notice", to, now))) return;
				try {
					const words = await wordsFor(this.#sql, "email", to.toLowerCase(), language);
					await mailer.send(noticeMail(to, request, this.#links, words));
				} catch (error) {
					await returnMail(this.#database, "notice", to, now);
					throw error;
				}
			}),
		);
		const failed = sent.filter((each) => each.status === "rejected");
		for (const { reason } of failed) onFault(reason);
		// Without an address, or above today's limit, the recipient finds it in the list.
		const isMailed = failed.length === 0 || failed.length < sent.length;
		const ended = { claimed_ms: null, mailed_ms: isMailed ? now : null };
		await this.#sql.updateTable("contact_request").set(ended).where("id", "=", request.id).execute();
		return isMailed;
	}

	/** Claims the sending. @returns false if another process has claimed it */
	async #claim(id: string, now: number): Promise<boolean> {
		const before = now - CLAIM_MINUTES * 60_000;
		const { numUpdatedRows } = await this.#sql
			.updateTable("contact_request")
			.set({ claimed_ms: now })
			.where("id", "=", id)
			.where("mailed_ms", "is", null)
			.where(({ eb, or }) => or([eb("claimed_ms", "is", null), eb("claimed_ms", "<", before)]))
			.executeTakeFirst();
		return numUpdatedRows > 0n;
	}

	/** Retries those of the last day in mixed order, so that an unreachable recipient does not block others. */
	async #tellAgain(now: number): Promise<void> {
		const unmailed = this.#sql
			.selectFrom("contact_request")
			.where("received_ms", ">", now - DAY_MS)
			.where("mailed_ms", "is", null);
		const random = unmailed.groupBy("recipient").orderBy(({ fn }) => fn("random", []));
		let failures = 0;
		for (const { recipient: to } of await random.select("recipient").execute()) {
			if (failures >= FAILURES_MOST) return;
			const whom = await this.#options.recipient(to);
			if (!whom) continue;
			const oldest = unmailed.selectAll().where("recipient", "=", to).orderBy("received_ms").limit(MAILED_AGAIN);
			for (const row of await oldest.execute()) {
				if (await this.#tell(requestOf(row), whom, now)) continue;
				failures++;
				break;
			}
		}
	}

	async #sendCopy(request: ContactRequest, { language = "en" }: Recipient, now: number): Promise<void> {
		const { mailer, onFault } = this.#options;
		if (!(await reserveMail(this.#database, "copy", request.email, now))) return;
		if (!(await reserveMail(this.#database, "all-copies", "", now))) return;
		await mailer.send(copyMail(request, this.#links, await loadLanguage(language))).catch(onFault);
	}
}

function requestOf(row: Row): ContactRequest {
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

function rowOf({ to, startsMs, zone, wantsCopy: _, ...typed }: NewRequest, now: number): Row {
	return {
		...{ ...typed, recipient: to, starts_ms: startsMs ?? null, zone: zone ?? null },
		...{ received_ms: now, claimed_ms: null, mailed_ms: null, answered_ms: null },
	};
}

interface Recipient {
	readonly name?: string;
	/** Language of its briefs, and of emails to members without a choice. */
	readonly language?: Language | undefined;
	readonly emails: readonly string[];
}

/** @param to slug of an agency, or `OPERATOR` */
type FindRecipient = (to: string) => Promise<Recipient | undefined>;

const OWNERS_MAILED = 5;

/**
 * An agency's contact gets email only if the operator's file has it or a member has verified it, because agencies can
 * enter any address.
 * @param contact the operator's, which gets email if it is an email address
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
		if (rows[0] && !(await ownsSlug(rows[0], brands))) return { name: undefined, emails: [] };
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
		return { name, language: brand?.language, emails: isKnown ? [named] : owners.emails };
	};
}

interface RequestLinks {
	listOf(recipient: string): string;
	readonly site: string;
}

/** Reply-To is the sender. */
function noticeMail(to: string, request: ContactRequest, links: RequestLinks, words: Words): Mail {
	const { MAILS, filled, lang } = words;
	const say = MAILS.notice;
	const { name, email, domain, note } = request;
	const kind = MAILS.kinds[request.kind];
	const facts = [
		filled(say.from, { name: nameInMail(name), email }),
		...(domain === "" ? [] : [filled(say.domain, { domain })]),
		...timesOf(request, lang).map((when) => filled(say.time, { when })),
	];
	return {
		id: request.id,
		to,
		lang,
		// The sender's text is separate from ours, below it.
		subject: filled(say.subject, { kind }),
		text: sections(
			filled(say.heading, { kind, site: links.site }),
			facts.join("\n"),
			note === "" ? say.noMessage : `${say.message}\n\n${quoted(note)}`,
			`${say.reply}\n${links.listOf(request.to)}`,
			filled(say.deleted, { days: REQUEST_DAYS }),
		),
		replyTo: email,
		attachments: calendarOf(request, links.site, `${PRODUCT}: ${nameInMail(name)}`),
	};
}

/** Contains no typed text except time and slug; otherwise strangers could send text in our name. */
function copyMail(request: ContactRequest, links: RequestLinks, words: Words): Mail {
	const { MAILS: say, filled, lang } = words;
	const { to, email } = request;
	const kind = say.kinds[request.kind];
	const { site } = links;
	const whom = to === OPERATOR ? filled(say.operator, { site }) : filled(say.agency, { agency: to, site });
	return {
		to: email,
		lang,
		subject: filled(say.receivedSubject, { kind }),
		text: sections(
			filled(say.arrived, { kind, whom }),
			...timesOf(request, lang).map((when) => filled(say.proposed, { when, minutes: CONSULT_MINUTES })),
			say.notRepeated,
			filled(say.deleted, { days: REQUEST_DAYS, url: `${site}/privacy/` }),
		),
		attachments: calendarOf(request, site, `${PRODUCT}: ${kind}`),
	};
}

function calendarOf(request: ContactRequest, site: string, summary: string): readonly MailAttachment[] {
	const content = consultFile(request, site, summary);
	if (content === undefined) return [];
	return [{ filename: "consultation.ics", contentType: "text/calendar; charset=utf-8; method=PUBLISH", content }];
}

function timesOf({ startsAt, zone = "UTC" }: ContactRequest, lang?: Language): string[] {
	return startsAt === undefined ? [] : [spokenMoment(startsAt, zone, lang)];
}

function sections(...parts: readonly string[]): string {
	return `${parts.join("\n\n")}\n`;
}

function quoted(text: string): string {
	return text.replace(/^/gm, "> ");
}

function consultFile(request: ContactRequest, site: string, summary = `${PRODUCT} consultation`) {
	if (request.startsAt === undefined) return undefined;
	return calendarFile({
		uid: `${request.id}@${new URL(site).hostname}`,
		startsAt: request.startsAt,
		writtenAt: request.receivedAt,
		summary: `${summary} (proposed)`,
		description: `Proposed through the contact form of ${site}; not confirmed until answered.`,
	});
}

interface Consultation {
	/** Constant over all copies of the entry. */
	readonly uid: string;
	readonly startsAt: string;
	readonly writtenAt: string;
	readonly summary: string;
	readonly description: string;
}

/** iCalendar (RFC 5545) with one proposed meeting. */
function calendarFile({ uid, startsAt, writtenAt, summary, description }: Consultation): string {
	const ends = new Date(Date.parse(startsAt) + CONSULT_MINUTES * 60_000).toISOString();
	const lines = [
		"BEGIN:VCALENDAR",
		"VERSION:2.0",
		`PRODID:-//${PRODUCT}//${VERSION}//EN`,
		"METHOD:PUBLISH",
		"BEGIN:VEVENT",
		`UID:${uid}`,
		`DTSTAMP:${utc(writtenAt)}`,
		`DTSTART:${utc(startsAt)}`,
		`DTEND:${utc(ends)}`,
		`SUMMARY:${escaped(summary)}`,
		`DESCRIPTION:${escaped(description)}`,
		"STATUS:TENTATIVE",
		"END:VEVENT",
		"END:VCALENDAR",
	];
	return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** `2026-12-01T13:30:00.000Z` → `20261201T133000Z` */
function utc(iso: string): string {
	return iso.replace(/[-:]|\.\d+/g, "");
}

/** TEXT (section 3.3.11); escapes line ends. */
function escaped(text: string): string {
	return text
		.replace(/[\\;,]/g, "\\$&")
		.replace(/\r\n?|\n/g, "\\n")
		.replace(/[\p{Cc}\u2028\u2029]/gu, " ");
}

const LINE_BYTES = 75;

/** Section 3.1: at most 75 bytes per line, without splitting characters; a continuation begins with a space. */
function folded(line: string): string {
	const lines = [""];
	let room = LINE_BYTES;
	for (const character of line) {
		const bytes = Buffer.byteLength(character);
		if (bytes > room) {
			lines.push(" ");
			room = LINE_BYTES - 1;
		}
		lines[lines.length - 1] += character;
		room -= bytes;
	}
	return lines.join("\r\n");
}
