import type { People } from "#people/open-people.ts";
import { pageFrom } from "#people/page-cursor.ts";
import { ownAuditRows } from "#site/dashboard/dashboard-rows.ts";
import { embeddedPublication } from "#site/publication/embedded-site.ts";

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
