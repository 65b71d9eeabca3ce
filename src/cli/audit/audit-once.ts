import { type AuditOptions, createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import type { AuditResult } from "#core/audit-result.ts";
import { parseTarget } from "#core/target.ts";
import { draftReceipt, openPrivateRecords, openRecords, recordAudit } from "#receipts/store/record-audit.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";
import { repositoryPaths } from "./repository-paths.ts";

export type AuditRequest = Omit<AuditOptions, "target"> & { readonly domain: string; readonly save: boolean };

interface AuditedOnce {
	readonly result: AuditResult;
	/** Of a folder: its files by address, as paths in the repository. */
	readonly files: ReadonlyMap<string, string>;
}

/** One audit for one person: audited, drawn up as a receipt, and kept only where asked. */
export async function auditOnce(request: AuditRequest, settings: Settings): Promise<AuditedOnce> {
	const target = parseTarget(request.domain);
	if (request.save) {
		const { refuseRemoved } = await import("#receipts/removal/removal.ts");
		await refuseRemoved(target.host, settings);
	}
	const auditor = createAuditor(settings, { load: "lone" });
	try {
		const found = await auditor.audit({ ...request, target });
		const files =
			request.folder === undefined ? undefined : found.files && repositoryPaths(found.files, request.folder);
		return { result: await keep(found, request, settings), files: files ?? new Map() };
	} finally {
		await auditor.close();
	}
}

async function keep(
	found: Parameters<typeof recordAudit>[0],
	{ save }: AuditRequest,
	settings: Settings,
): Promise<AuditResult> {
	const { baseUrl } = settings;
	const isPrivate = found.report.access !== undefined;
	// Without a score, credentials may have been refused: nothing to keep.
	if (!save || (isPrivate && !found.report.ok))
		return toAuditResult(await draftReceipt(found.report, found.record), { baseUrl, state: "unsaved" });
	const records = await (isPrivate ? openPrivateRecords(settings) : openRecords(settings));
	const recorded = await recordAudit(found, records).finally(() => records.close());
	const { draft } = recorded;
	if (recorded.status === "unreached") return toAuditResult(draft, { baseUrl, state: "unsaved" });
	const { stored } = recorded;
	// An unchanged result keeps its first receipt, though it was found again just now.
	const state = isPrivate ? "private" : "pending";
	return { ...toAuditResult(draft, { baseUrl, state }), receipt: { id: stored.id, state } } as AuditResult;
}
