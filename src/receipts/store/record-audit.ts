import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Audit } from "#audit/audit.ts";
import type { Settings } from "#config/environment.ts";
import { sha256Hex } from "#core/bytes.ts";
import { canonicalJson } from "#core/json-object.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Report } from "#core/report.ts";
import { type Database, openDatabase } from "#store/database.ts";
import { type EvidenceArchive, EvidenceFiles, packFound } from "./evidence-archive.ts";
import { createReceipt, isConfirmedBy } from "./receipt.ts";
import { openReceiptFiles, type ReceiptStore } from "./receipt-store.ts";

export interface RecordingPlaces {
	readonly store: ReceiptStore;
	readonly archive: EvidenceArchive;
	/** The run, in which another process may have finished the same job. */
	readonly night?: string;
	/** Called before the write, so that a resumed run can tell whether it happened. */
	readonly intend?: (stored: StoredReceipt) => void | Promise<void>;
}

/** Writes nothing. */
export async function draftReceipt(report: Report, evidence: unknown): Promise<StoredReceipt> {
	return createReceipt(report, await sha256Hex(canonicalJson(evidence)));
}

type FoundAudit = Pick<Audit, "report" | "sight" | "occurrences"> & { readonly record: unknown };

/** Rejects our own failures, and partial audits after fuller ones (docs/decisions/003). @param last of the series */
export function isKept({ report, sight }: Pick<Audit, "report" | "sight">, last: Receipt | undefined): boolean {
	if (sight === "none") return false;
	return sight === "whole" || last === undefined || last.coverage <= report.coverage;
}

/** Each audit prunes evidence, so only the newest few can have any. */
const LOOKED_AT = 4;

/**
 * Writes evidence, intent, then receipt, so that a crash leaves no receipt, or a complete one with its evidence.
 * @returns `unchanged`: `stored` is the last receipt; `unreached`: nothing was written; `draft` is this audit's.
 * `recorded`: `stored` may be another process's, which finished the same job first
 */
export async function recordAudit(found: FoundAudit, places: RecordingPlaces) {
	const { report, record: evidence } = found;
	const { store, archive } = places;
	const draft = await draftReceipt(report, evidence);
	const [last] = await store.list(report, 1);
	if (!isKept(found, last?.receipt)) return { status: "unreached", draft } as const;
	if (last && isConfirmedBy(last.receipt, draft.receipt)) {
		await store.confirm?.(last.id, report.auditedAt);
		return { status: "unchanged", stored: last, draft } as const;
	}
	for (const each of await packFound(found)) await archive.store(each);
	await places.intend?.(draft);
	const stored = await store.put(draft, places.night);
	const { evidenceDigest } = stored.receipt;
	if (evidenceDigest !== draft.receipt.evidenceDigest) await archive.remove([draft.receipt.evidenceDigest]);
	const series = await store.list(report, LOOKED_AT);
	await archive.prune(
		series.map(({ receipt }) => receipt),
		evidenceDigest,
	);
	return { status: "recorded", stored, draft } as const;
}

/** Undefined if there has never been a live store. @throws Failure `store-unavailable` for a configured store */
export async function withLiveStore<T>(
	{ databaseUrl, data }: Settings,
	work: (db: Database | undefined) => Promise<T>,
): Promise<T> {
	const file = join(data, "live.sqlite");
	const isThere = databaseUrl !== undefined || existsSync(file);
	const db = isThere ? await openDatabase({ url: databaseUrl, file }) : undefined;
	try {
		return await work(db);
	} finally {
		await db?.close();
	}
}

export interface Records extends Pick<RecordingPlaces, "store" | "archive"> {
	close(): Promise<void>;
}

/** `SIGHTLINE_REPORTS`, with evidence in `SIGHTLINE_DATA` or the bucket. @param patienceMs for the bucket */
export async function openRecords(settings: Settings, patienceMs?: number): Promise<Records> {
	return openFiles(join(settings.reports, "receipts"), settings, patienceMs);
}

/** For audits with credentials: nothing in `SIGHTLINE_DATA` is published or sealed. */
export async function openPrivateRecords(settings: Settings): Promise<Records> {
	return openFiles(join(settings.data, "private"), settings);
}

async function openFiles(receipts: string, settings: Settings, patienceMs?: number): Promise<Records> {
	return {
		store: openReceiptFiles(receipts),
		archive: await openEvidence(settings, patienceMs),
		close: async () => {},
	};
}

/** @param patienceMs for an unavailable bucket; 0 by default */
export async function openEvidence({ data, evidence }: Settings, patienceMs = 0): Promise<EvidenceArchive> {
	if (!evidence) return new EvidenceFiles(join(data, "evidence"));
	// Lazy, because most installations have no bucket.
	return new (await import("./s3-evidence.ts")).EvidenceBucketArchive(evidence, { patienceMs });
}
