import { AXES, type Axis, PILLAR_KEYS, type PillarKey } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding, Gate, Report } from "#core/report.ts";
import { filled, plainCount, pluralOf, signed } from "#core/wording.ts";
import type { Wording } from "#core/wording-in.ts";
import type { ReceiptSummary } from "#receipts/store/receipt.ts";
import type { Texts } from "../brief/languages.ts";
import { METHODOLOGY_CHANGE } from "../brief/repair-texts.ts";
import { SOURCES } from "../brief/texts.ts";
import { shownText } from "../page/page-text.ts";
import { readAlike } from "./pages-read.ts";

interface NumberChange<Key extends string> {
	readonly key: Key;
	readonly before?: number | undefined;
	readonly after?: number | undefined;
}

export interface ReceiptDifference extends FindingDifference {
	readonly before: Receipt;
	readonly after: Receipt;
	readonly methodology?: MethodologyChange | undefined;
	/** Under one methodology, if the earlier evidence was judged again. */
	readonly compared: { readonly before: Receipt; readonly after: Receipt };
	/** Same methodology, source and mode, and about as many pages. */
	readonly comparable: boolean;
	readonly axes: readonly NumberChange<Axis>[];
	readonly pillars: readonly NumberChange<PillarKey>[];
	readonly gates: { readonly opened: readonly Gate[]; readonly closed: readonly Gate[] };
	/** Largest first; empty if scores are not comparable. */
	readonly why: readonly FindingChange[];
}

/** Pure: no clock, no locale; swapped arguments give the mirror image. @param judged undefined if not looked up */
export function differReceipts(before: Receipt, after: Receipt, judged?: JudgedAgain): ReceiptDifference {
	if (before.domain !== after.domain) throw new RangeError(`${before.domain} and ${after.domain} are two domains.`);
	const methodology = methodologyChange(before, after, judged);
	const again = methodology && judged?.kept ? judged.report : undefined;
	const compared = { before: again ? { ...before, ...again } : before, after };
	const findings = differFindings(compared.before, compared.after);
	const comparable = comparableAudits(compared.before, compared.after);
	const [then, now] = [compared.before.scores, compared.after.scores];
	const moved = then && now && comparable ? Math.sign(now.overall - then.overall) : 0;
	return {
		...findings,
		before,
		after,
		...(methodology ? { methodology } : {}),
		compared,
		comparable,
		axes: AXES.map((key) => ({ key, before: then?.axes[key], after: now?.axes[key] })).filter(differs),
		pillars: PILLAR_KEYS.map((key) => ({
			key,
			before: pillarScore(compared.before, key),
			after: pillarScore(compared.after, key),
		})).filter(differs),
		gates: {
			opened: gatesOnlyIn(compared.before, compared.after),
			closed: gatesOnlyIn(compared.after, compared.before),
		},
		why: moved === 0 ? [] : findings.changes.filter(({ pull }) => pull === moved),
	};
}

function differs({ before, after }: NumberChange<string>): boolean {
	return before !== after;
}

function pillarScore({ scores }: Receipt, key: PillarKey): number | undefined {
	return scores?.pillars.find((pillar) => pillar.key === key)?.score;
}

/** An audit without a score says nothing about gates. */
function gatesOnlyIn(one: Receipt, other: Receipt): Gate[] {
	if (!one.scores || !other.scores) return [];
	return one.gates.filter(({ id }) => !other.gates.some((gate) => gate.id === id));
}

/** Each kind has an opposite: better and worse, unknown and known, applies and left. */
export type ChangeKind = "better" | "worse" | "unknown" | "known" | "applies" | "left";

export interface FindingChange {
	readonly id: string;
	/** Undefined if the answer is the same and only the check that carries its penalty changed. */
	readonly kind: ChangeKind | undefined;
	readonly before: Finding;
	readonly after: Finding;
	/** Direction in which it moves the score of its axis. */
	readonly pull: -1 | 0 | 1;
	/** Sort key: lift in points, then weight gained or lost. */
	readonly size: readonly [lift: number, weight: number];
	/** Changes charged to this check, so that one cause is listed once. */
	readonly charged: readonly FindingChange[];
}

interface FindingDifference {
	/** Largest first. */
	readonly changes: readonly FindingChange[];
	/** Charged changes whose cause did not change itself. */
	readonly charged: readonly FindingChange[];
	/** Checks that only one audit had: the program changed, not the site. */
	readonly added: readonly Finding[];
	readonly removed: readonly Finding[];
	readonly reweighed: readonly { readonly before: Finding; readonly after: Finding }[];
}

/** Pure; swapped arguments give the mirror image. */
function differFindings(before: Receipt, after: Receipt): FindingDifference {
	const then = new Map(before.findings.map((each) => [each.id, each]));
	const now = new Map(after.findings.map((each) => [each.id, each]));
	const pairs = before.findings.flatMap((each) => {
		const other = now.get(each.id);
		return other ? [{ before: each, after: other }] : [];
	});
	const all = pairs.flatMap((pair) => changeOf(pair.before, pair.after, { before, after }) ?? []).sort(largestFirst);
	return {
		...gatherCharged(all),
		added: after.findings.filter(({ id }) => !then.has(id)),
		removed: before.findings.filter(({ id }) => !now.has(id)),
		reweighed: pairs.filter((pair) => countsAs(pair.before) !== countsAs(pair.after)),
	};
}

interface Audits {
	readonly before: Receipt;
	readonly after: Receipt;
}

function changeOf(before: Finding, after: Finding, audits: Audits): FindingChange | undefined {
	const kind = kindOf(ownAnswer(before), ownAnswer(after));
	if (kind === undefined && before.chargedTo === after.chargedTo) return undefined;
	const [then, now] = [countedValue(before), countedValue(after)];
	const gain = (now ?? axisMean(audits.after, after)) - (then ?? axisMean(audits.before, before));
	const counts = (then ?? now) !== undefined && audits.before.scores && audits.after.scores;
	return {
		id: before.id,
		kind,
		before,
		after,
		pull: counts ? (Math.sign(gain) as -1 | 0 | 1) : 0,
		size: [Math.abs(before.lift - after.lift), counts ? Math.max(before.weight, after.weight) * Math.abs(gain) : 0],
		charged: [],
	};
}

type Answer = "unknown" | "not-applicable" | number;

/** The check's own answer, even if its penalty is charged elsewhere: earned share, or why there is none. */
function ownAnswer({ outcome, ratio, own }: Finding): Answer {
	const said = own ?? { outcome, ratio };
	if (said.outcome === "pass") return 1;
	if (said.outcome === "fail") return 0;
	return said.outcome === "partial" ? (said.ratio ?? 0.5) : said.outcome;
}

function kindOf(before: Answer, after: Answer): ChangeKind | undefined {
	if (before === after) return undefined;
	if (after === "unknown") return "unknown";
	if (before === "unknown") return "known";
	if (after === "not-applicable") return "left";
	if (before === "not-applicable") return "applies";
	return after > before ? "better" : "worse";
}

/** Undefined for a finding outside the score. */
function countedValue(finding: Finding): number | undefined {
	const answer = finding.chargedTo === undefined && finding.scored ? ownAnswer(finding) : undefined;
	return typeof answer === "number" ? answer : undefined;
}

/** A finding that enters or leaves the score moves it by its distance from the mean of its axis. */
function axisMean({ scores }: Receipt, { axis }: Finding): number {
	return (scores?.axes[axis] ?? 0) / 100;
}

function largestFirst(a: FindingChange, b: FindingChange): number {
	return b.size[0] - a.size[0] || b.size[1] - a.size[1] || (a.id < b.id ? -1 : 1);
}

function gatherCharged(all: readonly FindingChange[]): Pick<FindingDifference, "changes" | "charged"> {
	const isCharged = ({ before, after }: FindingChange) => (before.chargedTo ?? after.chargedTo) !== undefined;
	const roots = all.filter((each) => !isCharged(each));
	const ids = new Set(roots.map(({ id }) => id));
	const host = (change: FindingChange) => rootsOf(change).find((id) => ids.has(id));
	const charged = all.filter(isCharged);
	const changes = roots.map((root) => ({ ...root, charged: charged.filter((each) => host(each) === root.id) }));
	return { changes, charged: charged.filter((each) => host(each) === undefined) };
}

/** Sorted, so that the order does not depend on which audit is older. */
function rootsOf({ before, after }: FindingChange): string[] {
	return [before.chargedTo, after.chargedTo].filter((id) => id !== undefined).sort();
}

/** Everything except the answer that affects the score. */
function countsAs({ scored, weight, pillar, axis, engines }: Finding): string {
	return [scored, weight, pillar, axis, ...engines.toSorted()].join(" ");
}

export type JudgedAgain =
	| { readonly kept: false }
	| {
			readonly kept: true;
			readonly score?: number | undefined;
			/** Undefined in a page, which has only the score. */
			readonly report?: Report;
	  };

export interface MethodologyChange {
	readonly from: string;
	readonly to: string;
	readonly kept?: boolean | undefined;
	readonly split?: {
		readonly earlier: number;
		readonly later: number;
		readonly methodology: number;
		readonly site: number;
	};
}

/** Undefined for the same methodology or otherwise incomparable audits. */
export function methodologyChange(
	before: AuditedScore,
	after: AuditedScore,
	judged: JudgedAgain | undefined,
): MethodologyChange | undefined {
	const isOne = before.methodology === after.methodology;
	if (isOne || before.source !== after.source || before.mode !== after.mode || !readAlike(before, after))
		return undefined;
	const change = { from: before.methodology, to: after.methodology, kept: judged?.kept };
	const [then, now] = [before.scores?.overall, after.scores?.overall];
	const earlier = judged?.kept ? judged.score : undefined;
	if (then === undefined || now === undefined || earlier === undefined) return change;
	return { ...change, split: { earlier, later: now, methodology: earlier - then, site: now - earlier } };
}

type MethodologyWords = Pick<Wording, "filled" | "pluralOf"> & Pick<Texts, "METHODOLOGY_CHANGE">;

/** Empty if the evidence was not looked up. */
export function methodologySentence(
	{ from, to, kept, split }: MethodologyChange,
	{ METHODOLOGY_CHANGE: say, ...words }: MethodologyWords = { METHODOLOGY_CHANGE, filled, pluralOf },
): string {
	if (split) {
		const { earlier, later, methodology, site } = split;
		const shares = { methodology: signed(methodology), site: signed(site) };
		return words.filled(words.pluralOf(say.split, Math.abs(methodology)), { from, to, earlier, later, ...shares });
	}
	if (kept === undefined) return "";
	return words.filled(kept ? say.noScore : say.notKept, { from, to });
}

export interface AuditedScore extends Pick<ReceiptSummary, "source" | "mode" | "methodology"> {
	readonly site?: ReceiptSummary["site"] | undefined;
	readonly scores?: { readonly overall: number } | undefined;
	readonly failure?: { readonly says: string } | undefined;
}

export function comparableAudits(a: AuditedScore, b: AuditedScore): boolean {
	return a.methodology === b.methodology && a.source === b.source && a.mode === b.mode && readAlike(a, b);
}

export function scoreChange(before: AuditedScore, after: AuditedScore, methodology?: MethodologyChange): string {
	const [then, now] = [before.scores?.overall, after.scores?.overall];
	if (then === undefined && now === undefined) return `Still no score.${reason(after)}`;
	if (now === undefined) return `No score after ${then}: the site could not be audited.${reason(after)}`;
	if (then === undefined) return `${now} of 100, after an audit that gave no score.${reason(before)}`;
	const split = methodology && methodologySentence(methodology);
	if (split) return `${now} after ${then}. ${split}`;
	if (!comparableAudits(before, after)) return `${now} after ${then}. ${whyNotComparable(before, after)}`;
	const points = Math.abs(now - then);
	if (points === 0) return `The score stayed at ${now}.`;
	return `${now > then ? "Up" : "Down"} ${plainCount(points, "point")}, from ${then} to ${now}.`;
}

function reason({ failure }: AuditedScore): string {
	return failure ? ` ${shownText(failure.says)}` : "";
}

function whyNotComparable(before: AuditedScore, after: AuditedScore): string {
	const sentences: string[] = [];
	if (before.methodology !== after.methodology) {
		sentences.push(
			`Scores of different methodologies are not comparable: ${before.methodology} before, ${after.methodology} after.`,
		);
	}
	if (before.source !== after.source) {
		sentences.push(
			`The evidence came from different places: before, “${SOURCES[before.source]}”; after, “${SOURCES[after.source]}”. A folder cannot show what only a server can.`,
		);
	}
	if (before.mode !== after.mode) {
		sentences.push(
			`A ${before.mode} audit came before, a ${after.mode} audit after: they look at different pages, so the difference of their scores is not one of the site.`,
		);
	}
	if (before.mode === after.mode && !readAlike(before, after)) {
		const [then, now] = [before, after].map(({ site }) => plainCount(site?.pages ?? 1, "page"));
		sentences.push(
			`The audit before read ${then}, the one after ${now}: the difference of their scores is not one of the site.`,
		);
	}
	return sentences.join(" ");
}
