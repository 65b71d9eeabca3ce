import { AUDIT_MODES } from "#core/preset.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { deleteEvidence } from "../live/evidence-table.ts";
import { lockSeries, lockSweeps, type Sql } from "../live/locks.ts";
import { evidenceNamedIn } from "../store/evidence-archive.ts";

export type RemovalScope = "all" | ReadonlySet<string>;

/** Also those that have expired and are not deleted yet. */
export async function liveReceiptIds({ sql }: Pick<Database, "sql">, domain: string): Promise<string[]> {
	const rows = await sql.selectFrom("receipt").select("id").where("domain", "=", domain).orderBy("id").execute();
	return rows.map(({ id }) => id);
}

/** With evidence, pages and accounts' copies, in one transaction; audits of the domain are kept before or after it. */
export async function removeLive({ sql, kind }: Database, domain: string, scope: RemovalScope) {
	return sql.transaction().execute(async (trx) => {
		// Whatever keeps an audit holds one of these locks and waits for none of the others.
		await lockSweeps(trx, kind);
		for (const mode of AUDIT_MODES) await lockSeries(trx, kind, { domain, source: "network", mode });
		const rows = await trx.selectFrom("receipt").select(["id", "text"]).where("domain", "=", domain).execute();
		const [doomed, left] = [rows.filter(({ id }) => isIn(scope, id)), rows.filter(({ id }) => !isIn(scope, id))];
		const needed = new Set(left.map(({ text }) => evidenceNamedIn(text)));
		const digests = new Set(doomed.flatMap(({ text }) => evidenceNamedIn(text) ?? []));
		const evidence = await deleteEvidence(trx, [...digests].filter((digest) => !needed.has(digest)).sort());
		const pages = await deletePages(trx, domain, scope);
		await forgetOwnAudits(trx, domain, scope);
		await forgetAlerts(trx, domain, scope);
		const receipts = await deleteReceipts(trx, doomed.map(({ id }) => id).sort());
		await forgetClaims(trx, domain, scope);
		return { receipts, evidence, pages };
	});
}

export function isIn(scope: RemovalScope, id: string): boolean {
	return scope === "all" || scope.has(id);
}

async function deleteReceipts(trx: Sql, ids: readonly string[]): Promise<number> {
	let deleted = 0;
	for (let at = 0; at < ids.length; at += 500) {
		const some = ids.slice(at, at + 500);
		const { numDeletedRows } = await trx.deleteFrom("receipt").where("id", "in", some).executeTakeFirstOrThrow();
		deleted += Number(numDeletedRows);
	}
	return deleted;
}

async function deletePages(trx: Sql, domain: string, scope: RemovalScope): Promise<number> {
	const all = trx.deleteFrom("page").where("domain", "=", domain);
	const some = scope === "all" ? all : all.where("receipt", "in", [...scope, ""]);
	const { numDeletedRows } = await some.executeTakeFirstOrThrow();
	return Number(numDeletedRows);
}

/** Their lists would otherwise go on naming what was found. */
async function forgetOwnAudits(trx: Sql, domain: string, scope: RemovalScope): Promise<void> {
	const all = trx.deleteFrom("own_audit").where("domain", "=", domain);
	await (scope === "all" ? all : all.where("receipt", "in", [...scope, ""])).execute();
}

/** Alerts quote findings, and waiting messages would tell of them later. */
async function forgetAlerts(trx: Sql, domain: string, scope: RemovalScope): Promise<void> {
	const causes = await trx.selectFrom("alert_cause").selectAll().where("domain", "=", domain).execute();
	const isMeant = ({ fault }: { fault: string }) => scope === "all" || [...scope].some((id) => fault.includes(id));
	for (const { account, source, mode, check_id } of causes.filter(isMeant))
		await trx
			.deleteFrom("alert_cause")
			.where("account", "=", account)
			.where("domain", "=", domain)
			.where("source", "=", source)
			.where("mode", "=", mode)
			.where("check_id", "=", check_id)
			.execute();
	const looks = trx.deleteFrom("alert_look").where("domain", "=", domain);
	await (scope === "all" ? looks : looks.where("receipt", "in", [...scope, ""])).execute();
	// A message may be about several faults, or, without a domain, about several sites.
	const messages = await trx
		.selectFrom("alert_message")
		.select(["id", "domain", "content"])
		.where("domain", "in", [domain, ""])
		.execute();
	const doomed = messages.filter((message) => message.domain === domain || message.content.includes(`- ${domain} (`));
	for (const { id } of doomed) await trx.deleteFrom("alert_message").where("id", "=", id).execute();
}

/** Otherwise the last audit of a target would be answered for a minute. */
async function forgetClaims(trx: Sql, domain: string, scope: RemovalScope): Promise<void> {
	const all = trx.deleteFrom("audit_claim").where("domain", "=", domain);
	await (scope === "all" ? all : all.where("receipt", "in", [...scope, ""])).execute();
}

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
