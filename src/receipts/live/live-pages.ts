import type { AuditMode } from "#core/preset.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import type { Sql } from "./series-lock.ts";

/** A live brief or share page: which receipt an address shows. */
export interface LivePage {
	/** The domain, or `<domain>~<8 characters>` for one that carries an agency's name. */
	readonly slug: string;
	readonly mode: AuditMode;
	readonly domain: string;
	/** Plain text, `""` for none. */
	readonly agencyName: string;
	/** Id of the receipt. */
	readonly receipt: string;
	/** ISO 8601 with milliseconds: when the site was last found so. */
	readonly auditedAt: string;
	/** Milliseconds since 1970. */
	readonly expiresMs: number;
}

export interface LivePages {
	/** Replaces the page of that slug and mode. */
	put(page: LivePage): Promise<void>;
	/** The page of the light audit, or else that of the deep one; nothing that has expired. */
	get(slug: string, now: number): Promise<LivePage | undefined>;
}

export function openPages({ sql }: Pick<Database, "sql">): LivePages {
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
	};
}

/** The page of that slug and mode, also one that has expired. */
export async function readPage(sql: Sql, slug: string, mode: string): Promise<LivePage | undefined> {
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

/** Whether the slug was free; one that is taken stays as it is. */
export async function addPage(sql: Sql, page: LivePage): Promise<boolean> {
	const added = await sql
		.insertInto("page")
		.values(rowOf(page))
		.onConflict((conflict) => conflict.columns(["slug", "mode"]).doNothing())
		.executeTakeFirstOrThrow();
	return Number(added.numInsertedOrUpdatedRows) > 0;
}

function rowOf({ slug, mode, domain, agencyName, receipt, auditedAt, expiresMs }: LivePage) {
	return { slug, mode, domain, agency_name: agencyName, receipt, audited_at: auditedAt, expires_ms: expiresMs };
}

function pageOf(row: Tables["page"]): LivePage {
	return {
		slug: row.slug,
		mode: row.mode === "deep" ? "deep" : "light",
		domain: row.domain,
		agencyName: row.agency_name,
		receipt: row.receipt,
		auditedAt: row.audited_at,
		expiresMs: row.expires_ms,
	};
}
