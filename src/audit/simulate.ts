import type { Check } from "#checks/define-check.ts";
import { Failure } from "#core/failure.ts";
import { METHODOLOGY, type Rubric } from "#core/methodology.ts";
import { FIRST_FIXES, type Finding, type Report } from "#core/report.ts";
import type { Simulation, SimulationStep } from "#core/simulation.ts";
import { isFault } from "#core/verdict.ts";
import { chargeRootCauses } from "./evaluate.ts";
import { type ExactScoring, exactScore, isCounted, type Scorable, scorablesOf, scoreFindings } from "./score.ts";

export type Fixable = Scorable & Partial<Pick<Finding, "fix">>;

type State = { readonly fixed: ReadonlySet<string>; readonly scoring: ExactScoring };

/**
 * Rounded to tenths. Faults charged to a root cause are not fixes: they disappear with the cause.
 * @param asked ids of checks, skipping those that cost nothing; by default all that cost points
 * @throws Failure `input-invalid` for an id without a finding, `evidence-thin` without a score
 */
export function simulate(findings: readonly Fixable[], rootCauses: RootCauses, asked?: readonly string[]): Simulation {
	const unknown = asked?.filter((id) => !findings.some((each) => each.id === id)) ?? [];
	if (unknown.length > 0) throw noSuchCheck(unknown);
	const { open, start, costly } = prepare(findings, rootCauses);
	if (start.scoring.exact === undefined) throw noScore();
	const current = start.scoring.exact.overall;
	// Skip what costs nothing: an inapplicable check that passes would add weight.
	const able = new Set(costly.map(({ id }) => id));
	const fixes = asked?.filter((id) => able.has(id)) ?? [...able];
	return {
		current: tenths(current),
		simulated: tenths(overallOf(open(new Set(fixes)), current)),
		fixes: [...fixes],
		...partsWith(new Set(fixes), findings, rootCauses),
		deltas: costly.map(({ id }) => ({ id, delta: tenths(overallOf(open(new Set([id])), current) - current) })),
		sequence: bestSequence(costly, start, open),
	};
}

function partsWith(fixed: ReadonlySet<string>, findings: readonly Fixable[], rootCauses: RootCauses) {
	const counted = findings.filter(isCounted);
	const { scores = scoreFindings(counted).scores } = scoreFindings(withFixed(counted, fixed, rootCauses));
	if (!scores) throw noScore();
	return { axes: scores.axes, pillars: scores.pillars.map(({ key, score }) => ({ key, score })) };
}

/** First fixes of the best sequence, with the score after each in tenths; empty without a score. */
export function bestFixes(findings: readonly Scorable[], rootCauses: RootCauses, limit: number) {
	const { open, start, costly } = prepare(findings, rootCauses);
	if (!start.scoring.exact) return [];
	return bestSequence(costly, start, open, limit).map(({ id, score }) => ({ id, score }));
}

/** Score after all repairs, in tenths: faults that need new text remain. Undefined without a score. */
export function repairedScore(
	findings: readonly Scorable[],
	rootCauses: RootCauses,
	needsWriting: ReadonlySet<string>,
): number | undefined {
	const { open, start, costly } = prepare(findings, rootCauses);
	if (!start.scoring.exact) return undefined;
	const fixed = costly.filter(({ id }) => !needsWriting.has(id)).map(({ id }) => id);
	return tenths(overallOf(open(new Set(fixed)), start.scoring.exact.overall));
}

/** Ids of checks that only new text can fix. */
export function writtenChecks(checks: readonly { readonly id: string; readonly needsWriting?: true }[]) {
	return new Set(checks.flatMap(({ id, needsWriting }) => (needsWriting ? [id] : [])));
}

function prepare(findings: readonly Fixable[], rootCauses: RootCauses) {
	const counted = scorablesOf(findings);
	const open = (fixed: ReadonlySet<string>): State => ({ fixed, scoring: scoreWithFixed(counted, fixed, rootCauses) });
	return { open, start: open(new Set()), costly: findings.filter((each) => isCounted(each) && isCostly(each)) };
}

/** Greedy: the fix that gains most at each step; with several closed gates, first those without which nothing moves. */
function bestSequence(
	costly: readonly Fixable[],
	start: State,
	open: (fixed: ReadonlySet<string>) => State,
	limit = costly.length,
): SimulationStep[] {
	const left = new Map(costly.map((finding) => [finding.id, finding]));
	const steps: SimulationStep[] = [];
	for (let state = start; left.size > 0 && steps.length < limit; ) {
		const tries = [...left.values()].map((finding) => ({ finding, next: open(new Set([...state.fixed, finding.id])) }));
		const [best] = tries.toSorted((a, b) => better(a.next, b.next) || (a.finding.id < b.finding.id ? -1 : 1));
		if (!best) break;
		steps.push(stepOf(best.finding, state, best.next));
		left.delete(best.finding.id);
		state = best.next;
	}
	return steps;
}

/** Comparator: negative if `a` is better. */
function better(a: State, b: State): number {
	const overall = (state: State) => state.scoring.exact?.overall ?? 0;
	const ungated = (state: State) => state.scoring.exact?.ungated ?? 0;
	return overall(b) - overall(a) || a.scoring.gates.length - b.scoring.gates.length || ungated(b) - ungated(a);
}

function stepOf({ id, fix = "" }: Fixable, before: State, after: State): SimulationStep {
	const gatesBefore = before.scoring.gates.map((gate) => gate.id);
	const closed = after.scoring.gates.map((gate) => gate.id);
	const score = overallOf(after, 0);
	return {
		id,
		fix,
		score: tenths(score),
		delta: tenths(score - overallOf(before, score)),
		opens: gatesBefore.filter((gate) => !closed.includes(gate)),
		closed,
	};
}

function overallOf({ scoring }: State, otherwise: number): number {
	return scoring.exact?.overall ?? otherwise;
}

function isCostly({ scored, outcome }: Scorable): boolean {
	return scored && isFault(outcome);
}

function noSuchCheck(ids: readonly string[]): Failure {
	return new Failure("input-invalid", {
		what: `Unknown check ${ids.map((id) => `"${id}"`).join(", ")}.`,
		todo: "Use the ids that an audit prints.",
	});
}

function noScore(): Failure {
	return new Failure("evidence-thin", {
		what: "There is no score to start from.",
		why: "The site could not be audited, or we saw too little of it.",
		todo: "Audit the site first and fix what the audit lists.",
	});
}

/** Root causes by check id, nearest first. */
export type RootCauses = (id: string) => readonly string[];

export function rootCausesOf(checks: readonly Pick<Check, "id" | "yieldsTo">[]): RootCauses {
	const causes = new Map(checks.map(({ id, yieldsTo }) => [id, yieldsTo ?? []]));
	return (id) => causes.get(id) ?? [];
}

export function scoreWithFixed(
	findings: readonly Scorable[],
	fixed: ReadonlySet<string>,
	rootCauses: RootCauses,
): ExactScoring {
	return exactScore(withFixed(findings, fixed, rootCauses));
}

/** Drops faults charged only to fixed root causes: their outcome is unknown until the cause is gone. */
function withFixed(
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

/** In tenths; 0 for what costs nothing. @param overall unrounded score */
export function liftOf(findings: readonly Scorable[], id: string, overall: number, rootCauses: RootCauses): number {
	const finding = findings.find((each) => each.id === id);
	if (!finding?.scored || !isFault(finding.outcome)) return 0;
	const { exact } = scoreWithFixed(findings, new Set([id]), rootCauses);
	return tenths((exact?.overall ?? overall) - overall);
}

/** Rounds to tenths, without negative zero. */
export function tenths(points: number): number {
	return Math.round(points * 10) / 10 + 0;
}

export interface Scoring {
	score(
		rubric: Rubric,
		findings: readonly Finding[],
	): Pick<Report, "scores" | "coverage" | "gates" | "notApplicable" | "firstFixes" | "repaired">;
	/** Lift of each finding, in order; all 0 without a score. */
	lifts(rubric: Rubric, findings: readonly Finding[]): number[];
}

const IN_FORCE: Scoring = {
	score(rubric, findings) {
		const { scores, coverage, gates, notApplicable } = scoreFindings(findings);
		const rootCauses = rootCausesIn(rubric);
		const repaired = repairedScore(findings, rootCauses, writtenChecks(rubric.checks));
		return {
			...(scores ? { scores, firstFixes: bestFixes(findings, rootCauses, FIRST_FIXES), repaired } : {}),
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

/** By version. When a methodology changes the formula, the old formula moves to its own file. */
export const FORMULAS = new Map<string, Scoring>([[METHODOLOGY, IN_FORCE]]);
