import { METHODOLOGY } from "#core/methodology.ts";
import { FIRST_FIXES, type Finding, type Report } from "#core/report.ts";
import type { Rubric } from "#core/rubric.ts";
import { liftOf, type RootCauses } from "../lift.ts";
import { exactScore, scoreFindings } from "../score.ts";
import { bestFixes } from "../simulate.ts";
import { liftsOf } from "./lift-1.ts";
import { scoreFindings as scoreFindings1 } from "./score-1.ts";

/** The members of a report that follow from its findings. */
export type Numbers = Pick<Report, "scores" | "coverage" | "gates" | "notApplicable" | "firstFixes">;

/** How one methodology makes numbers of findings. */
export interface Scoring {
	score(rubric: Rubric, findings: readonly Finding[]): Numbers;
	/** Lift of each finding, in their order; all 0 where there is no score. */
	lifts(rubric: Rubric, findings: readonly Finding[]): number[];
}

const FIRST: Scoring = { score: scoreFindings1, lifts: liftsOf };

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

/** By version. One that is no longer in force and whose formula has changed since has it in a file beside. */
const FORMULAS: Readonly<Record<string, Scoring>> = {
	"0.1.0": FIRST,
	"1.0.0": FIRST,
	"2.0.0": IN_FORCE,
	[METHODOLOGY]: IN_FORCE,
};

/** The formula of a methodology; undefined for one that this program does not know. */
export function scoringOf(version: string): Scoring | undefined {
	return Object.hasOwn(FORMULAS, version) ? FORMULAS[version] : undefined;
}
