import type { BriefDocument, PastAudit } from "#core/brief-document.ts";
import type { LogPlace, StoredReceipt } from "#core/receipt.ts";
import { createSiteLinks, type TwinEnding } from "../page/site-links.ts";
import { publicFinding } from "./audit-result.ts";
import { type Brief, buildBrief, type ScoredBrief, shownBrief } from "./brief.ts";
import { type BesideBrief, briefContent, briefMarkdown } from "./brief-content.ts";
import { findingCounts } from "./brief-words.ts";
import { costsPoints } from "./receipt-words.ts";
import { type AuditsOfDomain, type KnownAudit, knownAudits } from "./since.ts";

/** Only counts passes; the receipt has them all. */
export function briefTwin(
	brief: Brief,
	ending: TwinEnding,
	{ notice = "", corrections = [] }: BesideBrief = {},
): string {
	if (ending === "md") return briefMarkdown(briefContent(brief, brief.receipt.state, { notice, corrections }));
	const beside = { ...(notice && { notice }), corrections: corrections.map(({ at, by, says }) => ({ at, by, says })) };
	return `${JSON.stringify({ ...briefData(brief), ...beside })}\n`;
}

/** Quotes the site without bidi controls and invisible characters. */
function briefData(given: Brief) {
	const brief = shownBrief(given);
	// An action is a recommendation with the role that does it.
	const {
		findings,
		peers,
		responses,
		notApplicable: pillarsLeftOut,
		preset,
		agency: _a,
		recommendations: _r,
		...rest
	} = brief;
	const { notApplicable, unknown } = findingCounts(brief);
	const count = (outcome: string) => findings.filter((each) => each.scored && each.outcome === outcome).length;
	return {
		...rest,
		preset: preset.says,
		...(peers ? { peers: { count: peers.scores.length, says: peers.says } } : {}),
		faults: findings.filter(costsPoints),
		counts: {
			pass: count("pass"),
			partial: count("partial"),
			fail: count("fail"),
			notApplicable,
			unknown,
		},
		pillarsLeftOut,
		responses: responses.length,
	};
}

export interface OpenedBrief extends AuditsOfDomain {
	readonly stored: StoredReceipt;
	/** ISO 8601: time of the last audit with this result. */
	readonly auditedAt: string;
	readonly place: Pick<LogPlace, "logIndex">;
	readonly slug: string;
	/** Empty without an agency. */
	readonly agencyName: string;
	readonly expiresAt: string;
}

/** @throws Error if the audit has no score. @param baseUrl no trailing slash */
export function toBriefDocument(opened: OpenedBrief, baseUrl: string, program?: string): BriefDocument {
	const { stored, auditedAt, slug, agencyName, expiresAt, place } = opened;
	const brief = buildBrief(stored, { baseUrl, program, slug, agencyName, auditedAt, logIndex: place.logIndex });
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
