import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { canonicalJson } from "#core/json-object.ts";
import type { Report } from "#core/report.ts";
import { createSignerKey, formatSignerKey, formatVerifierKey, parseSignerKey } from "#log/tlog/note.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";
import { exampleReport } from "#receipts/store/report.testkit.ts";
import type { RunLine } from "#receipts/store/run-file.ts";
import type { LogHome } from "./seal.ts";

export const ORIGIN = "audit.example.com/log";

/** A new reports directory and a log home for it with a constant key. */
export async function makeHome(change: Partial<LogHome> = {}): Promise<LogHome> {
	const root = await mkdtemp(join(tmpdir(), "sightline-seal-"));
	const home = {
		reports: join(root, "reports"),
		state: join(root, "data", "log"),
		origin: ORIGIN,
		ci: false,
		mayBegin: true,
	};
	await mkdir(home.reports);
	return { ...home, signingKeys: [await keyOf(1)], ...change };
}

/** The log's private key of that number. */
export async function keyOf(number: number, origin = ORIGIN): Promise<string> {
	return formatSignerKey(await createSignerKey(origin, new Uint8Array(32).fill(number)));
}

/** Timestamps one second apart. */
export function moment(number: number): string {
	return new Date(Date.UTC(2026, 10, 1) + number * 1000).toISOString();
}

/** The same home with other private keys in LOG_SIGNING_KEY. */
export async function withKeys(home: LogHome, ...numbers: readonly number[]): Promise<LogHome> {
	return { ...home, signingKeys: await Promise.all(numbers.map((number) => keyOf(number))) };
}

export async function vkeyOf(number: number): Promise<string> {
	return formatVerifierKey(await parseSignerKey(await keyOf(number)));
}

/** Writes the receipt of site `number`, audited at that time. @returns its id */
export async function addReceipt(
	reports: string,
	number: number,
	domain = `site-${number}.example.com`,
	parts: Partial<Report> = {},
): Promise<string> {
	const { id, receipt } = await createReceipt(
		{ ...exampleReport(), domain, auditedAt: moment(number), ...parts },
		"e".repeat(64),
	);
	const path = join(reports, "receipts", domain, fileName(receipt));
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, await receiptText(receipt));
	return id;
}

/** A run line for an unchanged result. The default run has no file, so no leaf binds it. */
export function unchanged(receipt: string, auditedAt: string, run = "2026-10-01T00:00:00.000Z"): RunLine {
	const domain = "site.example.com";
	return {
		run,
		domain,
		source: "network",
		mode: "light",
		status: "unchanged",
		ok: true,
		auditedAt,
		receipt,
	};
}

export async function writeRun(reports: string, night: string, lines: readonly (RunLine | string)[]): Promise<void> {
	const text = lines.map((line) => (typeof line === "string" ? line : canonicalJson(line)));
	await mkdir(join(reports, "runs"), { recursive: true });
	await writeFile(join(reports, "runs", `${night}.jsonl`), text.map((line) => `${line}\n`).join(""));
}
