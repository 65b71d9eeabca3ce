import type { Language } from "#core/language.ts";
import type { OwnAudit } from "#core/own-audit.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Account } from "#people/accounts/account.ts";
import type { People } from "#people/open-people.ts";
import { pageFrom } from "#people/page-cursor.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { type Brief, buildBrief } from "#site/brief/brief.ts";
import { loadLanguage, type Words } from "#site/brief/languages.ts";
import { ownAuditRows, ownChart } from "#site/dashboard/dashboard-rows.ts";
import { newIssueLink } from "#site/export/fix-ticket.ts";
import { embeddedPublication } from "#site/publication/embedded-site.ts";
import { baseUrl, links } from "#site/site.ts";
import { ownAccess } from "./people-file.ts";

/** Number of audits in the chart. */
const CHARTED = 120;

export async function readDomainPage(people: People, reader: Account, domain: string, cursor: string | null) {
	const account = reader.id;
	const words = await loadLanguage(reader.language ?? "en");
	const [{ audits: charted }, list, tracker, watch, { embedded }] = await Promise.all([
		people.audits.list(account, { limit: CHARTED, domain }),
		ownAuditList(people, account, { cursor, domain }),
		people.audits.tracker(account, domain),
		people.watched.get(account, domain),
		embeddedPublication(),
	]);
	const access = await ownAccess(people, account, domain);
	const [newest] = charted;
	const read = newest && (await people.audits.get(account, newest.id));
	const facts = embedded({ slug: domain });
	return {
		words,
		chart: ownChart(charted),
		list,
		tracker,
		access,
		...(watch && { watch, alerts: await alertsOf(people, account, domain) }),
		...(watch?.control.since !== undefined && { orders: await people.watched.orders(domain) }),
		...(read && {
			newest: newestOf(read.audit, read.stored, words),
			newIssue: issueOf(tracker, read.audit, read.stored),
		}),
		...(facts && !facts.withdrawn && { facts }),
	};
}

async function alertsOf({ alerts }: People, account: string, domain: string) {
	const [settings, current] = await Promise.all([alerts.settings(account, domain), alerts.current(account, domain)]);
	return { ...settings, current };
}

function newestOf(audit: OwnAudit, stored: StoredReceipt, { lang }: Words) {
	return { audit, brief: briefOf(audit, stored, lang), href: links.ownBrief(audit.domain, audit.id) };
}

/** Undefined if the account does not have the audit. */
export async function readOwnBrief(people: People, reader: Account, domain: string, receipt: string) {
	const account = reader.id;
	const { lang } = await loadLanguage(reader.language ?? "en");
	const read = await people.audits.get(account, receipt);
	if (!read || read.audit.domain !== domain) return undefined;
	const { embedded } = await embeddedPublication();
	const isPublished = embedded({ receiptId: receipt }) !== undefined;
	const page = isPublished ? "published" : read.audit.publicUntil === undefined ? "unlisted" : "live";
	const isOwner = (await people.watched.get(account, domain))?.control.since !== undefined;
	const access = (await ownAccess(people, account, domain, read.stored))?.report;
	const brief = briefOf(read.audit, read.stored, lang);
	return { audit: read.audit, brief, receiptPage: page, isOwner, access } as const;
}

function briefOf({ place }: OwnAudit, stored: StoredReceipt, lang: Language): Brief {
	return buildBrief(stored, { baseUrl, lang, logIndex: place.logIndex });
}

function issueOf(tracker: string, { domain, id, place, foundAt }: OwnAudit, stored: StoredReceipt) {
	if (tracker === "") return undefined;
	const result = toAuditResult(stored, { baseUrl, ...place, auditedAt: foundAt });
	return newIssueLink(tracker, result, links, links.absolute(links.ownBrief(domain, id)));
}

/** Rows per page; a domain's page has more below the list. */
const ROWS = { all: 25, domain: 10 } as const;

export async function ownAuditList(
	{ audits }: Pick<People, "audits">,
	account: string,
	{ cursor, domain }: { readonly cursor: string | null; readonly domain?: string },
) {
	const limit = domain === undefined ? ROWS.all : ROWS.domain;
	const page = await pageFrom(cursor, (from) => audits.list(account, { limit, cursor: from, domain }));
	const { embedded } = await embeddedPublication();
	const rows = ownAuditRows(page.audits, (receiptId) => embedded({ receiptId }) !== undefined);
	return { rows, next: page.nextCursor, isFirst: page.isFirst };
}
