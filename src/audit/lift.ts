import type { Check } from "#checks/define-check.ts";
import { isFault } from "#core/verdict.ts";
import type { Scorable } from "./pillar-sums.ts";
import { chargeRootCauses } from "./root-causes.ts";
import { type ExactScoring, exactScore } from "./score.ts";

/** Root causes of a check by its id, nearest first. */
export type RootCauses = (id: string) => readonly string[];

/** As these checks name them; none for an id that is not among theirs. */
export function rootCausesOf(checks: readonly Pick<Check, "id" | "yieldsTo">[]): RootCauses {
	const causes = new Map(checks.map(({ id, yieldsTo }) => [id, yieldsTo ?? []]));
	return (id) => causes.get(id) ?? [];
}

/** The score if these findings passed. */
export function scoreWithFixed(
	findings: readonly Scorable[],
	fixed: ReadonlySet<string>,
	rootCauses: RootCauses,
): ExactScoring {
	return exactScore(withFixed(findings, fixed, rootCauses));
}

/**
 * The findings if these passed. What followed from a fixed root cause, and from no other that is left, is taken out: what
 * it will be can only be seen when the cause is gone.
 */
export function withFixed(
	findings: readonly Scorable[],
	fixed: ReadonlySet<string>,
	rootCauses: RootCauses,
): readonly Scorable[] {
	const following = findings.some(({ chargedTo }) => chargedTo !== undefined && fixed.has(chargedTo))
		? stillFollowing(findings, fixed, rootCauses)
		: undefined;
	return findings.map((each) => {
		if (fixed.has(each.id)) return passing(each);
		return each.own && following?.has(each.id) === false ? { ...each, own: undefined } : each;
	});
}

/** What follows from a root cause that is left. */
function stillFollowing(findings: readonly Scorable[], fixed: ReadonlySet<string>, rootCauses: RootCauses) {
	return chargeRootCauses(
		findings.map((each) => ({
			id: each.id,
			outcome: fixed.has(each.id) ? ("pass" as const) : (each.own ?? each).outcome,
			yieldsTo: rootCauses(each.id),
		})),
	);
}

function passing(finding: Scorable): Scorable {
	return { ...finding, outcome: "pass", home: undefined, ratio: undefined, own: undefined, chargedTo: undefined };
}

/**
 * Overall score with one finding passing minus the score, to a tenth; 0 for what costs nothing.
 * @param overall the score before it is rounded
 */
export function liftOf(findings: readonly Scorable[], id: string, overall: number, rootCauses: RootCauses): number {
	const finding = findings.find((each) => each.id === id);
	if (!finding?.scored || !isFault(finding.outcome)) return 0;
	const { exact } = scoreWithFixed(findings, new Set([id]), rootCauses);
	return tenths((exact?.overall ?? overall) - overall);
}

/** Rounded to a tenth, without a negative zero. */
export function tenths(points: number): number {
	return Math.round(points * 10) / 10 + 0;
}
