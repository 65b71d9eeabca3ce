import { METHODOLOGY } from "#core/methodology.ts";
import { FIRST_FIXES, type Finding, type Report } from "#core/report.ts";
import type { Rubric } from "#core/rubric.ts";
import { liftOf, type RootCauses } from "./lift.ts";
import { exactScore, scoreFindings } from "./score.ts";
import { bestFixes } from "./simulate.ts";

/** How one methodology makes numbers of findings. */
export interface Scoring {
	/** The members of a report that follow from its findings. */
	score(
		rubric: Rubric,
		findings: readonly Finding[],
	): Pick<Report, "scores" | "coverage" | "gates" | "notApplicable" | "firstFixes">;
	/** Lift of each finding, in their order; all 0 where there is no score. */
	lifts(rubric: Rubric, findings: readonly Finding[]): number[];
}

const IN_FORCE: Scoring = {
	score(rubric, findings) {
		const { scores, coverage, gates, notApplicable } = scoreFindings(findings);
		return {
			...(scores ? { scores, firstFixes: bestFixes(findings, rootCausesIn(rubric), FIRST_FIXES) } : {}),
			coverage,
			gates: gates.map(({ id, cap, says }) => ({ id, cap, says })),
			notApplicable: [...notApplicable],
		};
	},
	lifts(rubric, findings) {
		const overall = exactScore(findings).exact?.overall;
		const rootCauses = rootCausesIn(rubric);
		return findings.map(({ id }) => (overall === undefined ? 0 : liftOf(findings, id, overall, rootCauses)));
	},
};

function rootCausesIn({ checks }: Rubric): RootCauses {
	const causes = new Map(checks.map(({ id, yieldsTo }) => [id, yieldsTo]));
	return (id) => causes.get(id) ?? [];
}

/** The formula of every methodology, by version. Where a later one changes it, the one before moves to a file of its own. */
export const FORMULAS = new Map<string, Scoring>([[METHODOLOGY, IN_FORCE]]);
