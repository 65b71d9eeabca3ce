import type { Check } from "#checks/define-check.ts";
import { Failure } from "#core/failure.ts";
import type { Preset } from "#core/preset.ts";
import type { Report } from "#core/report.ts";
import type { Target } from "#core/target.ts";
import { collectEvidence } from "#evidence/collect-evidence.ts";
import type { Depth } from "#evidence/deep/collect-depth.ts";
import type { PageParser } from "#evidence/html/page-parser.ts";
import type { SiteSource } from "#evidence/site/site-source.ts";
import { assess, type EvidenceRecord } from "./assess.ts";

export interface AuditRequest {
	readonly target: Target;
	readonly depth: Depth;
	readonly source: SiteSource;
	readonly parser: PageParser;
	readonly checks: readonly Check[];
	/** ISO 8601, UTC, milliseconds: the audit's time is an input. */
	readonly auditedAt: string;
	readonly preset?: Preset | undefined;
	readonly signal: AbortSignal;
}

export type Audit = { readonly record: EvidenceRecord; readonly report: Report };

/**
 * One audit: collect, evaluate, score. A site that cannot be audited gives a report with `ok: false`.
 * @throws Failure `target-blocked` when the host leads to an address that is not public: nothing was audited
 */
export async function audit(request: AuditRequest): Promise<Audit> {
	const { evidence, responses } = await collectEvidence(request);
	if (evidence.home.state === "failed" && evidence.home.code === "target-blocked")
		throw new Failure("target-blocked", { what: evidence.home.reason });
	const record: EvidenceRecord = {
		v: 1,
		kind: "sightline-evidence",
		host: request.target.host,
		source: request.source.kind,
		mode: request.depth.mode,
		auditedAt: request.auditedAt,
		presetAsked: request.preset ?? null,
		evidence,
		responses,
	};
	return { record, report: assess(record, request.checks, request.target) };
}
