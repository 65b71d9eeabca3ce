import { hash, randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import type { Notices, RemovalOutcome } from "#core/notice.ts";
import type { Database } from "#store/database.ts";
import { DISK } from "../store/durable-file.ts";
import { type EvidenceArchive, evidenceNamedIn } from "../store/evidence-archive.ts";
import { ifThere } from "../store/if-there.ts";
import { addTakenDown } from "../store/notices-file.ts";
import { readPublishedWatchlist } from "../store/published-watchlist.ts";
import { receiptFileNames } from "../store/receipt-store.ts";
import { openEvidence, withLiveStore } from "../store/record-audit.ts";
import { type RunLine, withdrawFromRuns } from "../store/run-file.ts";
import {
	isIn,
	liveReceiptIds,
	type RemovalScope,
	removeLive,
	removeWatched,
	watchedReceiptIds,
} from "./remove-rows.ts";

/** A watched site's, and all, with live audits' receipts. @throws Failure `store-unavailable` */
export async function receiptsHere(domain: string, settings: Settings) {
	return withLiveStore(settings, (db) => receiptsOf(domain, settings, db));
}

export async function receiptsOf(domain: string, settings: Settings, db: Database | undefined) {
	const filed = (await listFiles(domain, settings)).map(({ id }) => id);
	const [live, watched] = db ? [await liveReceiptIds(db, domain), await watchedReceiptIds(db, domain)] : [[], []];
	return { published: [...filed, ...watched], all: [...new Set([...filed, ...watched, ...live])] };
}

/**
 * Evidence goes first, while the receipt still names it, so that the next run after a crash finds what is left. The log
 * stays: its leaves name no site, and a log with holes proves nothing.
 */
export async function takeDown(
	domain: string,
	scope: RemovalScope,
	settings: Settings,
): Promise<RemovalOutcome["deleted"]> {
	const files = await listFiles(domain, settings);
	const doomed = files.filter(({ id }) => isIn(scope, id));
	// First: the next seal lists their leaves; a receipt that is gone without this counts as lost.
	await addTakenDown(settings.reports, [...doomed.map(({ id }) => id), ...(await watchedIn(domain, scope, settings))]);
	const needed = new Set(files.filter((file) => !doomed.includes(file)).map(({ evidence }) => evidence));
	const digests = new Set(doomed.map(({ evidence }) => evidence).filter((digest) => digest !== undefined));
	const archive = await openEvidence(settings);
	const evidence = await archive.remove([...digests].filter((digest) => !needed.has(digest)));
	const directory = directoryOf(domain, settings);
	// With the folder, also what a killed process left in it.
	if (scope === "all" || (doomed.length > 0 && doomed.length === files.length)) await DISK.remove(directory);
	else for (const { path } of doomed) await DISK.remove(path);
	if (doomed.length > 0) await DISK.syncDirectory(doomed.length === files.length ? join(directory, "..") : directory);
	// Earlier builds' pictures, pages and cards show domain and score; the next build draws what is still shown.
	if (scope === "all" || scope.size > 0)
		for (const drawn of ["cards", "pages"]) await removeDrawn(join(settings.data, drawn));
	const runLines = await withdrawFromRuns(join(settings.reports, "runs"), (line) => isLineOf(line, domain, scope));
	const rows = await withLiveStore(settings, async (db) => db && removeRows(db, domain, scope, archive));
	const filed = { receipts: doomed.length, evidence, runLines };
	if (!rows) return filed;
	return { runLines, receipts: filed.receipts + rows.receipts, evidence: evidence + rows.evidence, pages: rows.pages };
}

/** Renames first: a build at work then finds no place to write, and what it has drawn is not kept. */
async function removeDrawn(folder: string): Promise<void> {
	for (const name of (await ifThere(readdir(folder))) ?? []) {
		const gone = join(folder, `gone-${randomUUID()}`);
		await ifThere(DISK.rename(join(folder, name), gone));
		await DISK.remove(gone);
	}
}

/** A seal at work may be making files of them. */
async function watchedIn(domain: string, scope: RemovalScope, settings: Settings): Promise<readonly string[]> {
	const ids = await withLiveStore(settings, async (db) => db && watchedReceiptIds(db, domain));
	return (ids ?? []).filter((id) => isIn(scope, id));
}

/** A receipt that is also a file counts once. */
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

/** `domain` is an ASCII host, so it can only name a folder there. */
function directoryOf(domain: string, { reports }: Settings): string {
	return join(reports, "receipts", domain);
}

/** Also damaged ones; what names no evidence cannot be read. */
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

/** Watched or owned with receipts, or in an earlier notice. An unreadable watchlist publishes nothing. */
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
