import { AXES, type Axis, PILLAR_KEYS, type PillarKey } from "#core/pillar.ts";
import type { Receipt } from "#core/receipt.ts";
import type { Finding, Gate } from "#core/report.ts";
import { type JudgedAgain, type MethodologyChange, methodologyChange } from "./methodology-change.ts";
import { comparableAudits } from "./score-change.ts";

/** A number that differs; absent where that audit gave none. */
export interface NumberChange<Key extends string> {
	readonly key: Key;
	readonly before?: number | undefined;
	readonly after?: number | undefined;
}

/** What two audits of one domain say differently. */
export interface ReceiptDifference extends FindingDifference {
	readonly before: Receipt;
	readonly after: Receipt;
	/** Present where the methodology changed in between. */
	readonly methodology?: MethodologyChange | undefined;
	/** The two as everything below reads them: by one methodology where the earlier evidence was judged again. */
	readonly compared: { readonly before: Receipt; readonly after: Receipt };
	/** Whether what is compared says something about the site: one methodology, source and mode. */
	readonly comparable: boolean;
	readonly axes: readonly NumberChange<Axis>[];
	readonly pillars: readonly NumberChange<PillarKey>[];
	readonly gates: { readonly opened: readonly Gate[]; readonly closed: readonly Gate[] };
	/** The changes that moved the overall score the way it went, largest first; empty where scores do not compare. */
	readonly why: readonly FindingChange[];
}

/**
 * Compares two receipts of one domain, of whatever series. Pure: no clock, no locale; with its arguments exchanged it
 * gives the mirror.
 * @param judged what the later methodology says of the earlier evidence, where they differ and somebody looked
 */
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

/** An audit without a score closes no gate, and opens none. */
function gatesOnlyIn(one: Receipt, other: Receipt): Gate[] {
	if (!one.scores || !other.scores) return [];
	return one.gates.filter(({ id }) => !other.gates.some((gate) => gate.id === id));
}

/** What became of one check's answer; each has its mirror: better and worse, unknown and known, applies and left. */
export type ChangeKind = "better" | "worse" | "unknown" | "known" | "applies" | "left";

/** One check that both audits asked and that answered otherwise. */
export interface FindingChange {
	readonly id: string;
	/** Undefined where the answer itself is the same, and only who carries its penalty changed. */
	readonly kind: ChangeKind | undefined;
	readonly before: Finding;
	readonly after: Finding;
	/** Where it moves the score of its axis: up, down, or not at all. */
	readonly pull: -1 | 0 | 1;
	/** How much it carries: lift in points, then weight that was gained or lost. */
	readonly size: readonly [lift: number, weight: number];
	/** What was or is charged to this check, so that one cause is listed once. */
	readonly charged: readonly FindingChange[];
}

export interface FindingDifference {
	/** Largest first. */
	readonly changes: readonly FindingChange[];
	/** Charged to a cause that did not change itself. */
	readonly charged: readonly FindingChange[];
	/** Checks that only one of the audits asked: the program changed, not the site. */
	readonly added: readonly Finding[];
	readonly removed: readonly Finding[];
	/** Checks that both asked and that count otherwise now. */
	readonly reweighed: readonly { readonly before: Finding; readonly after: Finding }[];
}

/** What two audits of one site found differently. Pure; with its arguments exchanged it gives the mirror. */
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

/** What the check itself answered, wherever its penalty went: earned share, or why there is none. */
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

/** Share that counts in the score; undefined for what stands outside it. */
function countedValue(finding: Finding): number | undefined {
	const answer = finding.chargedTo === undefined && finding.scored ? ownAnswer(finding) : undefined;
	return typeof answer === "number" ? answer : undefined;
}

/** What leaves or enters the score moves it by its distance from the mean of its axis. */
function axisMean({ scores }: Receipt, { axis }: Finding): number {
	return (scores?.axes[axis] ?? 0) / 100;
}

function largestFirst(a: FindingChange, b: FindingChange): number {
	return b.size[0] - a.size[0] || b.size[1] - a.size[1] || (a.id < b.id ? -1 : 1);
}

/** Moves what is charged to a root cause under the change of that cause. */
function gatherCharged(all: readonly FindingChange[]): Pick<FindingDifference, "changes" | "charged"> {
	const isCharged = ({ before, after }: FindingChange) => (before.chargedTo ?? after.chargedTo) !== undefined;
	const roots = all.filter((each) => !isCharged(each));
	const ids = new Set(roots.map(({ id }) => id));
	const host = (change: FindingChange) => rootsOf(change).find((id) => ids.has(id));
	const charged = all.filter(isCharged);
	const changes = roots.map((root) => ({ ...root, charged: charged.filter((each) => host(each) === root.id) }));
	return { changes, charged: charged.filter((each) => host(each) === undefined) };
}

/** In an order that does not depend on which audit is the older one. */
function rootsOf({ before, after }: FindingChange): string[] {
	return [before.chargedTo, after.chargedTo].filter((id) => id !== undefined).sort();
}

/** Everything but the answer that decides how a check enters the score. */
function countsAs({ scored, weight, pillar, axis, engines }: Finding): string {
	return [scored, weight, pillar, axis, ...engines.toSorted()].join(" ");
}
