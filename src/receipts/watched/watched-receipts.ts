import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Settings } from "#config/environment.ts";
import { Failure, isFailure } from "#core/failure.ts";
import { type Series, type StoredReceipt, seriesKey } from "#core/receipt.ts";
import { shortDigest } from "#core/wording.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { EvidenceRows } from "../live/evidence-table.ts";
import type { Sql } from "../live/locks.ts";
import { readRowText } from "../live/receipt-table.ts";
import { EvidenceReader } from "../store/evidence-archive.ts";
import { readReceipt, receiptText } from "../store/receipt.ts";
import { fileName, newestFileName, type ReceiptStore } from "../store/receipt-store.ts";
import { openEvidence, openRecords, type Records } from "../store/record-audit.ts";

const PAGE = 500;

/**
 * Later audits compare with them, so that unchanged sites get no new receipt. A no-op without DATABASE_URL.
 * @returns their number @throws Failure `store-unavailable`; `receipt-invalid` for an invalid file
 */
export async function uploadNewestReceipts(sites: readonly Series[], settings: Settings): Promise<number> {
	const { databaseUrl: url, reports } = settings;
	if (url === undefined) return 0;
	const db = await openDatabase({ url, file: "" });
	try {
		let uploaded = 0;
		for (let from = 0; from < sites.length; from += PAGE)
			uploaded += await uploadSome(db, sites.slice(from, from + PAGE), join(reports, "receipts"));
		return uploaded;
	} finally {
		await db.close();
	}
}

async function uploadSome(db: Database, sites: readonly Series[], directory: string): Promise<number> {
	const newest = await newestTimes(db, sites);
	const store = openWatchedReceipts(db);
	let uploaded = 0;
	for (const site of sites) {
		const name = await newestFileName(directory, site);
		const auditedAt = newest.get(seriesKey(site));
		const isKnown = auditedAt !== undefined && name !== undefined && fileName({ ...site, auditedAt }) >= name;
		if (name === undefined || isKnown) continue;
		const path = join(directory, site.domain, name);
		await store.put(await readReceipt(await readFile(path, "utf8"), path));
		uploaded++;
	}
	return uploaded;
}

async function newestTimes({ sql }: Database, sites: readonly Series[]): Promise<ReadonlyMap<string, string>> {
	const domains = [...new Set(sites.map(({ domain }) => domain))];
	const rows = await sql
		.selectFrom("watched_receipt")
		.select(({ fn }) => ["domain", "source", "mode", fn.max("audited_at").as("newest")])
		.where("domain", "in", domains)
		.groupBy(["domain", "source", "mode"])
		.execute();
	return new Map(rows.map((row) => [seriesKey(row), row.newest]));
}

/** Shared by many processes; never expire. Live pages show them as pending until `export-receipts.ts`. */
export function openWatchedReceipts({ sql }: Pick<Database, "sql">): Required<ReceiptStore> {
	return {
		async put(stored, night) {
			if (await insertWatched(sql, stored, night)) return stored;
			const first = await keptInstead(sql, stored, night);
			if (!first) throw conflict(stored);
			return first;
		},
		async list(series, most) {
			const all = receiptsOfSeries(sql, series).select(["id", "text"]).orderBy("audited_at", "desc");
			const rows = await (most === undefined ? all : all.limit(most)).execute();
			return Promise.all(rows.map(readRowText));
		},
		async confirm(receipt, auditedAt) {
			await sql
				.updateTable("watched_receipt")
				.set({ found_at: auditedAt })
				.where("id", "=", receipt)
				.where("found_at", "<", auditedAt)
				.execute();
		},
	};
}

/** One statement, so that exactly one process writes. @returns false if its time or night is taken */
async function insertWatched(sql: Sql, { id, receipt }: StoredReceipt, night: string | undefined): Promise<boolean> {
	const { domain, source, mode, auditedAt } = receipt;
	const times = { audited_at: auditedAt, found_at: auditedAt, night: night ?? null };
	const { numInsertedOrUpdatedRows } = await sql
		.insertInto("watched_receipt")
		.values({ id, domain, source, mode, ...times, text: await receiptText(receipt), leaf_index: null })
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirstOrThrow();
	return Number(numInsertedOrUpdatedRows) > 0;
}

async function keptInstead(
	sql: Sql,
	{ id, receipt }: StoredReceipt,
	night: string | undefined,
): Promise<StoredReceipt | undefined> {
	const row = await receiptsOfSeries(sql, receipt)
		.select(["id", "text"])
		.where(({ or, eb }) => or([eb("id", "=", id), ...(night === undefined ? [] : [eb("night", "=", night)])]))
		.executeTakeFirst();
	return row && readRowText(row);
}

function receiptsOfSeries(sql: Sql, { domain, source, mode }: Series) {
	return sql
		.selectFrom("watched_receipt")
		.where("domain", "=", domain)
		.where("source", "=", source)
		.where("mode", "=", mode);
}

function conflict({ id, receipt }: StoredReceipt): Failure {
	return new Failure("receipt-conflict", {
		what: `There is another receipt of ${receipt.domain} at ${receipt.auditedAt} already.`,
		why: `Two audits of one series have the same time; this one would be ${shortDigest(id)}.`,
		todo: "Run the audit again.",
	});
}

/** By `seriesKey`; ISO 8601. @throws Failure `store-unavailable` */
export async function lastFound(url: string): Promise<Map<string, string>> {
	const db = await openDatabase({ url, file: "" });
	try {
		const rows = await db.sql
			.selectFrom("watched_receipt")
			.select(["domain", "source", "mode", ({ fn }) => fn.max("found_at").as("at")])
			.groupBy(["domain", "source", "mode"])
			.execute();
		return new Map(rows.map((row) => [seriesKey(row), row.at]));
	} finally {
		await db.close();
	}
}

/**
 * Postgres and the bucket with DATABASE_URL, for several machines; else files. @param patienceMs for the bucket, if it
 * was available at the start @throws Failure `store-unavailable`
 */
export async function openFleetRecords(settings: Settings, patienceMs = 0): Promise<Records> {
	const { databaseUrl: url, evidence } = settings;
	if (evidence) await expectBucket(settings);
	if (url === undefined) return openRecords(settings, patienceMs);
	const db = await openDatabase({ url, file: "" });
	const archive = evidence ? await openEvidence(settings, patienceMs) : new EvidenceRows(db, "watched_evidence");
	return { store: openWatchedReceipts(db), archive, close: () => db.close() };
}

/** Requests a missing object, so that a wrong key ends the run before any site is read. */
async function expectBucket(settings: Settings): Promise<void> {
	const archive = await openEvidence(settings);
	await archive.get("0".repeat(64)).catch((error) => {
		if (!isFailure(error) || error.code !== "evidence-missing") throw error;
	});
}

/** Files or bucket, then Postgres, connected lazily. @throws Failure `store-unavailable`, also from methods */
export async function openKeptEvidence(settings: Settings): Promise<EvidenceReader> {
	const { databaseUrl: url } = settings;
	const first = await openEvidence(settings);
	return url === undefined ? first : new EitherEvidence(first, { load: (name) => loadFromPostgres(url, name) });
}

type Loads = Pick<EvidenceReader, "load">;

/** Falls back to the second reader. */
export class EitherEvidence extends EvidenceReader {
	readonly #first: Loads;
	readonly #second: Loads;

	constructor(first: Loads, second: Loads) {
		super();
		this.#first = first;
		this.#second = second;
	}

	async load(name: string): Promise<Uint8Array> {
		return this.#first.load(name).catch((error) => {
			if (!isFailure(error) || error.code !== "evidence-missing") throw error;
			return this.#second.load(name);
		});
	}
}

async function loadFromPostgres(url: string, name: string): Promise<Uint8Array> {
	const db = await openDatabase({ url, file: "" });
	try {
		return await new EvidenceRows(db, "watched_evidence").load(name);
	} finally {
		await db.close();
	}
}
