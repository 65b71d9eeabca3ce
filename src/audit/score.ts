import { CURRENT_METHODOLOGY, type GateRule } from "#core/methodology.ts";
import { AXES, type Axis, ENGINES, type Engine, PILLAR_KEYS, PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Finding, OmittedPillar, PillarScore, Scores } from "#core/report.ts";
import { capitalized, spokenCount } from "#core/wording.ts";

/** What the score reads of a finding. */
export type Scorable = Pick<
	Finding,
	"id" | "pillar" | "axis" | "engines" | "outcome" | "home" | "scored" | "tableStakes" | "ratio" | "weight"
> &
	Partial<Pick<Finding, "chargedTo" | "own">>;

/** The overall score before it is rounded, and what it rests on. */
export interface ExactScoring {
	/** With and without its gates; absent when an axis has no known check, or too little is known. */
	readonly exact?: { readonly overall: number; readonly ungated: number };
	/** Known weight over applicable weight, three decimals. */
	readonly coverage: number;
	readonly gates: readonly GateRule[];
}

export interface Scoring extends ExactScoring {
	/** Present with `exact`. */
	readonly scores?: Scores;
	readonly notApplicable: readonly OmittedPillar[];
}

/** Points of the pillar that each point of weight takes where table stakes fail. */
const POINTS_LOST = 8;
const PILLARS_OF_AXIS = 4;
/** Share of the overall score that stays, for each closed gate. */
const KEPT_BEHIND_GATE = 0.75;

/**
 * The score of a set of findings, as `docs/methodology.md` states it. Pure; the same findings always give the same
 * numbers, so that a receipt's score can be recomputed from the receipt.
 */
export function scoreFindings(findings: readonly Scorable[]): Scoring {
	const known = findings.filter(isKnown);
	const scoring = exactScore(findings);
	const { exact, gates } = scoring;
	const base = { ...scoring, notApplicable: omittedPillars(findings, known) };
	if (!exact) return base;
	const axes = axesOf(known, gates);
	return {
		...base,
		scores: {
			overall: Math.round(exact.overall),
			ungated: Math.round(exact.ungated),
			axes: { structure: shown(axes.structure), accessibility: shown(axes.accessibility) },
			engines: engineScores(known, gates),
			pillars: pillarScores(known, gates),
		},
	};
}

/** The overall score alone: what is asked many times over where fixes are tried. */
export function exactScore(findings: readonly Scorable[]): ExactScoring {
	const applicable = findings.filter((each) => each.scored && isApplicable(each));
	const known = applicable.filter(isKnown);
	const coverage = applicable.length === 0 ? 0 : round3(weightOf(known) / weightOf(applicable));
	const gates = closedGates(findings);
	if (coverage < CURRENT_METHODOLOGY.coverageFloor || axesWithout(known).length > 0) return { coverage, gates };
	const free = axesOf(known, []);
	const ungated = Math.max(0, mean([free.structure, free.accessibility]));
	if (gates.length === 0) return { coverage, gates, exact: { overall: ungated, ungated } };
	const capped = axesOf(known, gates);
	const lowered = Math.max(0, mean([capped.structure, capped.accessibility])) * KEPT_BEHIND_GATE ** gates.length;
	return { coverage, gates, exact: { overall: Math.min(lowered, ...gates.map((gate) => gate.cap)), ungated } };
}

/** The axes that nothing is known about. */
export function blindAxes(findings: readonly Scorable[]): Axis[] {
	return axesWithout(findings.filter(isKnown));
}

function axesWithout(known: readonly Scorable[]): Axis[] {
	return AXES.filter((axis) => !known.some((each) => each.axis === axis));
}

function isKnown(finding: Scorable): boolean {
	return finding.scored && finding.outcome !== "unknown" && isApplicable(finding);
}

/** What follows from a root cause applies: it is missing as long as the cause is there. */
function isApplicable({ outcome, own }: Scorable): boolean {
	return outcome !== "not-applicable" || own !== undefined;
}

/** 0 to 1; what follows from a root cause earns what the check itself said. */
function earnedShare(finding: Scorable): number {
	const { outcome, ratio } = finding.own ?? finding;
	if (outcome === "pass") return 1;
	return outcome === "partial" ? (ratio ?? 0.5) : 0;
}

function weightOf(findings: readonly Scorable[]): number {
	return findings.reduce((sum, each) => sum + each.weight, 0);
}

/** What is known of one pillar, or of the part of it that stands for an axis or an engine. */
interface PillarValue {
	/** At most 100; below 0 where more is lost than earned. */
	readonly value: number;
	/** True where there is something to earn, not only something to lose. */
	readonly earns: boolean;
}

/**
 * The share of what can be earned, less 8 points for each point of weight that table stakes lost. A pillar of table
 * stakes alone begins at 100. Undefined where nothing is known.
 */
function pillarValue(known: readonly Scorable[]): PillarValue | undefined {
	if (known.length === 0) return undefined;
	const merits = known.filter((each) => !each.tableStakes);
	const stakes = known.filter((each) => each.tableStakes);
	const earned = merits.reduce((sum, each) => sum + each.weight * earnedShare(each), 0);
	const lost = stakes.reduce((sum, each) => sum + each.weight * (1 - earnedShare(each)), 0);
	const share = merits.length === 0 ? 1 : earned / weightOf(merits);
	return { value: 100 * share - POINTS_LOST * lost, earns: merits.length > 0 };
}

/** The mean of the pillars that can earn, less a quarter of what each of the others lost. */
function combine(pillars: readonly PillarValue[]): number {
	const earning = pillars.filter((each) => each.earns).map(({ value }) => value);
	const lost = pillars.filter((each) => !each.earns).reduce((sum, { value }) => sum + 100 - value, 0);
	return (earning.length === 0 ? 0 : mean(earning)) - lost / PILLARS_OF_AXIS;
}

function axesOf(known: readonly Scorable[], gates: readonly GateRule[]): Record<Axis, number> {
	const valueOn = (axis: Axis) => {
		const mine = known.filter((each) => each.axis === axis);
		const caps = gates.flatMap(({ cap, concerns }) => (concerns?.axes.includes(axis) ? [cap] : []));
		return Math.min(combine(pillarsOf(mine, gates)), ...caps);
	};
	return { structure: valueOn("structure"), accessibility: valueOn("accessibility") };
}

function pillarsOf(known: readonly Scorable[], gates: readonly GateRule[]): PillarValue[] {
	return PILLAR_KEYS.flatMap((key) => cappedPillar(key, known, gates) ?? []);
}

function cappedPillar(key: PillarKey, known: readonly Scorable[], gates: readonly GateRule[]): PillarValue | undefined {
	const pillar = pillarValue(known.filter((each) => each.pillar === key));
	const caps = gates.flatMap(({ cap, concerns }) => (concerns?.pillars.includes(key) ? [cap] : []));
	return pillar && { ...pillar, value: Math.min(pillar.value, ...caps) };
}

/** The same formula over the checks that serve an engine: the mean of the two axes, as far as they are known. */
function engineScores(known: readonly Scorable[], gates: readonly GateRule[]): Scores["engines"] {
	const engines: Partial<Record<Engine, number>> = {};
	for (const engine of ENGINES) {
		const mine = known.filter((each) => each.engines.includes(engine));
		const axes = AXES.map((axis) =>
			pillarsOf(
				mine.filter((each) => each.axis === axis),
				gates,
			),
		);
		const values = axes.filter((pillars) => pillars.length > 0).map(combine);
		const caps = gates.flatMap(({ cap, concerns }) => (concerns?.engines.includes(engine) ? [cap] : []));
		if (values.length > 0) engines[engine] = shown(Math.min(mean(values), ...caps));
	}
	return engines;
}

function pillarScores(known: readonly Scorable[], gates: readonly GateRule[]): PillarScore[] {
	return PILLAR_KEYS.flatMap((key) => {
		const pillar = cappedPillar(key, known, gates);
		if (!pillar) return [];
		const summary = summarise(known.filter((each) => each.pillar === key));
		return [{ key, label: PILLARS[key].label, score: shown(pillar.value), summary }];
	});
}

/** `Ten things were looked at: eight are fine, one in part, one is wrong.` */
function summarise(known: readonly Scorable[]): string {
	const of = (outcomes: readonly Finding["outcome"][]) =>
		known.filter((each) => outcomes.includes(each.outcome)).length;
	const [fine, half, wrong] = [of(["pass"]), of(["partial"]), of(["fail", "not-applicable"])];
	const looked = `${capitalized(spokenCount(known.length))} ${known.length === 1 ? "thing was" : "things were"} looked at`;
	if (fine === known.length) return `${looked}: ${known.length === 1 ? "it is" : "all are"} fine.`;
	const parts = [
		...(fine > 0 ? [`${spokenCount(fine)} ${fine === 1 ? "is" : "are"} fine`] : []),
		...(half > 0 ? [`${spokenCount(half)} in part`] : []),
		...(wrong > 0 ? [`${spokenCount(wrong)} ${wrong === 1 ? "is" : "are"} wrong`] : []),
	];
	return `${looked}: ${parts.join(", ")}.`;
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
	if (mine.some((each) => each.outcome === "unknown")) return "Nothing here could be looked at in this audit.";
	return "Nothing here applies to this site.";
}

/** What a gate reads of a finding. */
export type Gated = Pick<Finding, "id" | "outcome" | "home">;

/** Gates whose check fails on the home page, whatever other pages say. What follows from another fault closes no gate. */
function closedGates(findings: readonly Gated[]): GateRule[] {
	const failed = new Set(findings.filter(failsAtHome).map((each) => each.id));
	return CURRENT_METHODOLOGY.gates.filter((gate) => failed.has(gate.check));
}

function failsAtHome({ outcome, home }: Gated): boolean {
	return outcome !== "not-applicable" && (home ?? outcome) === "fail";
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** A whole number from 0. */
function shown(value: number): number {
	return Math.max(0, Math.round(value));
}

function round3(value: number): number {
	return Math.round(value * 1000) / 1000;
}
