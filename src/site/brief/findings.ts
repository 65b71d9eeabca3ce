import { checkOf } from "#checks/check-by-id.ts";
import { PILLAR_KEYS, PILLARS, type Pillar } from "#core/pillar.ts";
import type { Finding, PillarScore } from "#core/report.ts";
import { isFault } from "#core/verdict.ts";
import { engineList } from "../checks/check-texts.ts";
import { costsPoints, isInformation } from "./receipt-words.ts";
import { pointWords, workOf } from "./recommendation.ts";

/** Findings of a brief in the order in which it is read. */
export interface FindingGroups {
	/** What was judged, by pillar; the order within is that of the brief. */
	readonly judged: readonly PillarFindings[];
	readonly unknown: readonly Finding[];
	/** What costs points as long as another fault is there. */
	readonly following: readonly Finding[];
	/** What does not apply, by its reason. */
	readonly notApplicable: readonly { readonly says: string; readonly findings: readonly Finding[] }[];
}

interface PillarFindings {
	readonly pillar: Pillar;
	/** Absent where the pillar has no score. */
	readonly score?: number;
	/** What costs points. */
	readonly faults: readonly Finding[];
	readonly passes: readonly Finding[];
	/** What is shown and never scored. */
	readonly information: readonly Finding[];
}

export function groupFindings(findings: readonly Finding[], scores: readonly PillarScore[] = []): FindingGroups {
	const judged = Map.groupBy(findings.filter(isJudged), ({ pillar }) => pillar);
	return {
		judged: PILLAR_KEYS.flatMap((key) => {
			const mine = judged.get(key) ?? [];
			if (mine.length === 0) return [];
			const score = scores.find((each) => each.key === key)?.score;
			return [
				{
					pillar: PILLARS[key],
					...(score === undefined ? {} : { score }),
					faults: mine.filter(costsPoints),
					passes: mine.filter(({ scored, outcome }) => scored && outcome === "pass"),
					information: mine.filter(({ scored }) => !scored),
				},
			];
		}),
		unknown: findings.filter((each) => each.outcome === "unknown"),
		following: findings.filter(isFollowing),
		notApplicable: byReason(findings.filter((each) => each.outcome === "not-applicable" && !isFollowing(each))),
	};
}

function isJudged({ outcome }: Finding): boolean {
	return outcome === "pass" || isFault(outcome);
}

function isFollowing({ chargedTo, own }: Finding): boolean {
	return chargedTo !== undefined && own !== undefined;
}

function byReason(findings: readonly Finding[]): FindingGroups["notApplicable"] {
	const reasons = Map.groupBy(findings, ({ says }) => says);
	return [...reasons].map(([says, mine]) => ({ says, findings: mine }));
}

/** What stands under a finding in small print. */
export function findingNotes(finding: Finding): readonly string[] {
	const serves = `serves ${engineList(finding.engines)}`;
	if (!finding.scored) return [isInformation(finding) ? "not scored" : "for information, not scored", serves];
	const lift = finding.lift > 0 ? [`${pointWords(finding.lift)} to gain by itself`] : [];
	const work = costsPoints(finding) ? (workOf(finding.id) ?? []) : [];
	return [...lift, work, `weight ${finding.weight}`, serves].flat();
}

/** What a fault costs the owner's business; undefined for what costs nothing, or is not known here. */
export function consequenceOf(finding: Finding): string | undefined {
	return costsPoints(finding) ? checkOf(finding.id)?.consequence : undefined;
}
