import type { Finding } from "#core/report.ts";
import type { Outcome } from "#core/verdict.ts";

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
	pass: "Pass",
	partial: "Partly",
	fail: "Fail",
	"not-applicable": "Does not apply",
	unknown: "Unknown",
};

/** What a mark needs of a finding; an example in the methodology has no `scored`. */
export type MarkedFinding = Pick<Finding, "outcome" | "ratio"> & Partial<Pick<Finding, "scored">>;

/** True for what is marked in red. */
export function costsPoints({ outcome, scored = true }: MarkedFinding): boolean {
	return scored && (outcome === "fail" || outcome === "partial");
}

export function outcomeWords(finding: MarkedFinding): string {
	const words = OUTCOME_WORDS[finding.outcome];
	return finding.ratio === undefined ? words : `${words}, ${Math.round(finding.ratio * 100)} %`;
}

/** Centre and radius of the mark in its square of 16. */
export const MARK = { size: 16, centre: 8, radius: 6 } as const;

/** Path of the filled part of a ratio's disc, clockwise from the top; `ratio` is strictly between 0 and 1. */
export function sectorPath(ratio: number): string {
	const angle = 2 * Math.PI * ratio;
	const x = MARK.centre + MARK.radius * Math.sin(angle);
	const y = MARK.centre - MARK.radius * Math.cos(angle);
	const large = ratio > 0.5 ? 1 : 0;
	const { centre, radius } = MARK;
	return `M${centre} ${centre}V${centre - radius}A${radius} ${radius} 0 ${large} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`;
}
