import type { Finding } from "#core/report.ts";

/** What the order reads of a finding. */
export type Gainable = Pick<Finding, "scored" | "outcome" | "lift" | "weight" | "ratio">;

/** Findings that cost points, the most valuable to mend first: lift, then lost weight, then the registry's order. */
export function byGain<T extends Gainable>(findings: readonly T[]): T[] {
	return findings
		.filter((each) => each.scored && (each.outcome === "fail" || each.outcome === "partial"))
		.toSorted((a, b) => b.lift - a.lift || lostWeight(b) - lostWeight(a));
}

/** Plain-language fixes in that order, each with what it gains. */
export function recommendations(findings: readonly Finding[]): string[] {
	return byGain(findings).map((finding) => `${finding.says} ${finding.fix ?? ""} ${gain(finding.lift)}`.trim());
}

/** `(gains 4 points)`; empty where the fix alone moves nothing. */
export function gain(lift: number): string {
	if (lift <= 0) return "";
	return `(gains ${lift} ${lift === 1 ? "point" : "points"})`;
}

function lostWeight(finding: Gainable): number {
	return finding.weight * (1 - (finding.ratio ?? 0));
}
