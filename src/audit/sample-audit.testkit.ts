/** Audits of the folders in `samples/sites`, for tests that need real reports. */

import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Check } from "#checks/define-check.ts";
import { CHECKS } from "#checks/registry.ts";
import { type AuditMode, DEEP_PAGES } from "#core/preset.ts";
import type { Report } from "#core/report.ts";
import { parseTarget, type Target } from "#core/target.ts";
import { readHere } from "#evidence/reading/readers.ts";
import { openFolder } from "#evidence/site/folder-source.ts";
import { crawlRequests, SiteSource } from "#evidence/site/site-source.ts";
import { assess, type EvidenceRecord } from "./assess.ts";
import { type Audit, type AuditRequest, audit } from "./audit.ts";
import { readSitePages } from "./site-pages.ts";

const samples = new URL("../../samples/sites/", import.meta.url);

export const SAMPLE_HOSTS: readonly string[] = readdirSync(samples).sort();

/** A light audit with every check. */
export async function auditSample(
	host: string,
	auditedAt = "2026-11-21T02:00:00.000Z",
	judge: AuditRequest["judge"] = (record) => assess(record, CHECKS),
): Promise<Audit> {
	const { signal } = new AbortController();
	const client = await openFolder(fileURLToPath(new URL(`${host}/`, samples)), host);
	const source = SiteSource.open({ kind: "folder", client, reader: { read: readHere }, host, signal });
	return audit({
		target: parseTarget(host),
		depth: { mode: "light" },
		source,
		judge,
		auditedAt,
		signal,
	});
}

export async function sampleReports(): Promise<Report[]> {
	return Promise.all(SAMPLE_HOSTS.map(async (host) => (await auditSample(host)).report));
}

/** Reads further pages of a deep audit like the auditor. Reserve its share before the audit starts. */
export function readerOfPages(source: SiteSource, target: Target, mode: AuditMode, checks: readonly Check[] = CHECKS) {
	const crawl = source.crawl(mode === "deep" ? crawlRequests() : 0);
	return async (record: EvidenceRecord) => {
		return mode === "deep" ? readSitePages(record, { checks, target, source: crawl, pages: DEEP_PAGES }) : undefined;
	};
}
