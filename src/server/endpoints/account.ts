import { createHmac } from "node:crypto";
import * as z from "zod";
import { domainSchema } from "#core/audit-request.ts";
import { REFUSAL } from "#core/brand.ts";
import { type Failure, isInputFailure } from "#core/failure.ts";
import {
	type OwnAudit,
	type OwnAuditEntry,
	ownAuditDetailSchema,
	ownAuditPageSchema,
	ownAuditsQuerySchema,
} from "#core/own-audit.ts";
import { AUDIT_MODES } from "#core/preset.ts";
import { RECEIPT_ID, type StoredReceipt } from "#core/receipt.ts";
import { parseTarget } from "#core/target.ts";
import { writeCursor } from "#people/page-cursor.ts";
import type { WatchedDomain } from "#people/watched/watched-domains.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { fixTicket } from "#site/export/fix-ticket.ts";
import { createSiteLinks, type SiteLinks } from "#site/page/site-links.ts";
import { type Answer, accountOf, type Call, defineEndpoint } from "../api/endpoint.ts";
import type { LiveApp } from "../api/live-app.ts";
import { atField, FieldFailure, type FieldFault, Rejection } from "../api/problems.ts";
import { BOOKSHOP, CLOSED_SITE, EXAMPLE_SITE } from "./receipts.examples.ts";

const inputSchema = z.strictObject({
	confirmed: z
		.enum(["true", "false"], "must be true or false")
		.default("false")
		.describe(
			"`true` once the person has agreed that the caller learns who they are. A token that acts for them learns what they let it know: the address by the scope `email`, the key by `openid`.",
		),
});

const outputSchema = z
	.strictObject({
		ok: z.literal(true),
		plan: z.enum(["free", "agency"]).describe("`agency` for members of an agency."),
		email: z.email().optional().describe("Only with `confirmed=true`."),
		visitorKey: z
			.string()
			.regex(/^[\w-]{22}$/)
			.optional()
			.describe("A permanent id of the account, used only here. Only with `confirmed=true`."),
		refusal: z.literal(REFUSAL),
	})
	.meta({ id: "Session", description: "Whose session it is, as far as the caller may know." });

export const getSession = defineEndpoint({
	operationId: "getSession",
	method: "GET",
	path: "/api/v1/session",
	tag: "Account",
	summary: "What the signed-in account may do",
	description:
		"The plan of the signed-in account. Its email address and visitor key are included only after the person confirms.",
	account: "required",
	scope: "audit:read",
	input: inputSchema,
	output: outputSchema,
	examples: {
		input: { usual: {}, confirmedByThePerson: { confirmed: "true" } },
		output: {
			usual: { ok: true, plan: "free", refusal: REFUSAL },
			confirmedByThePerson: {
				ok: true,
				plan: "agency",
				email: "ann@studio.example.com",
				visitorKey: "q3Zb0s1VJmC2m4n8r5t7wA",
				refusal: REFUSAL,
			},
		},
	},
	async handle({ confirmed }, call): Promise<Answer<z.output<typeof outputSchema>>> {
		const { people } = call;
		const id = accountOf(call);
		const agencies = await people.agencies.members.agenciesOf(id);
		const plan = agencies.length > 0 ? ("agency" as const) : ("free" as const);
		const account = confirmed === "true" ? await people.accounts.find(id) : undefined;
		const named = account && {
			...(mayKnow(call, "email") && { email: account.email }),
			...(mayKnow(call, "openid") && { visitorKey: visitorKey(await people.secret(), id) }),
		};
		return { body: { ok: true, plan, ...named, refusal: REFUSAL } };
	},
});

/** Site pages and the person's own keys have consent; other callers need the granted scope. */
function mayKnow({ identity }: Pick<Call, "identity">, scope: "email" | "openid"): boolean {
	return identity.kind !== "grant" || (identity.scopes ?? []).includes(scope);
}

/** Stable as long as the installation's secret, and does not reveal the account. */
function visitorKey(secret: string, account: string): string {
	return createHmac("sha256", secret).update(`visitor ${account}`).digest("base64url").slice(0, 22);
}

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

/** Absolute URL of a page that only the account can open. */
export function addressOfOwn({ domain, id }: Pick<OwnAuditEntry, "domain" | "id">, links: SiteLinks): string {
	return `${links.absolute(links.ownDomain(domain))}?audit=${id}`;
}

/** Also says of each audit whether the public wall shows it. */
export async function ownAuditEntries(
	audits: readonly OwnAudit[],
	app: Pick<LiveApp, "wall">,
): Promise<OwnAuditEntry[]> {
	const onWall = new Set((await app.wall()).map(({ receipt }) => receipt.id));
	return audits.map(({ id, scores, failure, place, source, mode, publicUntil, ...rest }) => {
		return {
			id,
			...rest,
			mode,
			source,
			...(scores && { overallScore: scores.overall, axes: scores.axes }),
			...(failure !== undefined && { code: failure as NonNullable<OwnAuditEntry["code"]> }),
			onWall: onWall.has(id),
			...(publicUntil !== undefined && { publicUntil }),
			receipt: { id, ...place },
		};
	});
}

const MOST = 100;

const changeSchema = z
	.strictObject({
		add: z
			.array(
				z.strictObject({
					domain: domainSchema,
					mode: z.enum(AUDIT_MODES, "must be light or deep").default("light").describe("Scan depth of rescans."),
				}),
				"must be a list of domains",
			)
			.max(MOST, `must name at most ${MOST} domains`)
			.default([])
			.describe("Domains to watch from now on; one that is watched already gets the mode."),
		remove: z
			.array(domainSchema, "must be a list of domains")
			.max(MOST, `must name at most ${MOST} domains`)
			.default([])
			.describe("Domains to watch no longer, and with it to prove control of no longer."),
	})
	.meta({ id: "WatchlistChange", description: "What to watch, and what no longer." });

const watchedSchema = z
	.strictObject({
		domain: z.string().describe("ASCII host."),
		mode: z.enum(AUDIT_MODES).describe("Scan depth of rescans."),
		addedAt: z.iso.datetime({ precision: 3 }).describe("Since when the account watches it."),
		isPublic: z.boolean().describe("Whether the account has proved control and published the domain."),
	})
	.meta({ id: "WatchedDomain", description: "A domain that the account watches." });

const watchlistSchema = z
	.strictObject({
		ok: z.literal(true),
		added: z.array(z.string()).describe("ASCII hosts that the account did not watch before."),
		removed: z.array(z.string()).describe("ASCII hosts that the account no longer watches."),
		watched: z.array(watchedSchema).describe("All that the account watches now, by name."),
		refusal: z.string().describe("What this service sells, and what it does not."),
	})
	.meta({ id: "Watchlist", description: "What an account watches after a change." });

const EXAMPLE = { domain: "example.com", mode: "light" as const };

export const changeWatchlist = defineEndpoint({
	operationId: "changeWatchlist",
	method: "POST",
	path: "/api/v1/watchlist",
	tag: "Account",
	summary: "Change what an account watches",
	description: `Adds domains to what the account watches, and removes others; an empty object changes nothing and lists them. Every rescan
audits a watched domain, and the account has the audits. It stays private until the account has proved control and published it, on the dashboard.

All domains are read before anything is changed. Said twice, it changes nothing.`,
	account: "required",
	scope: "audit:write",
	quota: "form",
	input: changeSchema,
	output: watchlistSchema,
	examples: {
		input: { addOne: { add: [EXAMPLE] }, removeOne: { remove: [EXAMPLE.domain] }, list: {} },
		output: {
			added: {
				ok: true,
				added: [EXAMPLE.domain],
				removed: [],
				watched: [{ ...EXAMPLE, addedAt: "2026-11-21T09:30:12.480Z", isPublic: false }],
				refusal: REFUSAL,
			},
		},
	},
	async handle({ add, remove }, call) {
		const account = accountOf(call);
		const { watched } = call.people;
		const [toAdd, toRemove] = readAll(
			add.map(({ domain }) => domain),
			remove,
		);
		const removed: string[] = [];
		for (const host of new Set(toRemove)) if (await watched.unwatch(account, host)) removed.push(host);
		const added: string[] = [];
		for (const [at, host] of toAdd.entries()) {
			const isKnown = (await watched.get(account, host)) !== undefined;
			await atField(`#/add/${at}/domain`, () => watched.watch(account, host, add[at]?.mode ?? "light"));
			if (!isKnown) added.push(host);
		}
		const all = (await watched.list(account)).map(entryOf);
		return { body: { ok: true as const, added, removed, watched: all, refusal: REFUSAL } };
	},
});

function entryOf({ domain, mode, addedAt, control, publishedAt }: WatchedDomain) {
	return { domain, mode, addedAt, isPublic: control.since !== undefined && publishedAt !== undefined };
}

/** @throws FieldFailure with every entry that is not a domain */
function readAll(add: readonly string[], remove: readonly string[]): [string[], string[]] {
	const faults: (FieldFault & { readonly failure: Failure })[] = [];
	const read = (domain: string, pointer: string) => {
		try {
			return [parseTarget(domain).host];
		} catch (failure) {
			if (!isInputFailure(failure)) throw failure;
			faults.push({ detail: failure.message, pointer, failure });
			return [];
		}
	};
	const hosts: [string[], string[]] = [
		add.flatMap((domain, at) => read(domain, `#/add/${at}/domain`)),
		remove.flatMap((domain, at) => read(domain, `#/remove/${at}`)),
	];
	const [first] = faults;
	if (!first) return hosts;
	throw new FieldFailure(
		first.failure.code,
		faults.map(({ detail, pointer }) => ({ detail, pointer })),
		{ cause: first.failure },
	);
}
