import type { Finding } from "./report.ts";

/** What the order reads of a finding. */
export type Fixable = Pick<Finding, "id" | "outcome" | "scored" | "ratio" | "weight" | "lift" | "fix">;

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

/** Weight that the check did not earn; 0 for what costs nothing. */
export function lostWeight(finding: Fixable): number {
	if (finding.outcome === "fail") return finding.weight;
	return finding.outcome === "partial" ? finding.weight * (1 - (finding.ratio ?? 0.5)) : 0;
}
