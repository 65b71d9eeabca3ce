import type { AuditResult } from "#core/audit-result.ts";
import { cliCommand, REFUSAL } from "#core/brand.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { recommendations } from "./recommendation.ts";

export interface ResultContext {
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
	readonly state: AuditResult["receipt"]["state"];
}

/** A receipt in the form that callers of the API and the command line get. */
export function toAuditResult({ id, receipt }: StoredReceipt, { baseUrl, state }: ResultContext): AuditResult {
	const { scores, failure } = receipt;
	return {
		ok: receipt.ok,
		domain: receipt.domain,
		...(scores ? { overallScore: scores.overall } : {}),
		methodology: receipt.methodology,
		...(scores ? { pillars: scores.pillars } : {}),
		recommendations: scores ? recommendations(receipt) : [],
		briefUrl: `${baseUrl}/brief/${receipt.domain}/`,
		cli: cliCommand(receipt.domain),
		refusal: REFUSAL,
		...(failure ? { error: failure.says, code: failure.code } : {}),
		mode: receipt.mode,
		source: receipt.source,
		auditedAt: receipt.auditedAt,
		coverage: receipt.coverage,
		...(scores ? { axes: scores.axes, engines: scores.engines } : {}),
		gates: receipt.gates,
		notApplicable: receipt.notApplicable,
		findings: receipt.findings.map(publicFinding),
		receipt: { id, state },
	};
}

function publicFinding(finding: Finding): AuditResult["findings"][number] {
	const { title: _title, axis: _axis, engines: _engines, home: _home, chargedTo: _to, own: _own, ...rest } = finding;
	return rest;
}
