import type { OwnAudit } from "#core/own-audit.ts";
import type { People } from "#people/open-people.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { auditsCsv, findingsCsv } from "#site/export/audit-tables.ts";
import { fixTicket } from "#site/export/fix-ticket.ts";
import { createSiteLinks } from "#site/page/site-links.ts";
import type { LiveApp } from "../api/live-app.ts";
import { addressOfOwn, ownAuditEntries } from "../endpoints/account.ts";
import type { PeopleFile } from "../pages/people-file.ts";
import { ownDomain } from "./own-domain.ts";

export interface ExportRequest {
	readonly file: string;
	readonly domain?: string | undefined;
	/** For findings and ticket; the domain's newest by default. */
	readonly audit?: string | undefined;
}

type Live = { readonly people: Pick<People, "audits">; readonly app: Pick<LiveApp, "baseUrl" | "wall"> };

export async function ownExport(live: Live, account: string, asked: ExportRequest): Promise<PeopleFile | undefined> {
	const { file } = asked;
	const target = ownDomain(asked.domain);
	if (asked.domain !== undefined && !target) return undefined;
	const domain = target?.host;
	if (file === "audits.csv" || file === "audits.json") return auditsFile(live, account, file, domain);
	return domain === undefined ? undefined : auditFile(live, account, { ...asked, domain });
}

const PAGE = 200;
/** Rows: spreadsheets open it, and the wait stays short. */
const MOST = 20_000;

async function auditsFile(
	{ people, app }: Live,
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

const CSV = "text/csv; charset=utf-8; header=present";

async function auditFile(
	{ people, app }: Live,
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
