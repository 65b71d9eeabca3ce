/** Receipts of any number of domains, as large and as varied as real ones; never shipped. */

import { appendFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sampleReports } from "#audit/sample-audit.testkit.ts";
import { sha256Hex } from "#core/bytes.ts";
import { canonicalJson } from "#core/json-object.ts";
import type { Report } from "#core/report.ts";
import { createReceipt, receiptText } from "#receipts/store/receipt.ts";
import { fileName } from "#receipts/store/receipt-store.ts";

const FIRST_NIGHT = Date.parse("2026-11-20T02:00:00.000Z");
const DAY_MS = 24 * 3_600_000;

/** The host of domain `number`: no longer than that of any sample, whose exhibits may not grow. */
export function benchHost(number: number): string {
	return `site-${String(number).padStart(5, "0")}.example.com`;
}

/** Writes a watchlist of this many domains, and the receipt of each one's first audit. */
export async function writeBuildLoad(reports: string, domains: number): Promise<void> {
	const hosts = Array.from({ length: domains }, (_, number) => benchHost(number));
	await mkdir(reports, { recursive: true });
	await writeFile(join(reports, "watchlist.json"), JSON.stringify({ entries: hosts.map((domain) => ({ domain })) }));
	await addNight(reports, hosts, 0);
}

/** Adds an audit of each of these hosts, by the report of the sample that comes next for it. @param night counted from 0 */
export async function addNight(reports: string, hosts: readonly string[], night: number): Promise<void> {
	const samples = await sampleReports();
	for (const [place, host] of hosts.entries()) {
		const sample = samples[(place + night) % samples.length];
		if (!sample) throw new Error("There is no sample.");
		const text = JSON.stringify(sample).replaceAll(sample.domain, host);
		const auditedAt = new Date(FIRST_NIGHT + night * DAY_MS + place * 1117).toISOString();
		const report: Report = { ...JSON.parse(text), domain: host, source: "network", auditedAt };
		const { receipt } = await createReceipt(report, "e".repeat(64));
		const path = join(reports, "receipts", host, fileName(receipt));
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, await receiptText(receipt));
	}
}

/** Adds a rescan in which each of these hosts was as its newest receipt says. @param night counted from 0 */
export async function confirmNight(reports: string, hosts: readonly string[], night: number): Promise<void> {
	const run = new Date(FIRST_NIGHT + night * DAY_MS).toISOString();
	const about = { source: "network", mode: "light", status: "unchanged", ok: true } as const;
	const lines = hosts.map(async (domain) => {
		const receipt = await newestReceipt(reports, domain);
		return `${canonicalJson({ run, domain, ...about, receipt, auditedAt: run })}\n`;
	});
	await mkdir(join(reports, "runs"), { recursive: true });
	await appendFile(join(reports, "runs", `${run.slice(0, 10)}.jsonl`), (await Promise.all(lines)).join(""));
}

/** Id of a host's newest receipt. */
export async function newestReceipt(reports: string, host: string): Promise<string> {
	const folder = join(reports, "receipts", host);
	const name = (await readdir(folder)).sort().at(-1) ?? "";
	return sha256Hex(await readFile(join(folder, name), "utf8"));
}
