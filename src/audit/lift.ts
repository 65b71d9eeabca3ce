import type { Check } from "#checks/define-check.ts";
import type { Finding } from "#core/report.ts";
import { chargeRootCauses } from "./root-causes.ts";
import { type Scorable, type Scoring, scoreFindings } from "./score.ts";

/** What lift reads of a finding. */
export type Liftable = Scorable & Pick<Finding, "own" | "chargedTo">;

/** Root causes of a check by its id, nearest first. */
export type RootCauses = (id: string) => readonly string[];

/** As these checks name them; none for an id that is not among theirs. */
export function rootCausesOf(checks: readonly Pick<Check, "id" | "yieldsTo">[]): RootCauses {
	const causes = new Map(checks.map(({ id, yieldsTo }) => [id, yieldsTo ?? []]));
	return (id) => causes.get(id) ?? [];
}

/**
 * The score if these findings passed: the fixed ones pass, penalties that were charged to them come back to the
 * checks they belong to, gates open. A lower bound where a fix would mend those too.
 */
export function scoreWithFixed(
	findings: readonly Liftable[],
	fixed: ReadonlySet<string>,
	rootCauses: RootCauses,
): Scoring {
	const own = findings.map((finding) => ownForm(finding, fixed.has(finding.id)));
	const charged = chargeRootCauses(own.map((each) => ({ ...each, yieldsTo: rootCauses(each.id) })));
	// What was judged by itself stays so: a fix takes root causes away and adds none.
	const wasCharged = new Set(findings.filter((each) => each.own).map(({ id }) => id));
	const settled = own.map((each) =>
		charged.has(each.id) && wasCharged.has(each.id) ? { ...each, outcome: "not-applicable" as const } : each,
	);
	return scoreFindings(settled);
}

function ownForm(finding: Liftable, fixed: boolean): Scorable {
	if (fixed) return { ...finding, outcome: "pass", home: undefined, ratio: undefined };
	return finding.own ? { ...finding, outcome: finding.own.outcome, ratio: finding.own.ratio } : finding;
}

/** Overall score with one finding passing minus the score; 0 for what costs nothing. */
export function liftOf(findings: readonly Liftable[], id: string, overall: number, rootCauses: RootCauses): number {
	const finding = findings.find((each) => each.id === id);
	if (!finding?.scored || (finding.outcome !== "partial" && finding.outcome !== "fail")) return 0;
	// Where nothing was charged to it, its passing moves no other penalty.
	const scoring = findings.some(({ chargedTo }) => chargedTo === id)
		? scoreWithFixed(findings, new Set([id]), rootCauses)
		: scoreFindings(findings.map((each) => (each === finding ? ownForm(each, true) : each)));
	return (scoring.scores?.overall ?? overall) - overall;
}
