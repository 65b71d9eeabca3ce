import { hash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { journalFiles } from "#audit/page-journal.ts";
import type { Settings } from "#config/environment.ts";
import type { Notices, RemovalOutcome } from "#core/notice.ts";
import { AUDIT_MODES } from "#core/preset.ts";
import type { Database } from "#store/database.ts";
import type { Tables } from "#store/tables.ts";
import { deleteEvidence } from "../live/evidence-table.ts";
import { lockSeries, lockSweeps, type Sql } from "../live/locks.ts";
import { DISK } from "../store/durable-file.ts";
import { type EvidenceArchive, evidenceNamedIn } from "../store/evidence-archive.ts";
import { ifThere } from "../store/if-there.ts";
import { addTakenDown } from "../store/notices-file.ts";
import { readPublishedWatchlist } from "../store/published-watchlist.ts";
import { receiptFileNames } from "../store/receipt-store.ts";
import { openEvidence, withLiveStore } from "../store/record-audit.ts";
import { type RunLine, withdrawFromRuns } from "../store/run-file.ts";

/** Numbers of receipts of a watched site, and in total with live audits. @throws Failure `store-unavailable` */
export async function receiptsHere(domain: string, settings: Settings) {
	return withLiveStore(settings, (db) => receiptsOf(domain, settings, db));
}

export async function receiptsOf(domain: string, settings: Settings, db: Database | undefined) {
	const filed = (await listFiles(domain, settings)).map(({ id }) => id);
	const [live, watched] = db ? [await liveReceiptIds(db, domain), await watchedReceiptIds(db, domain)] : [[], []];
	return { published: [...filed, ...watched], all: [...new Set([...filed, ...watched, ...live])] };
}

/**
 * Deletes evidence first, while the receipt still names it, so that the next run after a crash finds the rest. The log
 * stays, because its leaves do not name a site and a log with holes proves nothing.
 */
export async function deleteReceiptsOf(
	domain: string,
	scope: RemovalScope,
	settings: Settings,
): Promise<RemovalOutcome["deleted"]> {
	const files = await listFiles(domain, settings);
	const doomed = files.filter(({ id }) => isIn(scope, id));
	// First, because the next seal lists their leaves, and a receipt missing without this counts as lost.
	await addTakenDown(settings.reports, [...doomed.map(({ id }) => id), ...(await watchedIn(domain, scope, settings))]);
	const needed = new Set(files.filter((file) => !doomed.includes(file)).map(({ evidence }) => evidence));
	const digests = new Set(doomed.map(({ evidence }) => evidence).filter((digest) => digest !== undefined));
	const archive = await openEvidence(settings);
	const evidence = await archive.remove([...digests].filter((digest) => !needed.has(digest)));
	const directory = directoryOf(domain, settings);
	// Deleting the folder also removes leftovers of a killed process.
	if (scope === "all" || (doomed.length > 0 && doomed.length === files.length)) await DISK.remove(directory);
	else for (const { path } of doomed) await DISK.remove(path);
	if (doomed.length > 0) await DISK.syncDirectory(doomed.length === files.length ? join(directory, "..") : directory);
	// Cached pictures and pages of earlier builds show domain and score. The next build renders the remaining ones.
	if (scope === "all") await Promise.all(journalFiles(settings.data, domain).map((file) => DISK.remove(file)));
	if (scope === "all" || scope.size > 0)
		await Promise.all(["cards", "pages"].map((drawn) => removeDrawn(join(settings.data, drawn))));
	const runLines = await withdrawFromRuns(join(settings.reports, "runs"), (line) => isLineOf(line, domain, scope));
	const rows = await withLiveStore(settings, async (db) => db && removeRows(db, domain, scope, archive));
	const filed = { receipts: doomed.length, evidence, runLines };
	if (!rows) return filed;
	return { runLines, receipts: filed.receipts + rows.receipts, evidence: evidence + rows.evidence, pages: rows.pages };
}

/** Renames first, so that a running build cannot write into the folder. */
async function removeDrawn(folder: string): Promise<void> {
	for (const name of (await ifThere(readdir(folder))) ?? []) {
		const gone = join(folder, `gone-${randomUUID()}`);
		await ifThere(DISK.rename(join(folder, name), gone));
		await DISK.remove(gone);
	}
}

/** A running seal may be exporting these receipts. */
async function watchedIn(domain: string, scope: RemovalScope, settings: Settings): Promise<readonly string[]> {
	const ids = await withLiveStore(settings, async (db) => db && watchedReceiptIds(db, domain));
	return (ids ?? []).filter((id) => isIn(scope, id));
}

/** Counts a receipt once even if it is also a file. */
async function removeRows(db: Database, domain: string, scope: RemovalScope, archive: EvidenceArchive) {
	const watched = await removeWatched(db, domain, scope, (digests) => archive.remove(digests));
	const live = await removeLive(db, domain, scope);
	return { ...live, receipts: live.receipts + watched.receipts, evidence: live.evidence + watched.evidence };
}

/** Run lines are not counted. */
export async function countDoomed(
	domain: string,
	scope: RemovalScope,
	settings: Settings,
): Promise<RemovalOutcome["deleted"]> {
	const { all } = await receiptsHere(domain, settings);
	return { receipts: all.filter((id) => isIn(scope, id)).length, evidence: 0, runLines: 0 };
}

function isLineOf(line: Pick<RunLine, "domain" | "receipt">, domain: string, scope: RemovalScope): boolean {
	if (line.domain !== domain) return false;
	return scope === "all" || (line.receipt !== undefined && scope.has(line.receipt));
}

/** `domain` is an ASCII host, so it cannot leave the folder. */
function directoryOf(domain: string, { reports }: Settings): string {
	return join(reports, "receipts", domain);
}

/** Includes damaged receipts, without evidence if it is unreadable. */
async function listFiles(domain: string, settings: Settings) {
	const directory = directoryOf(domain, settings);
	return Promise.all(
		(await receiptFileNames(directory)).map(async (name) => {
			const path = join(directory, name);
			const bytes = await readFile(path);
			return { path, id: hash("sha256", bytes, "hex"), evidence: evidenceNamedIn(bytes.toString("utf8")) };
		}),
	);
}

/** Whether the domain is watched or owned with receipts, or in an earlier notice. */
export async function wasPublic(
	domain: string,
	receipts: number,
	{ notices }: Notices,
	{ reports }: Settings,
): Promise<boolean> {
	if (notices.some((notice) => notice.kind === "removal" && notice.domain === domain && notice.public)) return true;
	if (receipts === 0) return false;
	const { entries } = await readPublishedWatchlist(reports);
	return entries.some((entry) => entry.domain === domain);
}

export type RemovalScope = "all" | ReadonlySet<string>;

/** Includes expired receipts that are not deleted yet. */
export async function liveReceiptIds({ sql }: Pick<Database, "sql">, domain: string): Promise<string[]> {
	const rows = await sql.selectFrom("receipt").select("id").where("domain", "=", domain).orderBy("id").execute();
	return rows.map(({ id }) => id);
}

/** Removes evidence, pages and accounts' copies in one transaction, serialized with audits of the domain. */
export async function removeLive({ sql, kind }: Database, domain: string, scope: RemovalScope) {
	return sql.transaction().execute(async (trx) => {
		// Storing an audit holds one of these locks and never waits for another.
		await lockSweeps(trx, kind);
		for (const mode of AUDIT_MODES) await lockSeries(trx, kind, { domain, source: "network", mode });
		const rows = await trx.selectFrom("receipt").select(["id", "text"]).where("domain", "=", domain).execute();
		const [doomed, left] = [rows.filter(({ id }) => isIn(scope, id)), rows.filter(({ id }) => !isIn(scope, id))];
		const needed = new Set(left.map(({ text }) => evidenceNamedIn(text)));
		const digests = new Set(doomed.flatMap(({ text }) => evidenceNamedIn(text) ?? []));
		const evidence = await deleteEvidence(trx, [...digests].filter((digest) => !needed.has(digest)).sort());
		const pages = await deletePages(trx, domain, scope);
		await deleteOwnAudits(trx, domain, scope);
		await deleteAlerts(trx, domain, scope);
		const receipts = await deleteReceipts(trx, doomed.map(({ id }) => id).sort());
		await deleteClaims(trx, domain, scope);
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

/** Otherwise accounts would still list the results. */
async function deleteOwnAudits(trx: Sql, domain: string, scope: RemovalScope): Promise<void> {
	const all = trx.deleteFrom("own_audit").where("domain", "=", domain);
	await (scope === "all" ? all : all.where("receipt", "in", [...scope, ""])).execute();
}

/** Alerts and pending messages quote findings. */
async function deleteAlerts(trx: Sql, domain: string, scope: RemovalScope): Promise<void> {
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
	// A message may be about several faults, or about several sites if it has no domain.
	const messages = await trx
		.selectFrom("alert_message")
		.select(["id", "domain", "content"])
		.where("domain", "in", [domain, ""])
		.execute();
	const doomed = messages.filter((message) => message.domain === domain || message.content.includes(`- ${domain} (`));
	for (const { id } of doomed) await trx.deleteFrom("alert_message").where("id", "=", id).execute();
}

/** Otherwise the last audit would be returned from the cache for a minute. */
async function deleteClaims(trx: Sql, domain: string, scope: RemovalScope): Promise<void> {
	const all = trx.deleteFrom("audit_claim").where("domain", "=", domain);
	await (scope === "all" ? all : all.where("receipt", "in", [...scope, ""])).execute();
}

/** For evidence outside Postgres. @returns number of deleted records */
export type Forget = (digests: readonly string[]) => Promise<number>;

export async function watchedReceiptIds({ sql }: Pick<Database, "sql">, domain: string): Promise<string[]> {
	const rows = await sql.selectFrom("watched_receipt").select("id").where("domain", "=", domain).execute();
	return rows.map(({ id }) => id);
}

/** Deletes evidence first, while receipts still name it. @returns numbers of receipts and of evidence records */
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

/** @param needed evidence to keep, because another receipt names it too */
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
