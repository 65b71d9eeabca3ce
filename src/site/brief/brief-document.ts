import type { BriefDocument, PastAudit } from "#core/brief-document.ts";
import type { LogPlace, StoredReceipt } from "#core/receipt.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { publicFinding } from "./audit-result.ts";
import { buildBrief, type ScoredBrief } from "./brief.ts";
import { type AuditsOfDomain, type KnownAudit, knownAudits } from "./known-audits.ts";

/** A brief with its address, its place in the log and what came before it. */
export interface OpenedBrief extends AuditsOfDomain {
	readonly stored: StoredReceipt;
	/** ISO 8601: when the site was last found so. */
	readonly auditedAt: string;
	readonly place: Pick<LogPlace, "logIndex">;
	readonly slug: string;
	/** Empty where no agency stands behind it. */
	readonly agencyName: string;
	/** ISO 8601. */
	readonly expiresAt: string;
}

/**
 * The brief as a document of the API: what its page shows, without the words that only pages need.
 * @param baseUrl address of the site, no trailing slash
 * @throws Error where the audit has no score: such an audit has no brief to open
 */
export function toBriefDocument(opened: OpenedBrief, baseUrl: string): BriefDocument {
	const { stored, auditedAt, slug, agencyName, expiresAt, place } = opened;
	const brief = buildBrief(stored, { baseUrl, slug, agencyName, auditedAt, logIndex: place.logIndex });
	if (!brief.ok) throw new Error("A brief was opened for an audit without a score.");
	const links = createSiteLinks(baseUrl);
	return {
		...summaryOf(brief),
		permalink: links.absolute(links.share(slug, stored.id)),
		gates: [...brief.gates],
		notApplicable: [...brief.notApplicable],
		findings: brief.findings.map(publicFinding),
		recommendations: [...brief.recommendations],
		coverage: brief.coverage,
		history: knownAudits(opened).map(pastAudit),
		receipt: brief.receipt,
		expiresAt,
		cli: brief.cli,
		refusal: brief.refusal,
	};
}

function summaryOf(brief: ScoredBrief) {
	return {
		id: brief.id,
		slug: brief.slug,
		clientDomain: brief.clientDomain,
		agencyName: brief.agencyName,
		industryPreset: brief.industryPreset,
		overallScore: brief.overallScore,
		shareUrl: brief.shareUrl,
		briefUrl: brief.briefUrl,
		displayDomain: brief.displayDomain,
		mode: brief.mode,
		auditedAt: brief.auditedAt,
		methodology: brief.methodology,
		axes: brief.axes,
		engines: brief.engines,
		pillars: [...brief.pillars],
	};
}

function pastAudit({ receipt, auditedAt, methodology, scores }: KnownAudit): PastAudit {
	return { receipt, auditedAt, ...(scores ? { overallScore: scores.overall } : {}), methodology };
}
