import { checkOf } from "#checks/check-by-id.ts";
import { byLift, type Fixable, lostWeight } from "#core/finding-order.ts";
import type { Finding, Gate, Report } from "#core/report.ts";
import { plural } from "#core/wording.ts";
import { checkOfGate, workWords } from "../checks/check-texts.ts";
import { type FixStep, fixSteps } from "./fix-path.ts";

/** One thing to fix: what is wrong, what it costs, what to do, who does it, and what it gains. */
export interface Recommendation {
	/** Id of the check. */
	readonly id: string;
	/** The fault. */
	readonly title: string;
	/** What the fault costs the owner's business; absent for a check that is not known here. */
	readonly consequence?: string;
	/** Who usually does it, and how long it takes: `Developer, up to an hour`. */
	readonly work?: string;
	readonly fix: string;
	/** Points that the overall score gains when this alone is fixed, to a tenth. */
	readonly lift: number;
	/** The overall score after this fix and those before it, to a tenth; absent of what is no first fix. */
	readonly scoreAfter?: number;
	/** What that means, in words. */
	readonly gain: string;
	readonly reference: string;
	/** True when the fault caps the score. */
	readonly closesGate: boolean;
}

export const RECOMMENDATION_LIMIT = 5;

/** What it reads of an audit: a receipt or an audit result. */
export interface Fixes<F extends Fixable> extends Pick<Report, "firstFixes"> {
	/** One of them has today's score. */
	readonly scores?: { readonly overall: number } | undefined;
	readonly overallScore?: number;
	readonly methodology: string;
	readonly gates: readonly Gate[];
	readonly findings: readonly F[];
}

/**
 * Everything that costs points, what to fix first before the rest: in the order that the report states, then what caps
 * the score, since until it is gone the rest may gain nothing, then by lift.
 */
export function fixesInOrder<F extends Fixable>(audit: Fixes<F>): readonly F[] {
	const gating = cappingChecks(audit);
	const stated = new Map(audit.firstFixes?.map(({ id }, index) => [id, index]));
	const rank = ({ id }: F) => stated.get(id) ?? stated.size;
	return audit.findings
		.filter((each) => each.scored && lostWeight(each) > 0 && each.fix !== undefined)
		.toSorted((a, b) => rank(a) - rank(b) || Number(gating.has(b.id)) - Number(gating.has(a.id)) || byLift(a, b));
}

/** The first of them, for a brief: its steps, in their order. */
export function firstFixes(audit: Fixes<Finding>, gravest?: string): readonly Recommendation[] {
	const steps = stepsOf(audit, gravest);
	const rank = ({ id }: Finding) => {
		const at = steps.findIndex((step) => step.id === id);
		return at >= 0 ? at : Number(id !== gravest);
	};
	return fixesInOrder(audit)
		.filter(({ id }) => steps.length === 0 || steps.some((step) => step.id === id))
		.toSorted((a, b) => rank(a) - rank(b))
		.slice(0, RECOMMENDATION_LIMIT)
		.map((finding) => recommend(finding, audit, steps));
}

/** The way up through what has a fix. */
export function stepsOf<F extends Fixable>(audit: Fixes<F>, gravest?: string): readonly FixStep[] {
	const fixable = new Set(fixesInOrder(audit).map(({ id }) => id));
	const today = audit.scores?.overall ?? audit.overallScore;
	const stated = audit.firstFixes?.filter(({ id }) => fixable.has(id));
	return fixSteps(today, stated, gravest !== undefined && fixable.has(gravest) ? gravest : undefined);
}

/** All of them as sentences: what was seen, what to do, who does it, what it gains. */
export function recommendations(audit: Fixes<Fixable & Pick<Finding, "says">>): string[] {
	return fixesInOrder(audit).map((finding) => {
		const work = workOf(finding.id);
		return `${finding.says} ${finding.fix ?? ""} (${work === undefined ? "" : `${work}; `}${gainOf(finding, audit)})`;
	});
}

/** What a fix gains, in words: of a step what it adds to the score that stands before it, of any other what it adds alone. */
export function gainOf<F extends Fixable>(fix: F, audit: Fixes<F>, steps = stepsOf(audit)): string {
	const { id, lift } = fix;
	const at = steps.findIndex((step) => step.id === id);
	const step = steps[at];
	if (step) return gainOfStep(step, at, { left: steps.length - at - 1, gated: cappingChecks(audit).has(id) });
	if (lift > 0) return `+${pointWords(lift)}`;
	const { length } = audit.gates;
	if (length === 0) return "Less than a tenth of a point alone";
	if (cappingChecks(audit).has(id)) return "Counts when all caps are lifted";
	if (length === 1) return "Counts after step 1";
	return length === 2 ? "Counts after steps 1 and 2" : `Counts after steps 1 to ${length}`;
}

function gainOfStep(step: FixStep, at: number, { left, gated }: { left: number; gated: boolean }): string {
	const { from, to, takesIn, isTakenIn } = step;
	if (isTakenIn) return "Counted in step 1";
	const along = takesIn === 0 ? "" : `, with ${takesIn === 1 ? "step 2" : `steps 2 to ${takesIn + 1}`}`;
	if (to > from) return `+${pointWords(to - from)}, to ${to}${along}`;
	if (gated && left > 0) return at === 0 ? "The other steps count after it" : "The steps after it count then";
	return "Less than a point";
}

/** `3.2 points` */
export function pointWords(points: number): string {
	return `${points} ${plural(points, "point")}`;
}

/** Who does it, and how long it takes; undefined for a check that is not known here. */
export function workOf(id: string): string | undefined {
	const check = checkOf(id);
	return check && workWords(check);
}

/** Ids of the checks whose faults cap the score of this audit. */
export function cappingChecks({
	methodology,
	gates,
}: Pick<Fixes<Fixable>, "methodology" | "gates">): ReadonlySet<string> {
	return new Set(gates.flatMap((gate) => checkOfGate(methodology, gate.id) ?? []));
}

function recommend(finding: Finding, audit: Fixes<Finding>, steps: readonly FixStep[]): Recommendation {
	const { id, title, fix = "", lift, reference } = finding;
	const check = checkOf(id);
	const scoreAfter = scoreAfterStep(id, audit, steps);
	return {
		id,
		title,
		...(check ? { consequence: check.consequence, work: workWords(check) } : {}),
		fix,
		lift,
		...(scoreAfter === undefined ? {} : { scoreAfter }),
		gain: gainOf(finding, audit, steps),
		reference,
		closesGate: cappingChecks(audit).has(id),
	};
}

/** As the report has it, to a tenth; of a step that others were put behind, the score after all of them. */
function scoreAfterStep(
	id: string,
	{ firstFixes = [] }: Fixes<Finding>,
	steps: readonly FixStep[],
): number | undefined {
	const step = steps.find((each) => each.id === id);
	return firstFixes.find((each) => each.id === (step?.isTakenIn ? steps[0]?.id : id))?.score;
}
