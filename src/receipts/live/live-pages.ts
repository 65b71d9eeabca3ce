import { randomInt } from "node:crypto";
import { Failure } from "#core/failure.ts";
import type { AuditMode } from "#core/preset.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { shortDigest } from "#core/wording.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { lockSeries, type Sql } from "./locks.ts";
import { LIVE_LIFETIME_MS, prolong } from "./receipt-table.ts";

export interface LivePage {
	/** The domain, `<domain>~<agency slug>`, or `<domain>~<8 characters>` for any other agency's name. */
	readonly slug: string;
	readonly mode: AuditMode;
	readonly domain: string;
	/** Plain text, `""` for none. */
	readonly agencyName: string;
	/** Slug of an agency registered here. */
	readonly agency?: string;
	readonly receipt: string;
	/** ISO 8601 with milliseconds: time of the last audit with this result. */
	readonly auditedAt: string;
	readonly expiresMs: number;
}

export interface PageTable {
	/** Replaces the page of that slug and mode. */
	put(page: LivePage): Promise<void>;
	/** The light audit's page, else the deep one's; undefined if expired. */
	get(slug: string, now: number): Promise<LivePage | undefined>;
	/** Undefined if its receipt is missing. */
	shown(slug: string, now: number): Promise<ShownPage | undefined>;
}

export interface ShownPage {
	readonly page: LivePage;
	readonly receiptExpiresMs: number;
	/** Index of the audit leaf in the log; undefined until it is sealed. */
	readonly leafIndex: number | undefined;
}

export function openPageTable({ sql }: Pick<Database, "sql">): PageTable {
	return {
		put: (page) => putPage(sql, page),
		async get(slug, now) {
			const rows = await sql
				.selectFrom("page")
				.selectAll()
				.where("slug", "=", slug)
				.where("expires_ms", ">", now)
				.execute();
			const row = rows.find(({ mode }) => mode === "light") ?? rows[0];
			return row && pageOf(row);
		},
		async shown(slug, now) {
			const rows = await sql
				.selectFrom("page")
				.innerJoin("receipt", "receipt.id", "page.receipt")
				.leftJoin("submission", (join) =>
					join.onRef("submission.receipt", "=", "page.receipt").on("submission.kind", "=", "audit"),
				)
				.selectAll("page")
				.select(["receipt.expires_ms as receipt_expires_ms", "submission.leaf_index"])
				.where("page.slug", "=", slug)
				.where("page.expires_ms", ">", now)
				.execute();
			const row = rows.find(({ mode }) => mode === "light") ?? rows[0];
			if (!row || row.receipt_expires_ms <= now) return undefined;
			return { page: pageOf(row), receiptExpiresMs: row.receipt_expires_ms, leafIndex: row.leaf_index ?? undefined };
		},
	};
}

/** Includes expired pages. */
export async function readPage(sql: Sql, slug: string, mode: AuditMode): Promise<LivePage | undefined> {
	const row = await sql
		.selectFrom("page")
		.selectAll()
		.where("slug", "=", slug)
		.where("mode", "=", mode)
		.executeTakeFirst();
	return row && pageOf(row);
}

export async function putPage(sql: Sql, page: LivePage): Promise<void> {
	const row = rowOf(page);
	await sql
		.insertInto("page")
		.values(row)
		.onConflict((conflict) => conflict.columns(["slug", "mode"]).doUpdateSet(row))
		.execute();
}

/** @returns whether the slug was free; never replaces a page */
async function addPage(sql: Sql, page: LivePage): Promise<boolean> {
	const added = await sql
		.insertInto("page")
		.values(rowOf(page))
		.onConflict((conflict) => conflict.columns(["slug", "mode"]).doNothing())
		.executeTakeFirstOrThrow();
	return Number(added.numInsertedOrUpdatedRows) > 0;
}

function rowOf({ slug, mode, domain, agencyName, agency = "", receipt, auditedAt, expiresMs }: LivePage) {
	return { slug, mode, domain, agency_name: agencyName, agency, receipt, audited_at: auditedAt, expires_ms: expiresMs };
}

function pageOf(row: Omit<Tables["page"], "agency"> & { readonly agency: string }): LivePage {
	return {
		slug: row.slug,
		mode: row.mode,
		domain: row.domain,
		agencyName: row.agency_name,
		...(row.agency !== "" && { agency: row.agency }),
		receipt: row.receipt,
		auditedAt: row.audited_at,
		expiresMs: row.expires_ms,
	};
}

export interface BriefPageOptions {
	readonly stored: StoredReceipt;
	readonly auditedAt: string;
	/** Plain text; `""` for the domain's own page. */
	readonly agencyName: string;
	readonly now: number;
	/** 30 days by default. */
	readonly lifetimeMs?: number;
	/** Generates the end of the slug for an agency name. */
	readonly randomEnding?: () => string;
}

/** Gives an agency's page a secret address and extends the receipt. @throws Failure `receipt-invalid` if it is gone */
export async function openBriefPage(db: Database, options: BriefPageOptions): Promise<LivePage> {
	const { stored, auditedAt, agencyName, now, lifetimeMs = LIVE_LIFETIME_MS } = options;
	const { domain, mode } = stored.receipt;
	const expiresMs = now + lifetimeMs;
	const page: LivePage = { slug: domain, mode, domain, agencyName, receipt: stored.id, auditedAt, expiresMs };
	return db.sql.transaction().execute(async (trx) => {
		await lockSeries(trx, db.kind, stored.receipt);
		if (!(await prolong(trx, stored.id, expiresMs, auditedAt))) throw gone(stored.id);
		return agencyName === "" ? atDomain(trx, page) : atRandom(trx, page, options.randomEnding ?? eightCharacters);
	});
}

/** Keeps a later audit's page, because the domain's address shows the newest. */
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

const DIGITS = "0123456789";
const ALPHABET = `abcdefghijklmnopqrstuvwxyz${DIGITS}`;

/** Begins with a digit, unlike agency slugs of this length. */
function eightCharacters(): string {
	const drawn = (signs: string) => signs[randomInt(signs.length)] ?? "";
	return drawn(DIGITS) + Array.from({ length: 7 }, () => drawn(ALPHABET)).join("");
}

export function gone(id: string): Failure {
	return new Failure("receipt-invalid", {
		what: `The receipt ${shortDigest(id)} is no longer here.`,
		why: "It was taken down or has expired.",
		todo: "Audit the site again.",
	});
}
