import type { OwnAudit } from "#core/own-audit.ts";
import type { AuditMode } from "#core/preset.ts";
import { parseTarget } from "#core/target.ts";
import { byCodeUnits, digitGroups, spokenDate } from "#core/wording.ts";
import { scoreWords } from "../brief/band.ts";
import type { ChartedAudit } from "../history/history-chart.ts";
import { scoreChange } from "../history/receipt-difference.ts";
import { shownText } from "../page/page-text.ts";
import { links } from "../site.ts";

export interface OwnAuditRow {
	readonly id: string;
	readonly displayDomain: string;
	readonly domainHref: string;
	readonly briefHref: string;
	readonly score?: number;
	readonly words: string;
	/** Empty if the previous audit is not among the rows. */
	readonly change: string;
	readonly auditedAt: string;
	readonly marks: readonly string[];
	readonly proof: string;
	/** Undefined without a public page. */
	readonly receiptHref?: string;
}

/** @param audits newest first @param isPublished whether the receipt has a permanent page */
export function ownAuditRows(audits: readonly OwnAudit[], isPublished: (receipt: string) => boolean): OwnAuditRow[] {
	return audits.map((audit, at) => {
		const { id, domain, mode, scores, auditedAt, foundAt, place, publicUntil } = audit;
		const before = audits.slice(at + 1).find((earlier) => earlier.domain === domain && earlier.mode === mode);
		const again = foundAt > auditedAt ? [`unchanged on ${spokenDate(foundAt)}`] : [];
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
	return state === "logged" ? "in the log" : "not sealed yet";
}

/** Members that must agree; the score column already explains a failed audit. */
function comparable({ source, mode, methodology, scores }: OwnAudit) {
	return { source, mode, methodology, scores };
}

/** Oldest first; only the newest audit's mode. */
export function ownChart(audits: readonly OwnAudit[]): ChartedAudit[] {
	const inTime = audits.toSorted((a, b) => byCodeUnits(a.auditedAt, b.auditedAt));
	const mode = inTime.at(-1)?.mode;
	return inTime
		.filter((audit) => audit.mode === mode)
		.map((audit) => ({ ...audit, rechecks: audit.foundAt > audit.auditedAt ? [audit.foundAt] : [] }));
}

interface SeenWatch {
	readonly domain: string;
	readonly mode: AuditMode;
	readonly addedAt: string;
	/** `since`: time of the proof of control. */
	readonly control: { readonly since?: string };
	/** `says`: why it gave no score. */
	readonly lastRescan?: { readonly at: string; readonly says?: string };
}

export interface WatchedRow {
	readonly domain: string;
	readonly displayDomain: string;
	readonly href: string;
	readonly mode: AuditMode;
	readonly score?: number | undefined;
	readonly words: string;
	/** ISO 8601; undefined before the first audit. */
	readonly foundAt?: string;
	readonly briefHref?: string;
	/** Why the newest rescan had no score, or empty. */
	readonly note: string;
	/** Whether control is proved, so that the domain's audits are public. */
	readonly isOwned: boolean;
}

export function watchedRows(watched: readonly SeenWatch[], newest: readonly OwnAudit[]): WatchedRow[] {
	const byDomain = new Map(newest.map((audit) => [audit.domain, audit]));
	return watched.map(({ domain, mode, control, lastRescan }) => {
		const audit = byDomain.get(domain);
		return {
			domain,
			displayDomain: parseTarget(domain).displayHost,
			href: links.ownDomain(domain),
			mode,
			score: audit?.scores?.overall,
			words: audit ? scoreWords(audit.scores?.overall) : "Waits for its first audit",
			...(audit && { foundAt: audit.foundAt, briefHref: links.ownBrief(domain, audit.id) }),
			note: lastRescan?.says === undefined ? "" : shownText(lastRescan.says),
			isOwned: control.since !== undefined,
		};
	});
}
