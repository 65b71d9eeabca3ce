import type { Finding, Gate } from "#core/report.ts";
import { plainCount } from "#core/wording.ts";
import { checkOfGate } from "../checks/methodologies.ts";

/** One thing to fix, with what it gains. */
export interface Recommendation {
	/** Id of the check. */
	readonly id: string;
	readonly title: string;
	readonly fix: string;
	/** Points that the overall score gains when this alone is fixed; integer. */
	readonly lift: number;
	/** What that means, in words. */
	readonly gain: string;
	readonly reference: string;
	/** True when its failure closes a gate. */
	readonly closesGate: boolean;
}

export const RECOMMENDATION_LIMIT = 5;

/** What the order reads of a finding. */
type Fixable = Pick<Finding, "id" | "outcome" | "scored" | "ratio" | "weight" | "lift" | "fix">;

/** What it reads of an audit: a receipt or an audit result. */
export interface Fixes<F extends Fixable> {
	readonly methodology: string;
	readonly gates: readonly Gate[];
	readonly findings: readonly F[];
}

const OUTCOME_ORDER: readonly Finding["outcome"][] = ["fail", "partial", "unknown", "pass", "not-applicable"];

/** Largest lift first; then by outcome, scored before informational, points lost in the check itself, and id. */
export function byLift(a: Fixable, b: Fixable): number {
	return (
		b.lift - a.lift ||
		OUTCOME_ORDER.indexOf(a.outcome) - OUTCOME_ORDER.indexOf(b.outcome) ||
		Number(b.scored) - Number(a.scored) ||
		lostWeight(b) - lostWeight(a) ||
		(a.id < b.id ? -1 : 1)
	);
}

/**
 * Everything that costs points, what to fix first before the rest. A finding that closes a gate stands before all
 * others: until the gate opens, nothing else moves the score, and with two gates closed the lift of each alone may be 0.
 */
export function fixesInOrder<F extends Fixable>(audit: Fixes<F>): readonly F[] {
	const gating = gatingChecks(audit);
	return audit.findings
		.filter((each) => each.scored && lostWeight(each) > 0 && each.fix !== undefined)
		.toSorted((a, b) => Number(gating.has(b.id)) - Number(gating.has(a.id)) || byLift(a, b));
}

/** The first of them, for a brief. */
export function firstFixes(audit: Fixes<Finding>): readonly Recommendation[] {
	return fixesInOrder(audit)
		.slice(0, RECOMMENDATION_LIMIT)
		.map((finding) => recommend(finding, audit));
}

/** All of them as sentences: what was seen, what to do, what it gains. */
export function recommendations(audit: Fixes<Fixable & Pick<Finding, "says">>): string[] {
	return fixesInOrder(audit).map((finding) => `${finding.says} ${finding.fix ?? ""} (${gainOf(finding, audit)})`);
}

/** What a fix gains, in words. */
export function gainOf<F extends Fixable>(finding: F, audit: Fixes<F>): string {
	return gainWords(finding.lift, gatingChecks(audit).has(finding.id), audit.gates.length > 0);
}

function gatingChecks({ methodology, gates }: Pick<Fixes<Fixable>, "methodology" | "gates">): ReadonlySet<string> {
	return new Set(gates.flatMap((gate) => checkOfGate(methodology, gate.id) ?? []));
}

function recommend(finding: Finding, audit: Fixes<Finding>): Recommendation {
	return {
		id: finding.id,
		title: finding.title,
		fix: finding.fix ?? "",
		lift: finding.lift,
		gain: gainOf(finding, audit),
		reference: finding.reference,
		closesGate: gatingChecks(audit).has(finding.id),
	};
}

function gainWords(lift: number, closesGate: boolean, gated: boolean): string {
	const points = plainCount(lift, "point");
	if (closesGate) return lift > 0 ? `Opens a gate: ${points}` : "Opens a gate; another stays closed";
	if (lift > 0) return points;
	return gated ? "Counts once the gate is open" : "Less than a point alone";
}

/** Weight that the check did not earn; 0 for what costs nothing. */
function lostWeight(finding: Fixable): number {
	if (finding.outcome === "fail") return finding.weight;
	return finding.outcome === "partial" ? finding.weight * (1 - (finding.ratio ?? 0.5)) : 0;
}
