import { HISTORY_LENGTH, type PastAudit as PublishedAudit } from "#core/brief-document.ts";
import type { StoredReceipt } from "#core/receipt.ts";
import { byCodeUnits } from "#core/wording.ts";
import { type AuditedScore, comparableAudits, differReceipts } from "../history/receipt-difference.ts";
import { shownText } from "../page/page-text.ts";
import { headingIn } from "./check-texts-in.ts";
import { ENGLISH, type Words } from "./languages.ts";

export interface PastAudit extends AuditedScore {
	readonly auditedAt: string;
}

/** A sparkline cannot show more. */
const NEWEST = 24;

/** Skips other methodologies, sources and modes. @param history newest first @returns scores oldest first */
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

export interface FixedFaults {
	readonly from: AuditMark;
	readonly to: AuditMark;
	/** Address of its proof of repair, if it has a page. */
	readonly page?: string | undefined;
	/** Titles of fixed faults, heaviest first. */
	readonly titles: readonly string[];
}

interface AuditMark {
	readonly receipt: string;
	/** ISO 8601. */
	readonly at: string;
	readonly score: number;
}

/** Between consecutive comparable audits, newest first; skips pairs without a fixed fault. */
export function fixedFaults(audits: readonly StoredReceipt[]): readonly FixedFaults[] {
	const scored = audits.flatMap(({ id, receipt }) =>
		receipt.scores ? [{ id, receipt, score: receipt.scores.overall }] : [],
	);
	const newestFirst = scored.sort((a, b) => byCodeUnits(b.receipt.auditedAt, a.receipt.auditedAt));
	return newestFirst.flatMap((after, at) => {
		const before = newestFirst[at + 1];
		if (!before || !comparableAudits(before.receipt, after.receipt)) return [];
		const { changes } = differReceipts(before.receipt, after.receipt);
		const fixed = changes.filter((change) => change.kind === "better" && change.after.outcome === "pass");
		const titles = fixed.map((change) => change.before.title);
		return titles.length === 0 ? [] : [{ from: markOf(before), to: markOf(after), titles }];
	});
}

/** Maximum number of receipts to read in full. */
export const MOST_COMPARED = 12;
const MOST_FIXED = 3;
const MOST_TITLES = 4;

/** One line each, with the receipts before and after. */
export function fixedWords(fixed: readonly FixedFaults[] = [], words: Words = ENGLISH) {
	const { SINCE: say, filled, spokenDate } = words;
	return fixed.slice(0, MOST_FIXED).map(({ from, to, titles, page }) => {
		const named = titles
			.slice(0, MOST_TITLES)
			.map((title) => filled(say.fault, { fault: shownText(headingIn(title, words) ?? title) }));
		const more = titles.length - named.length;
		const faults = more > 0 ? filled(say.moreFaults, { faults: named.join(", "), count: more }) : named.join(", ");
		const says = filled(say.fixed, { when: spokenDate(to.at), from: from.score, to: to.score, faults });
		return { says, receipts: [from.receipt, to.receipt] as const, page };
	});
}

function markOf({ id, receipt, score }: StoredReceipt & { readonly score: number }): AuditMark {
	return { receipt: id, at: receipt.auditedAt, score };
}

export interface AuditsOfDomain {
	/** Receipts of the live store in one mode, including this brief's. */
	readonly history: readonly StoredReceipt[];
	/** Published light audits over the network. */
	readonly published?: readonly PublishedAudit[] | undefined;
}

export interface KnownAudit extends PastAudit {
	readonly receipt: string;
}

/** Deduplicated, newest first. Used by a brief's page and the API, so that they agree. */
export function knownAudits({ history, published = [] }: AuditsOfDomain): readonly KnownAudit[] {
	const all = [...published.map(fromPublished), ...history.map(fromStored)];
	const once = new Map(all.map((audit) => [audit.receipt, audit]));
	return [...once.values()].sort((a, b) => byCodeUnits(b.auditedAt, a.auditedAt)).slice(0, HISTORY_LENGTH);
}

function fromPublished({ overallScore, ...audit }: PublishedAudit): KnownAudit {
	const scores = overallScore === undefined ? {} : { scores: { overall: overallScore } };
	return { ...audit, source: "network", mode: "light", ...scores };
}

function fromStored({
	id,
	receipt: { auditedAt, methodology, source, mode, scores, site },
}: StoredReceipt): KnownAudit {
	const overall = scores ? { scores: { overall: scores.overall } } : {};
	return { receipt: id, auditedAt, methodology, source, mode, ...overall, ...(site ? { site } : {}) };
}
