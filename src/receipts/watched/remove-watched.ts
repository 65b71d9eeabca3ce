import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { deleteEvidence } from "../live/evidence-table.ts";
import type { Sql } from "../live/locks.ts";
import { isIn, type RemovalScope } from "../live/remove-live.ts";
import { evidenceNamedIn } from "../store/evidence-archive.ts";

/** For evidence outside Postgres. @returns how much there was */
export type Forget = (digests: readonly string[]) => Promise<number>;

export async function watchedReceiptIds({ sql }: Pick<Database, "sql">, domain: string): Promise<string[]> {
	const rows = await sql.selectFrom("watched_receipt").select("id").where("domain", "=", domain).execute();
	return rows.map(({ id }) => id);
}

/** Evidence first, while receipts still name it. @returns how many receipts, and how many records of evidence */
export async function removeWatched(
	{ sql }: Pick<Database, "sql">,
	domain: string,
	scope: RemovalScope,
	forget: Forget,
): Promise<{ receipts: number; evidence: number }> {
	const rows = await sql.selectFrom("watched_receipt").select(["id", "text"]).where("domain", "=", domain).execute();
	const doomed = rows.filter(({ id }) => isIn(scope, id));
	const needed = evidenceOf(rows.filter((row) => !doomed.includes(row)));
	return deleteWatched(sql, doomed, forget, needed);
}

type Row = Pick<Tables["watched_receipt"], "id" | "text">;

function evidenceOf(rows: readonly Row[]): ReadonlySet<string> {
	return new Set(rows.flatMap(({ text }) => evidenceNamedIn(text) ?? []));
}

/** @param needed stays, since another receipt names it too */
export async function deleteWatched(
	sql: Sql,
	rows: readonly Row[],
	forget: Forget,
	needed: ReadonlySet<string> = new Set(),
): Promise<{ receipts: number; evidence: number }> {
	const digests = [...evidenceOf(rows)].filter((digest) => !needed.has(digest));
	const evidence = (await forget(digests)) + (await deleteEvidence(sql, digests, "watched_evidence"));
	const ids = rows.map(({ id }) => id);
	if (ids.length === 0) return { receipts: 0, evidence };
	const { numDeletedRows } = await sql.deleteFrom("watched_receipt").where("id", "in", ids).executeTakeFirstOrThrow();
	return { receipts: Number(numDeletedRows), evidence };
}
