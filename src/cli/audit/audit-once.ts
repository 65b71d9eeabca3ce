import { existsSync, realpathSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { type AuditOptions, createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import { isBelow } from "#config/named-file.ts";
import type { AuditResult } from "#core/audit-result.ts";
import { parseTarget } from "#core/target.ts";
import { openPrivateRecords, openRecords } from "#receipts/store/open-records.ts";
import { draftReceipt, recordAudit } from "#receipts/store/record-audit.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";

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
		const { folder } = request;
		const files =
			folder !== undefined && found.files ? repositoryPaths(found.files, folder) : new Map<string, string>();
		return { result: await keep(found, request, settings), files };
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
	// An unchanged result keeps its first receipt, though it was found again just now.
	const { id } = recorded.stored;
	const result = toAuditResult(draft, { baseUrl, state: "pending" });
	if (result.ok && isPrivate) return { ...result, receipt: { id, state: "private" } };
	return { ...result, receipt: { id, state: "pending" } };
}

/**
 * Paths of a folder's files as viewers of a repository know them: relative to the checkout that the folder is in, else to
 * the working directory, else to the folder; parted by slashes.
 * @param files real paths by address
 */
function repositoryPaths(files: ReadonlyMap<string, string>, folder: string): ReadonlyMap<string, string> {
	const real = realpathSync(folder);
	const checkout = checkoutOf(real);
	const working = realpathSync(".");
	const base = checkout ?? (isBelow(working, real) ? working : real);
	const paths = [...files].map(([address, file]) => [address, relative(base, file).split(sep).join("/")] as const);
	return new Map(paths);
}

/** The nearest folder at or above that holds a checkout of git. */
function checkoutOf(folder: string): string | undefined {
	if (existsSync(join(folder, ".git"))) return folder;
	const above = dirname(folder);
	return above === folder ? undefined : checkoutOf(above);
}
