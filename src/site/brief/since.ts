import { type AuditedScore, comparableAudits } from "../history/score-change.ts";
import { SINCE_TEXTS as say } from "./place-texts.ts";

/** An audit of the history: a receipt or its summary. */
export interface PastAudit extends AuditedScore {
	/** ISO 8601. */
	readonly auditedAt: string;
}

/** Older ones would be finer than a sparkline shows. */
const NEWEST = 24;

/**
 * The history in a sentence, and its scores, oldest first. Scores of other methodologies, sources or modes are neither
 * set against the newest nor among the points.
 * @param history newest first, the brief's own audit before all
 */
export function sinceOf(history: readonly [PastAudit, ...PastAudit[]]) {
	const [newest, ...before] = history;
	const alike = [newest, ...before.filter((audit) => comparableAudits(audit, newest))];
	const points = alike
		.slice(0, NEWEST)
		.map(({ auditedAt, scores }) => ({ at: auditedAt, ...(scores ? { score: scores.overall } : {}) }))
		.toReversed();
	return { says: sentence(newest, alike.slice(1), before.length), points };
}

function sentence(newest: PastAudit, alike: readonly PastAudit[], before: number): string {
	const { auditedAt: now } = newest;
	const score = newest.scores?.overall;
	const scored = alike.flatMap(({ auditedAt, scores }) => (scores ? [{ auditedAt, overall: scores.overall }] : []));
	const [last] = scored;
	if (before === 0) return say.first;
	if (score === undefined) return last ? say.lost(last.overall, last.auditedAt, now) : say.neverScored(before + 1);
	if (!last) return alike.length === 0 ? say.otherwiseMade : say.gained;
	if (last.overall !== score) return say.changed(last.overall, score, last.auditedAt, now);
	const other = scored.findIndex(({ overall }) => overall !== score);
	const same = other < 0 ? scored : scored.slice(0, other);
	return say.stayed(score, { since: same.at(-1)?.auditedAt ?? last.auditedAt, now, audits: same.length + 1 });
}
