import { type AuditOrder, createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import type { AuditResult } from "#core/audit-result.ts";
import { parseTarget } from "#core/target.ts";
import { refuseRemoved } from "#receipts/removal/removal.ts";
import { draftReceipt, recordAudit } from "#receipts/store/record-audit.ts";
import { openRecords } from "#receipts/store/record-stores.ts";
import { toAuditResult } from "#site/brief/audit-result.ts";

/** One audit for one person: audited, drawn up as a receipt, and kept only where asked. */
export async function singleAudit(
	order: AuditOrder & { readonly save: boolean },
	settings: Settings,
): Promise<AuditResult> {
	if (order.save) await refuseRemoved(parseTarget(order.domain).host, settings);
	const auditor = createAuditor(settings, { load: "lone" });
	try {
		const { record, report } = await auditor.audit(order);
		const { baseUrl } = settings;
		if (!order.save) return toAuditResult(await draftReceipt(report, record), { baseUrl, state: "unsaved" });
		const { stored, draft } = await recordAudit(report, record, openRecords(settings));
		// An unchanged result keeps its first receipt, though it was found again just now.
		return { ...toAuditResult(draft, { baseUrl, state: "pending" }), receipt: { id: stored.id, state: "pending" } };
	} finally {
		await auditor.close();
	}
}
