import { type BriefDocument, HISTORY_LENGTH, type PastAudit } from "#core/brief-document.ts";
import type { LogPlace, StoredReceipt } from "#core/receipt.ts";
import { createSiteLinks } from "../page/site-links.ts";
import { publicFinding } from "./audit-result.ts";
import { buildBrief, type ScoredBrief } from "./brief.ts";

/** A brief with its address, its place in the log and what came before it. */
export interface OpenedBrief {
	readonly stored: StoredReceipt;
	/** ISO 8601: when the site was last found so. */
	readonly auditedAt: string;
	readonly place: Pick<LogPlace, "logIndex">;
	readonly slug: string;
	/** Empty where no agency stands behind it. */
	readonly agencyName: string;
	/** ISO 8601. */
	readonly expiresAt: string;
	/** Newest first, this one among them. */
	readonly history: readonly StoredReceipt[];
	/** Of the same domain in the same mode, from the published side. */
	readonly published?: readonly PastAudit[];
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
		history: pastAudits(opened),
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

/** Each receipt once, newest first. */
function pastAudits({ history, published = [] }: OpenedBrief): PastAudit[] {
	const all = new Map([...published, ...history.map(pastAudit)].map((audit) => [audit.receipt, audit]));
	return [...all.values()].sort(newestFirst).slice(0, HISTORY_LENGTH);
}

function newestFirst(a: PastAudit, b: PastAudit): number {
	if (a.auditedAt === b.auditedAt) return 0;
	return a.auditedAt > b.auditedAt ? -1 : 1;
}

function pastAudit({ id, receipt }: StoredReceipt): PastAudit {
	const { auditedAt, methodology, scores } = receipt;
	return { receipt: id, auditedAt, ...(scores ? { overallScore: scores.overall } : {}), methodology };
}
