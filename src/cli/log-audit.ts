import type { EvidenceRecord } from "#audit/assess.ts";
import { createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import { isFailure } from "#core/failure.ts";
import type { Report } from "#core/report.ts";
import { parseTarget } from "#core/target.ts";
import { readReceiptFile } from "#log/verify/material.ts";
import { openKeptEvidence } from "#receipts/watched/watched-receipts.ts";
import { parseSubject } from "./subject.ts";

export interface AuditBesideLogs {
	readonly report: Report;
	/** Absent if it is not archived here. */
	readonly record: EvidenceRecord | undefined;
}

/** @param subject a receipt, a folder, or a domain to audit now @param domain of a folder */
export async function auditBesideLogs(subject: string, domain: string, settings: Settings): Promise<AuditBesideLogs> {
	const named = parseSubject("sightline logs", subject, domain);
	if (named.receipt !== undefined) {
		const { receipt } = await readReceiptFile(named.receipt);
		return { report: receipt, record: await keptRecord(receipt.evidenceDigest, settings) };
	}
	const auditor = await createAuditor(settings, { load: "lone" });
	try {
		const { report, record } = await auditor.audit({
			target: parseTarget(named.domain),
			folder: named.folder,
			mode: "light",
		});
		return { report, record };
	} finally {
		await auditor.close();
	}
}

async function keptRecord(digest: string, settings: Settings): Promise<EvidenceRecord | undefined> {
	try {
		return (await (await openKeptEvidence(settings)).get(digest)) as EvidenceRecord;
	} catch (error) {
		// Without it, the pages named in the receipt are used.
		if (isFailure(error)) return undefined;
		throw error;
	}
}
