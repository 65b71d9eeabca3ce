import type { AuditResult } from "#core/audit-result.ts";
import { cliCommand, REFUSAL } from "#core/brand.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { recommendations } from "./recommendation.ts";
import { failureOf } from "./unaudited.ts";

export interface ResultContext {
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
	readonly state: AuditResult["receipt"]["state"];
	/** Index of the receipt's leaf; absent while it waits for the next seal. */
	readonly logIndex?: number | undefined;
	/** ISO 8601: when the site was last found so; that of the receipt unless told. */
	readonly auditedAt?: string;
}

/** A receipt in the form that callers of the API and the command line get. */
export function toAuditResult({ id, receipt }: StoredReceipt, context: ResultContext): AuditResult {
	const { scores } = receipt;
	const failure = receipt.ok ? undefined : failureOf(receipt);
	const { baseUrl, state, logIndex, auditedAt = receipt.auditedAt } = context;
	const links = createSiteLinks(baseUrl);
	return {
		ok: receipt.ok,
		domain: receipt.domain,
		...(scores ? { overallScore: scores.overall } : {}),
		methodology: receipt.methodology,
		...(scores ? { pillars: scores.pillars } : {}),
		recommendations: scores ? recommendations(receipt) : [],
		briefUrl: links.absolute(links.brief(receipt.domain)),
		cli: cliCommand(receipt.domain),
		refusal: REFUSAL,
		...(failure ? { error: failure.says, code: failure.code } : {}),
		mode: receipt.mode,
		source: receipt.source,
		auditedAt,
		coverage: receipt.coverage,
		...(scores ? { axes: scores.axes, engines: scores.engines } : {}),
		gates: receipt.gates,
		notApplicable: receipt.notApplicable,
		findings: receipt.findings.map(publicFinding),
		receipt: { id, state, ...(logIndex === undefined ? {} : { logIndex }) },
	};
}

/** A finding as answers of the API show it: without what pages alone print. */
export function publicFinding(finding: Finding): AuditResult["findings"][number] {
	const { title: _title, axis: _axis, engines: _engines, home: _home, chargedTo: _to, own: _own, ...rest } = finding;
	return rest;
}
