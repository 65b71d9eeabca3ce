import { CURRENT_METHODOLOGY, type GateRule } from "#core/methodology.ts";
import { AXES, type Axis, ENGINES, type Engine, PILLAR_KEYS, PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Finding, OmittedPillar, PillarScore, Scores } from "#core/report.ts";
import { plainCount } from "#core/wording.ts";

/** What the score reads of a finding. */
export type Scorable = Pick<
	Finding,
	"id" | "pillar" | "axis" | "engines" | "outcome" | "home" | "scored" | "ratio" | "weight"
>;

export interface Scoring {
	/** Absent when an axis has no known check, or too little is known. */
	readonly scores?: Scores;
	/** The overall score before it is rounded, with and without its gates; present with `scores`. */
	readonly exact?: { readonly overall: number; readonly ungated: number };
	/** Known weight over applicable weight, three decimals. */
	readonly coverage: number;
	readonly gates: readonly GateRule[];
	readonly notApplicable: readonly OmittedPillar[];
}

/**
 * The score of a set of findings: methodology section "How a score is made". Pure; the same findings always give the
 * same numbers, so that a receipt's score can be recomputed from the receipt.
 */
export function scoreFindings(findings: readonly Scorable[]): Scoring {
	const applicable = findings.filter((each) => each.scored && each.outcome !== "not-applicable");
	const known = applicable.filter((each) => each.outcome !== "unknown");
	const coverage = applicable.length === 0 ? 0 : round3(weightOf(known) / weightOf(applicable));
	const gates = closedGates(findings);
	const base = { coverage, gates, notApplicable: omittedPillars(findings, known) };
	const structure = meanOf(known, (each) => each.axis === "structure");
	const accessibility = meanOf(known, (each) => each.axis === "accessibility");
	if (coverage < CURRENT_METHODOLOGY.coverageFloor || structure === undefined || accessibility === undefined)
		return base;
	const ungated = Math.sqrt(structure * accessibility);
	const overall = Math.min(ungated, ...gates.map((gate) => gate.cap));
	return {
		...base,
		exact: { overall, ungated },
		scores: {
			overall: Math.round(overall),
			ungated: Math.round(ungated),
			axes: { structure: Math.round(structure), accessibility: Math.round(accessibility) },
			engines: engineScores(known),
			pillars: pillarScores(known),
		},
	};
}

/** The axes that nothing is known about. */
export function blindAxes(findings: readonly Scorable[]): Axis[] {
	const known = findings.filter((each) => each.scored && !["not-applicable", "unknown"].includes(each.outcome));
	return AXES.filter((axis) => !known.some((each) => each.axis === axis));
}

function earnedShare(finding: Scorable): number {
	if (finding.outcome === "pass") return 1;
	return finding.outcome === "partial" ? (finding.ratio ?? 0.5) : 0;
}

function weightOf(findings: readonly Scorable[]): number {
	return findings.reduce((sum, each) => sum + each.weight, 0);
}

/** Weighted mean of the values, 0 to 100; undefined where nothing is known. */
function meanOf(known: readonly Scorable[], belongs: (each: Scorable) => boolean): number | undefined {
	const chosen = known.filter(belongs);
	if (chosen.length === 0) return undefined;
	const earned = chosen.reduce((sum, each) => sum + each.weight * earnedShare(each), 0);
	return (100 * earned) / weightOf(chosen);
}

function engineScores(known: readonly Scorable[]): Scores["engines"] {
	const engines: Partial<Record<Engine, number>> = {};
	for (const engine of ENGINES) {
		const mean = meanOf(known, (each) => each.engines.includes(engine));
		if (mean !== undefined) engines[engine] = Math.round(mean);
	}
	return engines;
}

function pillarScores(known: readonly Scorable[]): PillarScore[] {
	return PILLAR_KEYS.flatMap((key) => {
		const mine = known.filter((each) => each.pillar === key);
		const mean = meanOf(mine, () => true);
		if (mean === undefined) return [];
		return [{ key, label: PILLARS[key].label, score: Math.round(mean), summary: summarise(mine) }];
	});
}

function summarise(known: readonly Scorable[]): string {
	const of = (outcome: Finding["outcome"]) => known.filter((each) => each.outcome === outcome).length;
	const parts = [`${of("pass")} of ${plainCount(known.length, "check passes", "checks pass")}`];
	if (of("partial") > 0) parts.push(`${of("partial")} in part`);
	if (of("fail") > 0) parts.push(plainCount(of("fail"), "fails", "fail"));
	return `${parts.join(", ")}.`;
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

function round3(value: number): number {
	return Math.round(value * 1000) / 1000;
}

/** What a gate reads of a finding. */
export type Gated = Pick<Finding, "id" | "outcome" | "home">;

/** Gates whose check fails on the home page, whatever other pages say. One that is charged elsewhere closes no gate. */
function closedGates(findings: readonly Gated[]): GateRule[] {
	const failed = new Set(findings.filter(failsAtHome).map((each) => each.id));
	return CURRENT_METHODOLOGY.gates.filter((gate) => failed.has(gate.check));
}

function failsAtHome({ outcome, home }: Gated): boolean {
	return outcome !== "not-applicable" && (home ?? outcome) === "fail";
}
