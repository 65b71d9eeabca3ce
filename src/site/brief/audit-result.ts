import { CHECKS } from "#checks/registry.ts";
import type { AuditResult, Comparison, Unaudited } from "#core/audit-result.ts";
import { cliCommand, REFUSAL } from "#core/brand.ts";
import { AUDIT_FAILURE_CODES, type FailureCode } from "#core/failure.ts";
import { PILLAR_KEYS, PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Receipt, StoredReceipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { withFaultHeadings } from "./fault-headings.ts";
import { recommendations } from "./recommendation.ts";

export interface ResultContext {
	/** Address of the site, no trailing slash. */
	readonly baseUrl: string;
	readonly state: AuditResult["receipt"]["state"];
	/** Index of the receipt's leaf; absent while it waits for the next seal. */
	readonly logIndex?: number | undefined;
	/** ISO 8601: when the site was last found so; by default that of the receipt. */
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
		...(receipt.firstFixes ? { firstFixes: receipt.firstFixes } : {}),
		findings: withFaultHeadings(receipt, CHECKS).map(publicFinding),
		receipt: { id, state, ...(logIndex === undefined ? {} : { logIndex }) },
	};
}

/** A finding as answers of the API show it: without what pages alone print. */
export function publicFinding(finding: Finding): AuditResult["findings"][number] {
	const {
		axis: _axis,
		engines: _engines,
		home: _home,
		chargedTo: _to,
		own: _own,
		tableStakes: _stakes,
		...rest
	} = finding;
	return rest;
}

type Difference = NonNullable<Comparison["difference"]>;

/** Two audits of one methodology side by side; differences are A minus B, and there are none where one has no score. */
export function compareResults(a: AuditResult, b: AuditResult): Comparison {
	const difference = differenceOf(a, b);
	const unaudited = [a, b].filter(({ ok }) => !ok);
	return {
		ok: difference !== undefined,
		a,
		b,
		...(difference ? { difference } : {}),
		methodology: a.methodology,
		refusal: REFUSAL,
		...(unaudited.length > 0 ? { error: unaudited.map(whyUnaudited).join(" ") } : {}),
	};
}

function differenceOf(a: AuditResult, b: AuditResult): Difference | undefined {
	if (a.overallScore === undefined || b.overallScore === undefined || !a.axes || !b.axes) return undefined;
	const scoresOf = (audit: AuditResult) => new Map(audit.pillars?.map(({ key, score }) => [key, score]));
	const [left, right] = [scoresOf(a), scoresOf(b)];
	return {
		overallScore: a.overallScore - b.overallScore,
		axes: {
			structure: a.axes.structure - b.axes.structure,
			accessibility: a.axes.accessibility - b.axes.accessibility,
		},
		pillars: PILLAR_KEYS.filter((key) => left.has(key) || right.has(key)).map((key) =>
			pillarDifference(key, left.get(key) ?? null, right.get(key) ?? null),
		),
	};
}

function pillarDifference(key: PillarKey, a: number | null, b: number | null): Difference["pillars"][number] {
	return { key, label: PILLARS[key].label, a, b, difference: a === null || b === null ? null : a - b };
}

function whyUnaudited({ domain, error = "" }: AuditResult): string {
	return `${domain} could not be audited: ${error}`;
}

/** Why a receipt has no score, as answers tell it. */
export function failureOf({ failure }: Receipt): { readonly code: NonNullable<AuditResult["code"]>; says: string } {
	if (!failure) return { code: "evidence-thin", says: "Too little of the site could be looked at." };
	const { code, says } = failure;
	// A folder's home page may lead to another site.
	return { code: code === "not-in-folder" ? code : networkCode(code), says };
}

/** What endpoints other than audit answer for a receipt without a score. */
export function toUnaudited(receipt: Receipt): Unaudited {
	const { code, says } = failureOf(receipt);
	const { domain, methodology } = receipt;
	return { ok: false, domain, methodology, error: says, code: networkCode(code), refusal: REFUSAL };
}

function networkCode(code: FailureCode): Unaudited["code"] {
	return AUDIT_FAILURE_CODES.find((each) => each === code) ?? "evidence-thin";
}
