import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { parseJson } from "#core/json-object.ts";
import { type Receipt, receiptSchema, type Series, type StoredReceipt } from "#core/receipt.ts";
import { byCodeUnits } from "#core/wording.ts";
import { createFile } from "./durable-file.ts";
import { namesIn } from "./if-there.ts";
import {
	newestFirst,
	parseReceipt,
	type ReceiptSummary,
	readReceipt,
	receiptText,
	summariseReceipt,
} from "./receipt.ts";

/** Keeps summaries in memory and reads the rest lazily. */
export interface PublishedReceipts {
	/** Newest first. */
	readonly summaries: readonly ReceiptSummary[];
	/** Verbatim; its SHA-256 is the id. */
	text(id: string): Promise<string>;
	read(id: string): Promise<StoredReceipt>;
}

// Sequential, because for small files the thread pool costs more than reading.

/** Cached receipts in long form, because each page of a domain uses them. */
const AT_HAND = 64;

const AT_ONCE = 32;

/** A logged receipt was validated when sealed, so its digest is enough. @throws Failure `receipt-invalid` */
export async function readPublishedReceipts(
	directory: string,
	domains: Iterable<string>,
	position: (id: string) => number | undefined,
): Promise<PublishedReceipts> {
	const pathsOf = async (domain: string) =>
		(await receiptFileNames(join(directory, domain))).map((name) => join(directory, domain, name));
	const paths = (await Promise.all([...domains].map(pathsOf))).flat();
	const places = new Map<string, string>();
	const summaries: ReceiptSummary[] = [];
	for (let at = 0; at < paths.length; at += AT_ONCE) {
		const batch = paths.slice(at, at + AT_ONCE).map(async (path) => {
			const stored = await readHead(path, position);
			// An audit with credentials is private and should not be here.
			if (stored.receipt.access !== undefined) return;
			places.set(stored.id, path);
			const logIndex = position(stored.id);
			summaries.push({ ...summariseReceipt(stored), ...(logIndex === undefined ? {} : { logIndex }) });
		});
		await Promise.all(batch);
	}
	const text = async (id: string) => readFileSync(places.get(id) ?? missing(id), "utf8");
	const atHand = new Map<string, Promise<Receipt>>();
	const read = async (id: string) => {
		const reading = atHand.get(id) ?? text(id).then(parseReceipt);
		// LRU: move to the end.
		atHand.delete(id);
		atHand.set(id, reading);
		const [oldest] = atHand.keys();
		if (atHand.size > AT_HAND && oldest !== undefined) atHand.delete(oldest);
		return { id, receipt: await reading };
	};
	return { summaries: summaries.sort(newestFirst), text, read };
}

/** Reads without findings, which may be in the short form. */
async function readHead(
	path: string,
	position: (id: string) => number | undefined,
): Promise<{ id: string; receipt: Omit<Receipt, "findings"> }> {
	const text = readFileSync(path, "utf8");
	const id = hash("sha256", text);
	return position(id) !== undefined ? { id, receipt: JSON.parse(text) } : readReceipt(text, path);
}

function missing(id: string): never {
	throw new RangeError(`There is no published receipt ${id}.`);
}

/** Every implementation passes `receipt-store.contract.ts`. */
export interface ReceiptStore {
	/**
	 * Write-once, durable, idempotent. @param night its run: shared stores keep one receipt per series and night
	 * @returns the stored one, this or the night's first @throws Failure `receipt-conflict` for another of that time
	 */
	put(stored: StoredReceipt, night?: string): Promise<StoredReceipt>;
	/** Newest first. @param most all by default */
	list(series: Series, most?: number): Promise<readonly StoredReceipt[]>;
	/** Records an equal result; undefined if only run files do so. */
	confirm?(receipt: string, auditedAt: string): Promise<void>;
}

/** `<directory>/<domain>/<time>.json` is exactly the canonical JSON, so its `sha256sum` is the receipt's id. */
export function openReceiptFiles(directory: string): ReceiptStore {
	return {
		async put(stored) {
			const { receipt } = stored;
			const path = join(directory, receipt.domain, fileName(receipt));
			const outcome = await createFile(path, await receiptText(receipt));
			if (outcome !== "different") return stored;
			throw new Failure("receipt-conflict", {
				what: `${path} already holds another receipt.`,
				why: "Two audits of one series have the same time.",
				todo: "Run the audit again.",
			});
		},
		async list(series, most) {
			const names = await receiptFileNames(join(directory, series.domain));
			const stored = await Promise.all(
				names.map(async (name) => {
					const path = join(directory, series.domain, name);
					const stored = await readReceipt(await readFile(path, "utf8"), path);
					if (stored.receipt.domain === series.domain && fileName(stored.receipt) === name) return stored;
					throw misplaced(path, stored.receipt);
				}),
			);
			return stored
				.filter(({ receipt }) => belongs(receipt, series))
				.sort(latestFirst)
				.slice(0, most);
		},
	};
}

function misplaced(path: string, receipt: Receipt): Failure {
	return new Failure("receipt-invalid", {
		what: `${path} is in the wrong place.`,
		why: `It is the receipt ${receipt.domain}/${fileName(receipt)}.`,
		todo: "Restore the folder from git.",
	});
}

/** `2026-11-21T02-00-00.000Z.json`; all except public light series append their name, so that none collide. */
export function fileName(receipt: Pick<Receipt, "auditedAt" | "source" | "mode">): string {
	const time = receipt.auditedAt.replaceAll(":", "-");
	const series = [receipt.source === "folder" ? "folder" : "", receipt.mode === "deep" ? "deep" : ""].filter(Boolean);
	return `${[time, ...series].join("~")}.json`;
}

const placedSchema = receiptSchema
	.pick({ auditedAt: true, source: true, mode: true })
	.extend({ domain: z.string().regex(/^[0-9a-z][0-9a-z.-]*$/) })
	.strip();

/** For a text with a trusted digest; undefined if it is not a receipt. `place` is `<domain>/<name>`. */
export function readPlace(text: string) {
	const placed = placedSchema.safeParse(parseJson(text)).data;
	return placed && { ...placed, place: `${placed.domain}/${fileName(placed)}` };
}

export async function newestFileName(directory: string, series: Series): Promise<string | undefined> {
	const ending = fileName({ ...series, auditedAt: "" });
	const isOfSeries = (name: string) => name.slice(name.indexOf("Z") + 1) === ending;
	return (await receiptFileNames(join(directory, series.domain))).findLast(isOfSeries);
}

export async function receiptFileNames(directory: string): Promise<string[]> {
	return (await namesIn(directory)).filter((name) => name.endsWith(".json"));
}

function belongs(receipt: Receipt, series: Series): boolean {
	return receipt.domain === series.domain && receipt.source === series.source && receipt.mode === series.mode;
}

function latestFirst(a: StoredReceipt, b: StoredReceipt): number {
	return byCodeUnits(b.receipt.auditedAt, a.receipt.auditedAt);
}
