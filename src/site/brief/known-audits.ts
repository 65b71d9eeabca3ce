import { HISTORY_LENGTH, type PastAudit as PublishedAudit } from "#core/brief-document.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { byCodeUnits } from "#core/wording.ts";
import type { PastAudit } from "./since.ts";

/** What is known of a domain's audits where a brief is shown. */
export interface AuditsOfDomain {
	/** Of the live store, in one mode; this brief's own among them. */
	readonly history: readonly StoredReceipt[];
	/** Light audits over the network, from the published side. */
	readonly published?: readonly PublishedAudit[] | undefined;
}

export interface KnownAudit extends PastAudit {
	/** Id. */
	readonly receipt: string;
}

/**
 * The audits that a brief tells of, kept or published, each once and newest first. Its page and the API count them here,
 * so that both count the same.
 */
export function knownAudits({ history, published = [] }: AuditsOfDomain): readonly KnownAudit[] {
	const all = [...published.map(ofPublished), ...history.map(ofKept)];
	const once = new Map(all.map((audit) => [audit.receipt, audit]));
	return [...once.values()].sort((a, b) => byCodeUnits(b.auditedAt, a.auditedAt)).slice(0, HISTORY_LENGTH);
}

function ofPublished({ overallScore, ...audit }: PublishedAudit): KnownAudit {
	const scores = overallScore === undefined ? {} : { scores: { overall: overallScore } };
	return { ...audit, source: "network", mode: "light", ...scores };
}

function ofKept({ id, receipt: { auditedAt, methodology, source, mode, scores } }: StoredReceipt): KnownAudit {
	const overall = scores ? { scores: { overall: scores.overall } } : {};
	return { receipt: id, auditedAt, methodology, source, mode, ...overall };
}
