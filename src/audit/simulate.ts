import { Failure } from "#core/failure.ts";
import type { Finding } from "#core/report.ts";
import type { Simulation, SimulationStep } from "#core/simulation.ts";
import { isFault } from "#core/verdict.ts";
import { type RootCauses, scoreWithFixed, tenths, withFixed } from "./lift.ts";
import { isCounted, type Scorable } from "./pillar-sums.ts";
import { type ExactScoring, scoreFindings } from "./score.ts";

/** What a simulation reads of a finding. */
export type Fixable = Scorable & Partial<Pick<Finding, "fix">>;

/** A choice of fixes and what it comes to. */
type State = { readonly fixed: ReadonlySet<string>; readonly scoring: ExactScoring };

/**
 * What fixes would do to the score, to a tenth of a point, and in which order they do most. What follows from a root
 * cause is no fix of its own: it is out of the count as soon as the cause is gone.
 *
 * @param asked ids of checks, of which those that cost nothing are passed over; all that cost points when absent
 * @throws Failure `input-invalid` for an id that no finding has, `evidence-thin` where there is no score to begin from
 */
export function simulate(findings: readonly Fixable[], rootCauses: RootCauses, asked?: readonly string[]): Simulation {
	const unknown = asked?.filter((id) => !findings.some((each) => each.id === id)) ?? [];
	if (unknown.length > 0) throw noSuchCheck(unknown);
	const { open, start, costly } = prepare(findings, rootCauses);
	if (start.scoring.exact === undefined) throw noScore();
	const current = start.scoring.exact.overall;
	// A fix of what costs nothing is none: made to pass, a check that does not apply would add weight of its own.
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

/** Axes and pillars with these fixes; as they are where the fixes leave too little to score. */
function partsWith(fixed: ReadonlySet<string>, findings: readonly Fixable[], rootCauses: RootCauses) {
	const counted = findings.filter(isCounted);
	const { scores = scoreFindings(counted).scores } = scoreFindings(withFixed(counted, fixed, rootCauses));
	if (!scores) throw noScore();
	return { axes: scores.axes, pillars: scores.pillars.map(({ key, score }) => ({ key, score })) };
}

/** The first fixes of the best sequence, and the score after each, to a tenth; none where there is no score. */
export function bestFixes(findings: readonly Scorable[], rootCauses: RootCauses, limit: number) {
	const { open, start, costly } = prepare(findings, rootCauses);
	if (!start.scoring.exact) return [];
	return bestSequence(costly, start, open, limit).map(({ id, score }) => ({ id, score }));
}

/** How fixes are tried, the score without any, and what there is to fix. What does not count is left out of each try. */
function prepare(findings: readonly Fixable[], rootCauses: RootCauses) {
	const counted = findings.filter(isCounted);
	const open = (fixed: ReadonlySet<string>): State => ({ fixed, scoring: scoreWithFixed(counted, fixed, rootCauses) });
	return { open, start: open(new Set()), costly: counted.filter(isCostly) };
}

/** At every step the fix that gains most; with several gates closed, first the ones without which nothing moves. */
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

/** Negative where `a` is the better state. */
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
		what: `There is no check named ${ids.map((id) => `"${id}"`).join(", ")}.`,
		todo: "Name checks by the ids that an audit prints.",
	});
}

function noScore(): Failure {
	return new Failure("evidence-thin", {
		what: "There is no score to begin from.",
		why: "The site could not be audited, or too little of it was seen.",
		todo: "Audit the site first and correct what it names.",
	});
}
