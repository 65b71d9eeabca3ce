import { randomInt } from "node:crypto";
import { Failure } from "#core/failure.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { shortDigest } from "#core/wording.ts";
import type { Database } from "#store/database.ts";
import { addPage, type LivePage, putPage, readPage } from "./live-pages.ts";
import { prolong } from "./prolong.ts";
import type { Sql } from "./series-lock.ts";
import { LIVE_LIFETIME_MS, lockSeries } from "./sql-receipts.ts";

export interface BriefPageOrder {
	readonly stored: StoredReceipt;
	/** ISO 8601: when the site was last found so. */
	readonly auditedAt: string;
	/** Plain text; `""` for the domain's own page. */
	readonly agencyName: string;
	/** Milliseconds since 1970. */
	readonly now: number;
	/** How long the page is there; 30 days by default. */
	readonly lifetimeMs?: number;
	/** What ends the slug of a page with an agency's name. */
	readonly randomEnding?: () => string;
}

/**
 * Opens the page of a live audit that is kept: at the domain, or under an agency's name at an address that cannot be
 * guessed. The receipt is kept as long as the page.
 * @throws Failure `receipt-invalid` when the receipt is not here any more
 */
export async function openBriefPage(db: Database, order: BriefPageOrder): Promise<LivePage> {
	const { stored, auditedAt, agencyName, now, lifetimeMs = LIVE_LIFETIME_MS } = order;
	const { domain, mode } = stored.receipt;
	const expiresMs = now + lifetimeMs;
	const page: LivePage = { slug: domain, mode, domain, agencyName, receipt: stored.id, auditedAt, expiresMs };
	return db.sql.transaction().execute(async (trx) => {
		await lockSeries(trx, db.kind, stored.receipt);
		if (!(await prolong(trx, stored.id, expiresMs, auditedAt))) throw gone(stored);
		return agencyName === "" ? atDomain(trx, page) : atRandom(trx, page, order.randomEnding ?? eightCharacters);
	});
}

/** A later audit's page stays: the domain's address shows the newest. */
async function atDomain(trx: Sql, page: LivePage): Promise<LivePage> {
	const shown = await readPage(trx, page.slug, page.mode);
	if (shown && (shown.receipt === page.receipt || shown.auditedAt > page.auditedAt)) return shown;
	await putPage(trx, page);
	return page;
}

const MOST_TRIES = 10;

async function atRandom(trx: Sql, page: LivePage, ending: () => string): Promise<LivePage> {
	for (let tries = 0; tries < MOST_TRIES; tries++) {
		const named = { ...page, slug: `${page.domain}~${ending()}` };
		if (await addPage(trx, named)) return named;
	}
	throw new RangeError(`${MOST_TRIES} addresses drawn at random were all taken.`);
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";

function eightCharacters(): string {
	return Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

function gone({ id }: StoredReceipt): Failure {
	return new Failure("receipt-invalid", {
		what: `The receipt ${shortDigest(id)} is not kept here any more.`,
		why: "It was taken down or has expired.",
		todo: "Audit the site again.",
	});
}
