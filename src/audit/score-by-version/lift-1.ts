import type { Finding } from "#core/report.ts";
import type { Rubric } from "#core/rubric.ts";
import { type Scorable, scoreFindings } from "./score-1.ts";

/** Lift and root causes of methodologies 0.1.0 and 1.0.0, as they were. */

type Liftable = Scorable & Pick<Finding, "own" | "chargedTo">;

/** Of each finding: the overall score with it passing, minus the score. */
export function liftsOf(rubric: Rubric, findings: readonly Liftable[]): number[] {
	const overall = scoreFindings(rubric, findings).scores?.overall;
	const causes = new Map(rubric.checks.map(({ id, yieldsTo }) => [id, yieldsTo]));
	const scoreOf = (changed: readonly Scorable[]) => scoreFindings(rubric, changed).scores?.overall;
	return findings.map((finding) => {
		const { id, scored, outcome } = finding;
		if (overall === undefined || !scored || (outcome !== "partial" && outcome !== "fail")) return 0;
		const isCause = findings.some(({ chargedTo }) => chargedTo === id);
		const changed = isCause
			? withFixed(findings, id, causes)
			: findings.map((each) => (each === finding ? ownForm(each, true) : each));
		return (scoreOf(changed) ?? overall) - overall;
	});
}

/** Findings as they would be with this one passing: penalties that were charged to it come back. */
function withFixed(
	findings: readonly Liftable[],
	fixed: string,
	causes: ReadonlyMap<string, readonly string[]>,
): Scorable[] {
	const own = findings.map((finding) => ownForm(finding, finding.id === fixed));
	const charged = chargedIn(own.map((each) => ({ ...each, yieldsTo: causes.get(each.id) ?? [] })));
	// What was judged by itself stays so: a fix takes root causes away and adds none.
	const wasCharged = new Set(findings.filter((each) => each.own).map(({ id }) => id));
	return own.map((each) =>
		charged.has(each.id) && wasCharged.has(each.id) ? { ...each, outcome: "not-applicable" as const } : each,
	);
}

function ownForm(finding: Liftable, fixed: boolean): Scorable {
	if (fixed) return { ...finding, outcome: "pass", home: undefined, ratio: undefined };
	return finding.own ? { ...finding, outcome: finding.own.outcome, ratio: finding.own.ratio } : finding;
}

type Answer = Pick<Finding, "id" | "outcome"> & { readonly yieldsTo: readonly string[] };

/** A penalty is charged to the first of its root causes that failed and was not itself charged elsewhere. */
function chargedIn(answers: readonly Answer[]): ReadonlySet<string> {
	const byId = new Map(answers.map((answer) => [answer.id, answer]));
	const charged = new Set<string>();
	const settled = new Set<string>();
	const settle = (answer: Answer): void => {
		if (settled.has(answer.id)) return;
		settled.add(answer.id);
		for (const id of answer.yieldsTo) {
			const root = byId.get(id);
			if (!root) continue;
			settle(root);
			if (!isPenalty(answer) || charged.has(answer.id)) continue;
			if (root.outcome === "fail" && !charged.has(id)) charged.add(answer.id);
		}
	};
	for (const answer of answers) settle(answer);
	return charged;
}

function isPenalty({ outcome }: Answer): boolean {
	return outcome === "fail" || outcome === "partial";
}
