import { withPages } from "#access-logs/access-report.ts";
import { joinAudit, pagesOf } from "#access-logs/join-audit.ts";
import type { EvidenceRecord } from "#audit/assess.ts";
import { agencyColorsSchema } from "#core/agency/agency.ts";
import { isFailure } from "#core/failure.ts";
import type { OwnAudit } from "#core/own-audit.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Account } from "#people/accounts/account.ts";
import type { People } from "#people/open-people.ts";
import { accessPage } from "#site/access/access-page.ts";
import { AGENCY_FILE_TYPES, agencyStyleSheet } from "#site/agency/agency-style.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { auditsCsv, findingsCsv } from "#site/export/audit-tables.ts";
import { fixTicket } from "#site/export/fix-ticket.ts";
import { createSiteLinks, type SiteLinks } from "#site/page/site-links.ts";
import type { Live, LiveApp } from "../api/live-app.ts";
import { accountOf, signInAddress } from "../caller/identify.ts";
import { addressOfOwn, ownAuditEntries } from "../endpoints/account.ts";
import type { KeptCounts } from "../forms/access-upload.ts";
import { ownDomain } from "../forms/form.ts";
import type { PageExchange } from "./live-page.ts";

interface PeopleFile {
	readonly name: string;
	readonly type: string;
	readonly text: string;
}

/** Not cached, and no browser sniffs it as a page. */
const HEADERS = {
	"Cache-Control": "no-store",
	"X-Robots-Tag": "noindex",
	"X-Content-Type-Options": "nosniff",
	"Referrer-Policy": "same-origin",
	"Content-Security-Policy": "default-src 'none'; sandbox",
};

/** Redirects to the sign-in and back if needed. @param make returns undefined if there is no such file */
export async function answerPeopleFile(
	live: Pick<Live, "people" | "admitReader">,
	{ request, clientAddress, links }: PeopleFileExchange,
	make: (account: Account) => Promise<PeopleFile | undefined>,
): Promise<Response> {
	const retrySeconds = await live.admitReader(request, clientAddress);
	if (retrySeconds !== undefined) return bare(429, { "Retry-After": String(retrySeconds) });
	const account = await accountOf(live.people, request.headers);
	if (!account) return bare(303, { Location: signInAddress(request, links) });
	const file = await make(account);
	if (!file) return bare(404);
	const { name, type, text } = file;
	const headers = { ...HEADERS, "Content-Type": type, "Content-Disposition": `attachment; filename="${name}"` };
	return new Response(text, { headers });
}

interface PeopleFileExchange {
	readonly request: Request;
	/** Of the connection. */
	readonly clientAddress: string;
	readonly links: SiteLinks;
}

function bare(status: number, headers: Readonly<Record<string, string>> = {}): Response {
	return new Response(null, { status, headers: { ...HEADERS, ...headers } });
}

interface ExportRequest {
	readonly file: string;
	readonly domain?: string | undefined;
	/** Audit for findings and ticket; by default the domain's newest. */
	readonly audit?: string | undefined;
}

type ExportSource = {
	readonly people: Pick<People, "access" | "audits" | "watched">;
	readonly app: Pick<LiveApp, "baseUrl" | "wall">;
};

export async function ownExport(
	live: ExportSource,
	account: string,
	asked: ExportRequest,
): Promise<PeopleFile | undefined> {
	const { file } = asked;
	const target = ownDomain(asked.domain);
	if (asked.domain !== undefined && !target) return undefined;
	const domain = target?.host;
	if (file === "audits.csv" || file === "audits.json") return auditsFile(live, account, file, domain);
	if (domain !== undefined && (file === "bots.html" || file === "bots.json"))
		return botsFile(live, account, file, domain);
	return domain === undefined ? undefined : auditFile(live, account, { ...asked, domain });
}

const PAGE = 200;
/** Rows. Spreadsheets can open so many, and the request stays fast. */
const MOST = 20_000;

async function auditsFile(
	{ people, app }: ExportSource,
	account: string,
	file: "audits.csv" | "audits.json",
	domain: string | undefined,
): Promise<PeopleFile> {
	const audits: OwnAudit[] = [];
	for (let cursor: string | undefined; ; ) {
		const page = await people.audits.list(account, { limit: PAGE, cursor, domain });
		audits.push(...page.audits);
		cursor = page.nextCursor;
		if (cursor === undefined || audits.length >= MOST) break;
	}
	const name = `sightline-${domain === undefined ? "" : `${domain}-`}${file}`;
	if (file === "audits.csv") return { name, type: CSV, text: auditsCsv(audits, createSiteLinks(app.baseUrl)) };
	const entries = { audits: await ownAuditEntries(audits, app) };
	return { name, type: "application/json", text: `${JSON.stringify(entries, undefined, "\t")}\n` };
}

async function botsFile(
	{ people }: Pick<ExportSource, "people">,
	account: string,
	file: "bots.html" | "bots.json",
	domain: string,
): Promise<PeopleFile | undefined> {
	const found = await ownAccess(people, account, domain);
	if (!found) return undefined;
	const name = `sightline-${domain}-${file}`;
	return file === "bots.json"
		? { name, type: "application/json", text: `${JSON.stringify(found.report, undefined, "\t")}\n` }
		: { name, type: "text/html; charset=utf-8", text: accessPage(found.report) };
}

/** Combines logs with an audit, by default the account's newest. Undefined without proof of control or logs. */
export async function ownAccess(
	people: Pick<People, "access" | "audits" | "watched">,
	account: string,
	domain: string,
	beside?: StoredReceipt,
) {
	if ((await people.watched.get(account, domain))?.control.since === undefined) return undefined;
	const found = await people.access.get(account, domain);
	if (!found) return undefined;
	const { report, state, updatedAt } = found;
	const stored = beside ?? (await newestOf(people, account, domain));
	if (!stored) return { updatedAt, report };
	const record = (await people.audits.evidence(stored.receipt)) as Partial<EvidenceRecord> | undefined;
	const { tally } = JSON.parse(state) as KeptCounts;
	const seen = withPages(report, tally, pagesOf(stored.receipt, record));
	return { updatedAt, report: joinAudit(seen, stored.receipt, record?.evidence?.robots) };
}

async function newestOf(
	{ audits }: Pick<People, "audits">,
	account: string,
	domain: string,
): Promise<StoredReceipt | undefined> {
	const id = (await audits.list(account, { limit: 1, domain })).audits[0]?.id;
	return id === undefined ? undefined : (await audits.get(account, id))?.stored;
}

const CSV = "text/csv; charset=utf-8; header=present";

async function auditFile(
	{ people, app }: ExportSource,
	account: string,
	{ file, domain, audit }: ExportRequest & { readonly domain: string },
): Promise<PeopleFile | undefined> {
	const id = audit ?? (await people.audits.list(account, { limit: 1, domain })).audits[0]?.id;
	const found = id === undefined ? undefined : await people.audits.get(account, id);
	const [entry] = found ? await ownAuditEntries([found.audit], app) : [];
	if (!found || !entry || entry.domain !== domain) return undefined;
	const { baseUrl } = app;
	const { state, logIndex } = entry.receipt;
	const result = toAuditResult(found.stored, { baseUrl, state, logIndex, auditedAt: entry.foundAt });
	const links = createSiteLinks(baseUrl);
	const name = `sightline-${domain}-${entry.foundAt.slice(0, 10)}-${file}`;
	if (file === "findings.csv") return { name, type: CSV, text: findingsCsv(result, links) };
	const page = addressOfOwn(entry, links);
	return { name, type: "text/markdown; charset=utf-8", text: fixTicket(result, links, { page }).markdown };
}

const FILE = /\/([a-z0-9-]+)\.(css|png)$/;
const NOT_FOUND = () => new Response(null, { status: 404 });
const RETRY_SECONDS = 30;

/** The URL contains the brand's version, so its content never changes. */
export async function agencyFileAnswer(
	{ request, clientAddress }: PageExchange,
	open: () => Promise<Pick<Live, "admitReader" | "people">>,
): Promise<Response> {
	const url = new URL(request.url);
	const [, slug = "", ending] = FILE.exec(url.pathname) ?? [];
	if (ending !== "css" && ending !== "png") return NOT_FOUND();
	try {
		const { admitReader, people } = await open();
		const wait = await admitReader(request, clientAddress);
		if (wait !== undefined) return new Response(null, { status: 429, headers: { "Retry-After": String(wait) } });
		const { brands } = people.agencies;
		const brand = await brands.brand(slug);
		const logo = ending === "css" ? undefined : await brands.logo(slug);
		const content = ending === "css" ? brand?.colors && agencyStyleSheet(brand) : logo?.bytes;
		if (!brand || content === undefined) return NOT_FOUND();
		const isThisVersion = url.searchParams.get("v") === brand.version;
		return new Response(content, {
			headers: {
				"Content-Type": AGENCY_FILE_TYPES[ending],
				"Cache-Control": isThisVersion ? "public, max-age=31536000, immutable" : "public, max-age=60",
				"X-Content-Type-Options": "nosniff",
				// A logo opened by itself must not run anything.
				"Content-Security-Policy": "default-src 'none'; sandbox",
			},
		});
	} catch (error) {
		if (!isFailure(error) || error.code !== "store-unavailable") throw error;
		return new Response(null, { status: 503, headers: { "Retry-After": String(RETRY_SECONDS) } });
	}
}

/** Style sheet for unsaved colours in the URL. Stores nothing. */
export function triedColours({ searchParams }: URL): Response {
	const read = agencyColorsSchema.safeParse({ accent: searchParams.get("accent"), ink: searchParams.get("ink") });
	if (!read.success) return NOT_FOUND();
	const headers = { "Content-Type": AGENCY_FILE_TYPES.css, "X-Content-Type-Options": "nosniff" };
	return new Response(agencyStyleSheet({ colors: read.data }), { headers });
}
