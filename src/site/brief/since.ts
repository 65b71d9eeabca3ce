import { HISTORY_LENGTH, type PastAudit as PublishedAudit } from "#core/brief-document.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { byCodeUnits } from "#core/wording.ts";
import { type AuditedScore, comparableAudits } from "../history/receipt-difference.ts";
import { ENGLISH, type Words } from "./languages.ts";

export interface PastAudit extends AuditedScore {
	readonly auditedAt: string;
}

/** More would be finer than a sparkline shows. */
const NEWEST = 24;

/** `history`: newest first. Other methodologies, sources and modes are left out. Scores: oldest first. */
export function sinceOf(history: readonly [PastAudit, ...PastAudit[]], words: Words = ENGLISH) {
	const [newest, ...before] = history;
	const alike = [newest, ...before.filter((audit) => comparableAudits(audit, newest))];
	const points = alike
		.slice(0, NEWEST)
		.map(({ auditedAt, scores }) => ({ at: auditedAt, ...(scores ? { score: scores.overall } : {}) }))
		.toReversed();
	return { says: sentence(newest, alike.slice(1), before.length, words), points };
}

function sentence(newest: PastAudit, alike: readonly PastAudit[], before: number, words: Words): string {
	const { SINCE: say, filled, pluralOf, spokenBeside } = words;
	const { auditedAt: now } = newest;
	const score = newest.scores?.overall;
	const scored = alike.flatMap(({ auditedAt, scores }) => (scores ? [{ auditedAt, overall: scores.overall }] : []));
	const [last] = scored;
	if (before === 0) return say.first;
	if (score === undefined) return last ? lost(last, now, words) : filled(say.neverScored, { audits: before + 1 });
	if (!last) return alike.length === 0 ? say.otherwiseMade : say.gained;
	if (last.overall !== score) {
		const points = Math.abs(score - last.overall);
		const text = pluralOf(score > last.overall ? say.up : say.down, points);
		return filled(text, { points, when: spokenBeside(last.auditedAt, now), from: last.overall, to: score });
	}
	const other = scored.findIndex(({ overall }) => overall !== score);
	const same = other < 0 ? scored : scored.slice(0, other);
	const when = spokenBeside(same.at(-1)?.auditedAt ?? last.auditedAt, now);
	return filled(say.stayed, { score, when, audits: same.length + 1 });
}

function lost(
	{ overall: score, auditedAt }: { overall: number; auditedAt: string },
	now: string,
	{ SINCE, filled, spokenBeside }: Words,
): string {
	return filled(SINCE.lost, { score, when: spokenBeside(auditedAt, now) });
}

export interface AuditsOfDomain {
	/** Of the live store, in one mode; this brief's own included. */
	readonly history: readonly StoredReceipt[];
	/** Light audits over the network, from the published side. */
	readonly published?: readonly PublishedAudit[] | undefined;
}

export interface KnownAudit extends PastAudit {
	readonly receipt: string;
}

/** Each once, newest first. A brief's page and the API both count here, so that they agree. */
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
