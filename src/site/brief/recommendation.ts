import { checkOf } from "#checks/check-by-id.ts";
import type { Finding, Gate, Report } from "#core/report.ts";
import { plural } from "#core/wording.ts";
import { workWords } from "../checks/check-texts.ts";
import { checkOfGate } from "../checks/methodologies.ts";

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
	/** The overall score after this fix and those before it, to a tenth; absent before methodology 2.0.0. */
	readonly scoreAfter?: number;
	/** What that means, in words. */
	readonly gain: string;
	readonly reference: string;
	/** True when the fault caps the score. */
	readonly closesGate: boolean;
}

export const RECOMMENDATION_LIMIT = 5;

/** What the order reads of a finding. */
type Fixable = Pick<Finding, "id" | "outcome" | "scored" | "ratio" | "weight" | "lift" | "fix">;

/** What it reads of an audit: a receipt or an audit result. */
export interface Fixes<F extends Fixable> extends Pick<Report, "firstFixes"> {
	readonly methodology: string;
	readonly gates: readonly Gate[];
	readonly findings: readonly F[];
}

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

/**
 * The first of them, for a brief, before all others that which its verdict begins with: the report's steps are those that
 * gain most, and a fault that shuts everybody out may gain nothing by itself.
 * @param gravest id of the check that speaks of it
 */
export function firstFixes(audit: Fixes<Finding>, gravest?: string): readonly Recommendation[] {
	const ordered = fixesInOrder(audit);
	const at = ordered.findIndex(({ id }) => id === gravest);
	const fixes = at > 0 ? [...ordered.slice(at, at + 1), ...ordered.toSpliced(at, 1)] : ordered;
	const stated = audit.firstFixes ?? [];
	const moved = stated.findIndex(({ id }) => id === gravest);
	// The scores after the steps that it was put before do not know it yet.
	const known = at > 0 ? stated.slice(moved < 0 ? stated.length : moved + 1) : stated;
	return fixes.slice(0, RECOMMENDATION_LIMIT).map((finding, index) => {
		const isFirst = at > 0 && index === 0;
		const recommendation = recommend(finding, audit);
		if (at <= 0 || known.some(({ id }) => id === finding.id)) return recommendation;
		const { scoreAfter: _, ...rest } = recommendation;
		return {
			...rest,
			gain: isFirst && finding.lift <= 0 ? REST_COUNTS : gainOf(finding, { ...audit, firstFixes: [] }),
		};
	});
}

const REST_COUNTS = "The other steps count after it";

/** All of them as sentences: what was seen, what to do, who does it, what it gains. */
export function recommendations(audit: Fixes<Fixable & Pick<Finding, "says">>): string[] {
	return fixesInOrder(audit).map((finding) => {
		const work = workOf(finding.id);
		return `${finding.says} ${finding.fix ?? ""} (${work === undefined ? "" : `${work}; `}${gainOf(finding, audit)})`;
	});
}

/** What a fix gains, in words. */
export function gainOf<F extends Fixable>({ id, lift }: F, audit: Fixes<F>): string {
	const step = stepOf(id, lift, audit);
	if (step && step.gain > 0) return `+${pointWords(step.gain)}, score ${step.score} after this step`;
	if (lift > 0) return `+${pointWords(lift)}`;
	const { length } = audit.gates;
	if (length === 0) return "Less than a tenth of a point alone";
	if (cappingChecks(audit).has(id)) return "Counts when all caps are lifted";
	if (length === 1) return "Counts after step 1";
	return length === 2 ? "Counts after steps 1 and 2" : `Counts after steps 1 to ${length}`;
}

/** What a step adds to the ones before it: numbers that stand one below the other add up. */
function stepOf(id: string, lift: number, { firstFixes = [] }: Pick<Report, "firstFixes">) {
	const index = firstFixes.findIndex((each) => each.id === id);
	const score = firstFixes[index]?.score;
	if (score === undefined) return undefined;
	const before = firstFixes[index - 1]?.score;
	return { score, gain: before === undefined ? lift : Math.round(10 * (score - before)) / 10 };
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

function recommend(finding: Finding, audit: Fixes<Finding>): Recommendation {
	const { id, title, fix = "", lift, reference } = finding;
	const check = checkOf(id);
	const scoreAfter = audit.firstFixes?.find((each) => each.id === id)?.score;
	return {
		id,
		title,
		...(check ? { consequence: check.consequence, work: workWords(check) } : {}),
		fix,
		lift,
		...(scoreAfter === undefined ? {} : { scoreAfter }),
		gain: gainOf(finding, audit),
		reference,
		closesGate: cappingChecks(audit).has(id),
	};
}

/** Weight that the check did not earn; 0 for what costs nothing. */
function lostWeight(finding: Fixable): number {
	if (finding.outcome === "fail") return finding.weight;
	return finding.outcome === "partial" ? finding.weight * (1 - (finding.ratio ?? 0.5)) : 0;
}
