import type { GateRule } from "#core/methodology.ts";
import { type Axis, PILLAR_KEYS, type PillarKey } from "#core/pillar.ts";
import type { Finding } from "#core/report.ts";

/** What the score reads of a finding. */
export type Scorable = Pick<
	Finding,
	"id" | "pillar" | "axis" | "engines" | "outcome" | "home" | "scored" | "tableStakes" | "ratio" | "weight"
> &
	Partial<Pick<Finding, "chargedTo" | "own">>;

/** Weights of the known checks of one pillar. */
interface Sums {
	/** Of checks by which something can be earned, and what of it is earned. */
	merit: number;
	earned: number;
	/** Of table stakes that failed. */
	lost: number;
}
/** Only pillars of which something is known. */
export type PillarSums = Partial<Record<PillarKey, Sums>>;
export type SumsByAxis = Readonly<Record<Axis, PillarSums>>;

/** Points of the pillar that each point of weight takes where table stakes fail. */
const POINTS_LOST = 8;
const PILLARS_OF_AXIS = 4;

export function isKnown(finding: Scorable): boolean {
	return finding.outcome !== "unknown" && isCounted(finding);
}

/** Scored and applicable. What follows from a root cause applies: it is missing as long as the cause is there. */
export function isCounted({ scored, outcome, own }: Scorable): boolean {
	return scored && (outcome !== "not-applicable" || own !== undefined);
}

/** 0 to 1; what follows from a root cause earns what the check itself said. */
function earnedShare(finding: Scorable): number {
	const { outcome, ratio } = finding.own ?? finding;
	if (outcome === "pass") return 1;
	return outcome === "partial" ? (ratio ?? 0.5) : 0;
}

/** A plain loop: it runs for every fix that is tried. */
export function sumByAxis(findings: readonly Scorable[]): SumsByAxis {
	const sums = { structure: {}, accessibility: {} };
	for (const each of findings) if (isKnown(each)) add(sums[each.axis], each);
	return sums;
}

/** The same for whole pillars, whose checks may stand for both axes. */
export function sumPillars(findings: readonly Scorable[]): PillarSums {
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
 * The share of what can be earned, less 8 points for each point of weight that table stakes lost, at most the caps of
 * gates that concern the pillar. A pillar of table stakes alone begins at 100; it may fall below 0. Undefined where
 * nothing is known.
 */
export function pillarValue(key: PillarKey, sums: PillarSums, gates: readonly GateRule[]): number | undefined {
	const mine = sums[key];
	if (!mine) return undefined;
	const share = mine.merit === 0 ? 1 : mine.earned / mine.merit;
	let value = 100 * share - POINTS_LOST * mine.lost;
	for (const { cap, concerns } of gates) if (concerns.pillars.includes(key)) value = Math.min(value, cap);
	return value;
}

/** The mean of the pillars in which something can be earned, less a quarter of what each of the others lost. */
export function combine(sums: PillarSums, gates: readonly GateRule[]): number {
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
