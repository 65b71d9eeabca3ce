import { CHECKS } from "#checks/registry.ts";
import type { LookedAt } from "#core/audit-result.ts";
import { Failure, type FailureCode, isFailure, mayBeOurs } from "#core/failure.ts";
import type { Occurrence } from "#core/occurrence.ts";
import type { Preset } from "#core/preset.ts";
import type { Report } from "#core/report.ts";
import type { Target } from "#core/target.ts";
import { collectEvidence, nothingSeen } from "#evidence/collect-evidence.ts";
import type { Depth } from "#evidence/deep/collect-depth.ts";
import type { Failed, Observation, Page } from "#evidence/evidence-map.ts";
import type { SiteSource } from "#evidence/site/site-source.ts";
import { assess, type EvidenceRecord } from "./assess.ts";
import type { Redaction } from "./redaction.ts";
import type { SiteSeen } from "./site-pages.ts";

export interface AuditRequest {
	readonly target: Target;
	readonly depth: Depth;
	readonly source: SiteSource;
	/** See `EvidenceRequest`. */
	readonly frontPage?: (() => Promise<string | undefined>) | undefined;
	/** @throws Failure `page-too-complex`: the audit then discards all evidence */
	readonly judge: (record: EvidenceRecord) => Report | Promise<Report>;
	/** Reads the other pages, after the rest of the site. */
	readonly readPages?: ((record: EvidenceRecord) => Promise<SiteSeen | undefined>) | undefined;
	/** Evidence from before the audit was interrupted: not collected again. */
	readonly seenBefore?: EvidenceRecord | undefined;
	/** ISO 8601, UTC, milliseconds. An input, so that the audit can be reproduced. */
	readonly auditedAt: string;
	readonly preset?: Preset | undefined;
	/** Removes credentials from the evidence, before anything is judged or stored. */
	readonly redaction?: Redaction | undefined;
	readonly signal: AbortSignal;
	readonly onLook?: ((what: LookedAt) => void) | undefined;
}

export interface Audit {
	readonly record: EvidenceRecord;
	readonly report: Report;
	readonly sight: Sight;
	/** Every occurrence on every page, if pages were read; `file` is a real path. */
	readonly occurrences?: readonly Occurrence[];
	/** For a folder: real paths of the home page and of the files that excerpts name, by address. */
	readonly files?: ReadonlyMap<string, string>;
}

/**
 * Decides whether a result is stored (`isKept` of `receipts/store/record-audit.ts`). `none`: no score, for a reason
 * that may be ours; `cut`: the time ran out, or our machine was busy; `whole`: all others, even if the site refused us.
 */
export type Sight = "whole" | "cut" | "none";

/** @throws Failure `target-blocked` if the host resolves to an address that is not public: nothing was audited */
export async function audit(request: AuditRequest): Promise<Audit> {
	const home = request.seenBefore ?? (await collectSite(request));
	const isCut = request.signal.aborted;
	try {
		const site = await request.readPages?.(home);
		const record = site ? { ...home, evidence: { ...home.evidence, ...site.evidence } } : home;
		const report = await request.judge(record);
		const sight = sightOf(record, report, isCut);
		return { record, report, sight, ...(site ? { occurrences: site.occurrences } : {}) };
	} catch (error) {
		if (!isFailure(error) || error.code !== "page-too-complex") throw error;
		const { source, target } = request;
		const failed: Failed = { state: "failed", url: target.url, code: error.code, reason: error.message };
		const empty = { ...home, evidence: nothingSeen(source, target, failed), cuts: [] };
		return { record: empty, report: assess(empty, CHECKS, target), sight: "none" };
	}
}

/** Collects everything except the other pages. */
async function collectSite(request: AuditRequest): Promise<EvidenceRecord> {
	const { evidence, responses, cuts } = await collectEvidence(request);
	if (evidence.home.state === "failed" && evidence.home.code === "target-blocked")
		throw new Failure("target-blocked", { what: evidence.home.reason });
	const { pathname } = new URL(request.target.url);
	const found: EvidenceRecord = {
		v: 1,
		kind: "sightline-evidence",
		host: request.target.host,
		source: request.source.kind,
		mode: request.depth.mode,
		auditedAt: request.auditedAt,
		...(request.redaction ? { access: "credentials" } : {}),
		presetAsked: request.preset ?? null,
		evidence: pathname === "/" ? evidence : { ...evidence, home: placedBelow(pathname, evidence.home) },
		responses,
		...(cuts.length > 0 ? { cuts } : {}),
	};
	return request.redaction?.data(found) ?? found;
}

function placedBelow(sitePath: string, home: Observation<Page>): Observation<Page> {
	return home.state === "found" ? { ...home, value: { ...home.value, sitePath } } : home;
}

function sightOf({ evidence }: EvidenceRecord, { failure }: Report, isCut: boolean): Sight {
	if (failure === undefined) return isCut || wasBusy(evidence) ? "cut" : "whole";
	// Too little evidence: was a limit of ours the reason?
	const thinOfOurs = () => Object.values(evidence).some((seen) => seen.state === "failed" && mayBeOurs(seen.code));
	const ours = failure.code === "evidence-thin" ? thinOfOurs() : mayBeOurs(failure.code);
	return ours ? "none" : "whole";
}

/** Gaps caused by our busy machine would read as changes of the site. */
function wasBusy(evidence: EvidenceRecord["evidence"]): boolean {
	const busy: FailureCode = "machine-busy";
	return Object.values(evidence).some((seen) => seen.state === "failed" && seen.code === busy);
}
