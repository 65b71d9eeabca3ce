import * as z from "zod";
import { REFUSAL } from "#core/brand.ts";
import { isInputFailure } from "#core/failure.ts";
import { type OwnAuditEntry, ownAuditDetailSchema, ownAuditPageSchema, ownAuditsQuerySchema } from "#core/own-audit.ts";
import { RECEIPT_ID, type StoredReceipt } from "#core/receipt.ts";
import { parseTarget } from "#core/target.ts";
import { writeCursor } from "#people/page-cursor.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { fixTicket } from "#site/export/fix-ticket.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import { accountOf, defineEndpoint } from "../api/endpoint.ts";
import { atField, FieldFailure, Rejection } from "../api/rejection.ts";
import { addressOfOwn, ownAuditEntries } from "./own-audit-entry.ts";
import { BOOKSHOP, CLOSED_SITE, EXAMPLE_SITE } from "./receipts.examples.ts";

const exampleEntry = ({ id, receipt }: StoredReceipt, logIndex: number): OwnAuditEntry => ({
	id,
	domain: receipt.domain,
	mode: receipt.mode,
	source: receipt.source,
	...(receipt.scores && { overallScore: receipt.scores.overall, axes: receipt.scores.axes }),
	...(receipt.failure && { code: receipt.failure.code }),
	methodology: receipt.methodology,
	auditedAt: receipt.auditedAt,
	foundAt: receipt.auditedAt,
	onWall: receipt.ok,
	receipt: { id, state: "logged", logIndex },
});
const exampleResult = toAuditResult(BOOKSHOP, { baseUrl: EXAMPLE_SITE, state: "logged", logIndex: 1204 });
const exampleCursor = writeCursor(BOOKSHOP.receipt.auditedAt, BOOKSHOP.id);

export const listAudits = defineEndpoint({
	operationId: "listAudits",
	method: "GET",
	path: "/api/v1/audits",
	tag: "Account",
	summary: "List the audits of an account",
	description: `The audits that the account has asked for, on the site or with an API key, and those that rescans have made of the domains
that it watches. What was found last comes first; an audit that found the same as the one before confirms that one.

Each says whether the public wall shows it. Pages are linked by \`nextCursor\`, which stays good when audits are added.`,
	account: "required",
	scope: "audit:read",
	input: ownAuditsQuerySchema,
	output: ownAuditPageSchema,
	examples: {
		input: { ofOneDomain: { domain: "example.com", limit: 2 }, nextPage: { cursor: exampleCursor } },
		output: {
			twoAudits: {
				ok: true,
				audits: [exampleEntry(BOOKSHOP, 1204), exampleEntry(CLOSED_SITE, 1203)],
				nextCursor: exampleCursor,
				refusal: REFUSAL,
			},
			none: { ok: true, audits: [], refusal: REFUSAL },
		},
	},
	async handle({ limit, cursor, domain }, call) {
		const host = domain === undefined ? undefined : hostOf(domain);
		const asked = { limit, cursor, domain: host };
		const page = await atField("#/cursor", () => call.people.audits.list(accountOf(call), asked));
		const { nextCursor } = page;
		const audits = await ownAuditEntries(page.audits, call.app);
		return { body: { ok: true as const, audits, ...(nextCursor !== undefined && { nextCursor }), refusal: REFUSAL } };
	},
});

export const getAudit = defineEndpoint({
	operationId: "getAudit",
	method: "GET",
	path: "/api/v1/audits/{id}",
	tag: "Account",
	summary: "Read one audit of an account",
	description: `One audit that the account has, whole, also when its public pages have ended: what it found, as the audit endpoint answers,
and its faults as a ticket for an issue tracker. What a ticket quotes of the site is text there, never mark-up.`,
	account: "required",
	scope: "audit:read",
	input: z.strictObject({
		id: z
			.string()
			.regex(RECEIPT_ID, "must be the id of a receipt: 64 hexadecimal digits")
			.describe("Id of the audit, which is that of its receipt."),
	}),
	output: ownAuditDetailSchema,
	examples: {
		input: { byReceipt: { id: BOOKSHOP.id } },
		output: {
			audited: {
				ok: true,
				audit: exampleEntry(BOOKSHOP, 1204),
				result: exampleResult,
				ticket: fixTicket(exampleResult, createSiteLinks(EXAMPLE_SITE)),
				refusal: REFUSAL,
			},
		},
	},
	async handle({ id }, call) {
		const { app, people } = call;
		const found = await people.audits.get(accountOf(call), id);
		const [audit] = found ? await ownAuditEntries([found.audit], app) : [];
		if (!found || !audit)
			throw new Rejection("not-found", {
				detail: "The account has no audit with this id. GET /api/v1/audits lists those that it has.",
			});
		const { state, logIndex } = audit.receipt;
		const { baseUrl } = app;
		const result = toAuditResult(found.stored, { baseUrl, state, logIndex, auditedAt: audit.foundAt });
		const links = createSiteLinks(baseUrl);
		const ticket = fixTicket(result, links, { page: addressOfOwn(audit, links) });
		return { body: { ok: true as const, audit, result, ticket, refusal: REFUSAL } };
	},
});

function hostOf(domain: string): string {
	try {
		return parseTarget(domain).host;
	} catch (error) {
		if (!isInputFailure(error)) throw error;
		throw new FieldFailure("input-invalid", [{ detail: error.message, pointer: "#/domain" }], { cause: error });
	}
}
