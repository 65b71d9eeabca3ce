import type { OwnAudit } from "#core/own-audit.ts";
import { parseTarget } from "#core/target.ts";
import { byCodeUnits, digitGroups, spokenDate } from "#core/wording.ts";
import { scoreWords } from "../brief/band.ts";
import type { ChartedAudit } from "../history/history-chart.ts";
import { scoreChange } from "../history/receipt-difference.ts";
import { links } from "../site.ts";

/** One audit in a list of the dashboard. */
export interface OwnAuditRow {
	readonly id: string;
	readonly displayDomain: string;
	/** Address of the page of its domain, and of the brief that only its account sees. */
	readonly domainHref: string;
	readonly briefHref: string;
	readonly score?: number;
	/** The score in words. */
	readonly words: string;
	/** What became of the score since the audit before; empty where that one is not among the rows. */
	readonly change: string;
	/** ISO 8601. */
	readonly auditedAt: string;
	/** What sets it apart, such as a deep audit. */
	readonly marks: readonly string[];
	readonly proof: string;
	/** Address of the receipt's public page; absent where it has none. */
	readonly receiptHref?: string;
}

/**
 * @param audits newest first
 * @param isPublished whether a receipt has a page that does not end
 */
export function ownAuditRows(audits: readonly OwnAudit[], isPublished: (receipt: string) => boolean): OwnAuditRow[] {
	return audits.map((audit, at) => {
		const { id, domain, mode, scores, auditedAt, foundAt, place, publicUntil } = audit;
		const before = audits.slice(at + 1).find((earlier) => earlier.domain === domain && earlier.mode === mode);
		const again = foundAt > auditedAt ? [`found again on ${spokenDate(foundAt)}`] : [];
		return {
			id,
			displayDomain: parseTarget(domain).displayHost,
			domainHref: links.ownDomain(domain),
			briefHref: links.ownBrief(domain, id),
			...(scores && { score: scores.overall }),
			words: scoreWords(scores?.overall),
			change: before ? scoreChange(comparable(before), comparable(audit)) : "",
			auditedAt,
			marks: [...(mode === "deep" ? ["deep audit"] : []), ...again],
			proof: proofWords(place),
			...((isPublished(id) || publicUntil !== undefined) && { receiptHref: links.receipt(id) }),
		};
	});
}

function proofWords({ state, logIndex }: OwnAudit["place"]): string {
	if (logIndex !== undefined) return `leaf ${digitGroups(logIndex)}`;
	return state === "logged" ? "in the log" : "waits for the seal";
}

/** Without the reason of a failure, which stands beside the score already. */
function comparable({ source, mode, methodology, scores }: OwnAudit) {
	return { source, mode, methodology, scores };
}

/** What the chart of a domain draws of an account's audits: oldest first, those of the mode that the newest has. */
export function ownChart(audits: readonly OwnAudit[]): ChartedAudit[] {
	const inTime = audits.toSorted((a, b) => byCodeUnits(a.auditedAt, b.auditedAt));
	const mode = inTime.at(-1)?.mode;
	return inTime
		.filter((audit) => audit.mode === mode)
		.map((audit) => ({ ...audit, rechecks: audit.foundAt > audit.auditedAt ? [audit.foundAt] : [] }));
}
