import type { Receipt } from "#core/receipt.ts";
import type { Finding } from "#core/report.ts";
import { checkOfGate } from "./methodologies.ts";

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

const OUTCOME_ORDER: readonly Finding["outcome"][] = ["fail", "partial", "unknown", "pass", "not-applicable"];

/** Largest lift first; then by outcome, scored before informational, points lost in the check itself, and id. */
export function byLift(a: Finding, b: Finding): number {
	return (
		b.lift - a.lift ||
		OUTCOME_ORDER.indexOf(a.outcome) - OUTCOME_ORDER.indexOf(b.outcome) ||
		Number(b.scored) - Number(a.scored) ||
		lostWeight(b) - lostWeight(a) ||
		(a.id < b.id ? -1 : 1)
	);
}

/**
 * What to fix first. A finding that closes a gate stands before all others: until the gate opens, nothing else moves
 * the score, and with two gates closed the lift of each alone may be 0.
 */
export function firstFixes(receipt: Pick<Receipt, "methodology" | "gates" | "findings">): readonly Recommendation[] {
	const gating = new Set(receipt.gates.map((gate) => checkOfGate(receipt.methodology, gate.id)));
	const costly = receipt.findings.filter((each) => each.scored && lostWeight(each) > 0 && each.fix !== undefined);
	return costly
		.toSorted((a, b) => Number(gating.has(b.id)) - Number(gating.has(a.id)) || byLift(a, b))
		.slice(0, RECOMMENDATION_LIMIT)
		.map((finding) => recommend(finding, gating.has(finding.id), receipt.gates.length > 0));
}

function recommend(finding: Finding, closesGate: boolean, gated: boolean): Recommendation {
	return {
		id: finding.id,
		title: finding.title,
		fix: finding.fix ?? "",
		lift: finding.lift,
		gain: gainWords(finding.lift, closesGate, gated),
		reference: finding.reference,
		closesGate,
	};
}

function gainWords(lift: number, closesGate: boolean, gated: boolean): string {
	const points = `${lift} ${lift === 1 ? "point" : "points"}`;
	if (closesGate) return lift > 0 ? `Opens a gate: ${points}` : "Opens a gate; another stays closed";
	if (lift > 0) return points;
	return gated ? "Counts once the gate is open" : "Less than a point alone";
}

/** Weight that the check did not earn; 0 for what costs nothing. */
function lostWeight(finding: Finding): number {
	if (finding.outcome === "fail") return finding.weight;
	return finding.outcome === "partial" ? finding.weight * (1 - (finding.ratio ?? 0.5)) : 0;
}
