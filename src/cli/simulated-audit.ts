import { createAuditor } from "#audit/auditor.ts";
import { rootCausesOf } from "#audit/lift.ts";
import { simulate } from "#audit/simulate.ts";
import { CHECKS } from "#checks/registry.ts";
import type { Settings } from "#config/environment.ts";
import { Failure } from "#core/failure.ts";
import type { SimulateOutcome, SimulateRequest } from "./simulate-command.ts";

/**
 * Audits a site and computes what its fixes would do. Nothing is kept.
 * @throws Failure of a site that could not be audited; `input-invalid` for an unknown check
 */
export async function simulatedAudit(request: SimulateRequest, settings: Settings): Promise<SimulateOutcome> {
	const known = new Set(CHECKS.map(({ id }) => id));
	const unknown = request.fixes?.find((id) => !known.has(id));
	if (unknown !== undefined) {
		throw new Failure("input-invalid", {
			what: `There is no check named "${unknown}".`,
			todo: "Name checks by the ids that sightline audit prints.",
		});
	}
	const auditor = createAuditor(settings, { load: "lone" });
	try {
		const { report } = await auditor.audit(request);
		if (report.failure) throw new Failure(report.failure.code, { what: report.failure.says });
		const simulation = simulate(report.findings, rootCausesOf(CHECKS), request.fixes);
		return { domain: report.domain, methodology: report.methodology, ...simulation };
	} finally {
		await auditor.close();
	}
}
