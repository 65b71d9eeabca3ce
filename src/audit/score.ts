import { CURRENT_METHODOLOGY, type GateRule } from "#core/methodology.ts";
import { AXES, type Axis, ENGINES, type Engine, PILLAR_KEYS, PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Finding, OmittedPillar, PillarScore, Scores } from "#core/report.ts";
import { plainCount, plural } from "#core/wording.ts";

export type Scorable = Pick<
	Finding,
	"id" | "pillar" | "axis" | "engines" | "outcome" | "home" | "scored" | "tableStakes" | "ratio" | "weight"
> &
	Partial<Pick<Finding, "chargedTo" | "own">>;

interface Sums {
	/** Weight of checks that earn points, and the points earned. */
	merit: number;
	earned: number;
	/** By failed table stakes. */
	lost: number;
}
/** Only pillars with known outcomes. */
type PillarSums = Partial<Record<PillarKey, Sums>>;
type SumsByAxis = Readonly<Record<Axis, PillarSums>>;

/** Points that a pillar loses per weight of failed table stakes. */
const POINTS_LOST = 8;
const PILLARS_OF_AXIS = 4;

function isKnown(finding: Scorable): boolean {
	return finding.outcome !== "unknown" && isCounted(finding);
}

/** Scored and applicable. Faults charged to a root cause count: they persist as long as the cause. */
export function isCounted({ scored, outcome, own }: Scorable): boolean {
	return scored && (outcome !== "not-applicable" || own !== undefined);
}

/** The score's input, in objects of one shape (faster): they are summed up for every simulated fix. */
export function scorablesOf(findings: readonly Scorable[]): Scorable[] {
	return findings.filter(isCounted).map((finding) => {
		const { id, pillar, axis, engines, outcome, home, scored, tableStakes, ratio, weight, chargedTo, own } = finding;
		return { id, pillar, axis, engines, outcome, home, scored, tableStakes, ratio, weight, chargedTo, own };
	});
}

/** 0 to 1; for faults charged to a root cause, what the check itself said. */
function earnedShare(finding: Scorable): number {
	const { outcome, ratio } = finding.own ?? finding;
	if (outcome === "pass") return 1;
	return outcome === "partial" ? (ratio ?? 0.5) : 0;
}

/** A plain loop, because it runs for every simulated fix. */
function sumByAxis(findings: readonly Scorable[]): SumsByAxis {
	const sums = { structure: {}, accessibility: {} };
	for (const each of findings) if (isKnown(each)) add(sums[each.axis], each);
	return sums;
}

/** Sums of the pillars of one axis or of both. */
function sumPillars(findings: readonly Scorable[]): PillarSums {
	const sums: PillarSums = {};
	for (const each of findings) if (isKnown(each)) add(sums, each);
	return sums;
}

function add(sums: PillarSums, finding: Scorable): void {
	const { pillar, weight, tableStakes } = finding;
	const mine = sums[pillar] ?? { merit: 0, earned: 0, lost: 0 };
	sums[pillar] = mine;
	const share = earnedShare(finding);
	if (tableStakes) {
		mine.lost += weight * (1 - share);
	} else {
		mine.merit += weight;
		mine.earned += weight * share;
	}
}

/**
 * The earned share (100 with table stakes alone), minus 8 points per weight of failed table stakes, capped by the
 * pillar's gates; may be negative. Undefined if nothing is known.
 */
function pillarValue(key: PillarKey, sums: PillarSums, gates: readonly GateRule[]): number | undefined {
	const mine = sums[key];
	if (!mine) return undefined;
	const share = mine.merit === 0 ? 1 : mine.earned / mine.merit;
	let value = 100 * share - POINTS_LOST * mine.lost;
	for (const { cap, concerns } of gates) if (concerns.pillars.includes(key)) value = Math.min(value, cap);
	return value;
}

/** The mean of the pillars that can earn points, minus a quarter of what each other pillar lost. */
function combine(sums: PillarSums, gates: readonly GateRule[]): number {
	let [earning, total, lost] = [0, 0, 0];
	for (const key of PILLAR_KEYS) {
		const value = pillarValue(key, sums, gates);
		if (value === undefined) continue;
		if ((sums[key]?.merit ?? 0) > 0) {
			earning += 1;
			total += value;
		} else lost += 100 - value;
	}
	return (earning === 0 ? 0 : total / earning) - lost / PILLARS_OF_AXIS;
}

export interface ExactScoring {
	/** With and without gates; absent if an axis has no known check, or coverage is too low. */
	readonly exact?: { readonly overall: number; readonly ungated: number };
	/** Known weight divided by applicable weight, 3 decimals. */
	readonly coverage: number;
	readonly gates: readonly GateRule[];
}

export interface Scoring extends ExactScoring {
	/** Present with `exact`. */
	readonly scores?: Scores;
	readonly notApplicable: readonly OmittedPillar[];
}

const KEPT_BEHIND_GATE = 0.75;

/** The formula of `docs/methodology.md`. Pure, so that a receipt's score can be recomputed from the receipt. */
export function scoreFindings(findings: readonly Scorable[]): Scoring {
	const known = findings.filter(isKnown);
	const scoring = exactScore(findings);
	const { exact, gates } = scoring;
	const base = { ...scoring, notApplicable: omittedPillars(findings, known) };
	if (!exact) return base;
	const sums = sumByAxis(findings);
	return {
		...base,
		scores: {
			overall: Math.round(exact.overall),
			ungated: Math.round(exact.ungated),
			axes: {
				structure: shown(axisValue(sums, "structure", gates)),
				accessibility: shown(axisValue(sums, "accessibility", gates)),
			},
			engines: engineScores(findings, gates),
			pillars: pillarScores(findings, gates),
		},
	};
}

/** The overall score only, which simulating fixes computes many times. */
export function exactScore(findings: readonly Scorable[]): ExactScoring {
	let [applicable, certain] = [0, 0];
	for (const each of findings) {
		if (isCounted(each)) applicable += each.weight;
		if (isKnown(each)) certain += each.weight;
	}
	const coverage = applicable === 0 ? 0 : round3(certain / applicable);
	const gates = closedGates(findings);
	const sums = sumByAxis(findings);
	if (coverage < CURRENT_METHODOLOGY.coverageFloor || AXES.some((axis) => isBlind(sums, axis)))
		return { coverage, gates };
	const ungated = Math.max(0, meanOfAxes(sums, []));
	if (gates.length === 0) return { coverage, gates, exact: { overall: ungated, ungated } };
	const lowered = Math.max(0, meanOfAxes(sums, gates)) * KEPT_BEHIND_GATE ** gates.length;
	return { coverage, gates, exact: { overall: Math.min(lowered, ...gates.map((gate) => gate.cap)), ungated } };
}

export function blindAxes(findings: readonly Scorable[]): Axis[] {
	const sums = sumByAxis(findings);
	return AXES.filter((axis) => isBlind(sums, axis));
}

function isBlind(sums: SumsByAxis, axis: Axis): boolean {
	return Object.keys(sums[axis]).length === 0;
}

function meanOfAxes(sums: SumsByAxis, gates: readonly GateRule[]): number {
	return (axisValue(sums, "structure", gates) + axisValue(sums, "accessibility", gates)) / 2;
}

function axisValue(sums: SumsByAxis, axis: Axis, gates: readonly GateRule[]): number {
	let value = combine(sums[axis], gates);
	for (const { cap, concerns } of gates) if (concerns.axes.includes(axis)) value = Math.min(value, cap);
	return value;
}

/** The same formula over the checks of one engine: the mean of the axes that are known. */
function engineScores(findings: readonly Scorable[], gates: readonly GateRule[]): Scores["engines"] {
	const engines: Partial<Record<Engine, number>> = {};
	for (const engine of ENGINES) {
		const sums = sumByAxis(findings.filter((each) => each.engines.includes(engine)));
		const known = AXES.filter((axis) => !isBlind(sums, axis));
		const caps = gates.flatMap(({ cap, concerns }) => (concerns.engines.includes(engine) ? [cap] : []));
		if (known.length === 0) continue;
		const mean = known.reduce((sum, axis) => sum + combine(sums[axis], gates), 0) / known.length;
		engines[engine] = shown(Math.min(mean, ...caps));
	}
	return engines;
}

function pillarScores(findings: readonly Scorable[], gates: readonly GateRule[]): PillarScore[] {
	const sums = sumPillars(findings);
	return PILLAR_KEYS.flatMap((key) => {
		const value = pillarValue(key, sums, gates);
		if (value === undefined) return [];
		const outcomes = findings.filter((each) => each.pillar === key && isKnown(each)).map(({ outcome }) => outcome);
		return [
			{ key, label: PILLARS[key].label, score: shown(value), summary: summarise(outcomes, sums[key], value, gates) },
		];
	});
}

/** `4 of 8 checks pass, 1 passes in part. They earn 60 points, and missing basics cost 60.` */
function summarise(
	outcomes: readonly Finding["outcome"][],
	{ merit, earned, lost }: Sums = { merit: 0, earned: 0, lost: 0 },
	value: number,
	gates: readonly GateRule[],
): string {
	const all = outcomes.length;
	const [pass = 0, half = 0] = ["pass", "partial"].map((wanted) => outcomes.filter((each) => each === wanted).length);
	const passing =
		pass === all ? allPass(all) : `${pass} of ${plainCount(all, "check")} ${plural(pass || all, "passes", "pass")}`;
	const partly = half ? `, ${half} ${plural(half, "passes", "pass")} in part` : "";
	const taken = POINTS_LOST * lost;
	const own = merit === 0 ? 100 : (100 * earned) / merit;
	const points = Math.round(own);
	const isCapped = gates.length > 0 && shown(value) < shown(own - taken);
	// A pillar cannot fall below 0. Without a cap, the cost is the difference to the score shown.
	const cost = isCapped ? Math.min(points, Math.round(taken)) : points - shown(value);
	const sum =
		points < 2 || cost === 0 || Math.round(taken) === 0
			? ""
			: merit === 0
				? ` Missing basics cost ${cost} of 100 points.`
				: ` They earn ${points} points, and missing basics cost ${cost}.`;
	const capped = isCapped ? ` A grave fault caps this at ${shown(value)}.` : "";
	return `${passing}${partly}.${sum}${capped}`;
}

function allPass(checks: number): string {
	if (checks === 1) return "The only check passes";
	return checks === 2 ? "Both checks pass" : `All ${checks} checks pass`;
}

function omittedPillars(findings: readonly Scorable[], known: readonly Scorable[]): OmittedPillar[] {
	return PILLAR_KEYS.filter((key) => !known.some((each) => each.pillar === key)).map((key) => ({
		key,
		label: PILLARS[key].label,
		says: whyOmitted(key, findings),
	}));
}

function whyOmitted(key: PillarKey, findings: readonly Scorable[]): string {
	const mine = findings.filter((each) => each.pillar === key && each.scored);
	if (mine.some((each) => each.outcome === "unknown")) return "This audit could not check anything here.";
	return "Nothing here applies to this site.";
}

type Gated = Pick<Finding, "id" | "outcome" | "home">;

/** Gates whose check fails on the home page, ignoring other pages. Faults charged to a root cause close no gate. */
function closedGates(findings: readonly Gated[]): GateRule[] {
	const failed = new Set<string>();
	for (const each of findings) if (failsAtHome(each)) failed.add(each.id);
	return CURRENT_METHODOLOGY.gates.filter((gate) => failed.has(gate.check));
}

function failsAtHome({ outcome, home }: Gated): boolean {
	return outcome !== "not-applicable" && (home ?? outcome) === "fail";
}

function shown(value: number): number {
	return Math.max(0, Math.round(value));
}

function round3(value: number): number {
	return Math.round(value * 1000) / 1000;
}
