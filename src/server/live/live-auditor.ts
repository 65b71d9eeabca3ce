import type { Audit } from "#audit/audit.ts";
import { type AuditOrder, type Auditor, createAuditor } from "#audit/auditor.ts";
import type { Settings } from "#config/environment.ts";
import type { RemovedDomains } from "./removed-domains.ts";

/** Threads start at once, so that the first audit need not wait for them. A browser only where it is asked for. */
export function openLiveAuditor({ renderInServer, browserPath, ...settings }: Settings): Auditor {
	const shown = renderInServer ? browserPath : undefined;
	return createAuditor({ ...settings, renderInServer, browserPath: shown }, { load: "many", prestart: true });
}

/**
 * Audits without asking anything of a host that was taken down.
 * @throws Failure `removal-asked` where the site leads to one, or its owner has spoken while the site was read
 */
export async function auditUnlessRemoved(
	auditor: Pick<Auditor, "audit">,
	removed: Pick<RemovedDomains, "refuse" | "refuseFound">,
	order: AuditOrder,
): Promise<Audit> {
	const found = await auditor.audit({ ...order, refuse: removed.refuse });
	await removed.refuseFound(found.report);
	return found;
}
