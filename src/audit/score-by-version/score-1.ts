import { type Axis, ENGINES, type Engine, PILLAR_KEYS, PILLARS, type PillarKey } from "#core/pillar.ts";
import type { Finding, OmittedPillar, PillarScore, Scores } from "#core/report.ts";
import type { Rubric } from "#core/rubric.ts";
import { plainCount } from "#core/wording.ts";
import type { Numbers } from "./scoring-of.ts";

/**
 * The formula of methodologies 0.1.0 and 1.0.0, as it was. Receipts of theirs are recomputed by it, so it never changes.
 */

export type Scorable = Pick<
	Finding,
	"id" | "pillar" | "axis" | "engines" | "outcome" | "home" | "scored" | "ratio" | "weight"
>;
type Rules = Pick<Rubric, "gates" | "coverageFloor">;

export function scoreFindings({ gates: rules, coverageFloor }: Rules, findings: readonly Scorable[]): Numbers {
	const applicable = findings.filter((each) => each.scored && each.outcome !== "not-applicable");
	const known = applicable.filter((each) => each.outcome !== "unknown");
	const coverage = applicable.length === 0 ? 0 : round3(weightOf(known) / weightOf(applicable));
	const failed = new Set(findings.filter(failsAtHome).map((each) => each.id));
	const gates = rules.filter((gate) => failed.has(gate.check)).map(({ id, cap, says }) => ({ id, cap, says }));
	const base = { coverage, gates, notApplicable: omittedPillars(findings, known) };
	const structure = meanOf(known, (each) => each.axis === "structure");
	const accessibility = meanOf(known, (each) => each.axis === "accessibility");
	if (coverage < coverageFloor || structure === undefined || accessibility === undefined) return base;
	const ungated = Math.sqrt(structure * accessibility);
	const scores = {
		overall: Math.round(Math.min(ungated, ...gates.map((gate) => gate.cap))),
		ungated: Math.round(ungated),
		axes: { structure: Math.round(structure), accessibility: Math.round(accessibility) } satisfies Record<Axis, number>,
		engines: engineScores(known),
		pillars: pillarScores(known),
	};
	return { ...base, scores };
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

function failsAtHome({ outcome, home }: Scorable): boolean {
	return outcome !== "not-applicable" && (home ?? outcome) === "fail";
}
