import { PILLAR_KEYS, PILLARS, type Pillar } from "#core/pillar.ts";
import type { Finding, PillarScore } from "#core/report.ts";
import { costsPoints } from "./outcome-mark.ts";

/** Findings of a brief in the order in which it is read. */
export interface FindingGroups {
	/** What was judged, by pillar; the order within is that of the brief. */
	readonly judged: readonly PillarFindings[];
	readonly unknown: readonly Finding[];
	/** What does not apply, by its reason. */
	readonly notApplicable: readonly { readonly says: string; readonly findings: readonly Finding[] }[];
}

interface PillarFindings {
	readonly pillar: Pillar;
	/** Absent where the pillar has no score. */
	readonly score?: number;
	/** What costs points. */
	readonly faults: readonly Finding[];
	/** What passed, or is shown for information only. */
	readonly settled: readonly Finding[];
}

export function groupFindings(findings: readonly Finding[], scores: readonly PillarScore[] = []): FindingGroups {
	return {
		judged: PILLAR_KEYS.flatMap((key) => {
			const mine = findings.filter((each) => each.pillar === key && isJudged(each));
			if (mine.length === 0) return [];
			const score = scores.find((each) => each.key === key)?.score;
			return [
				{
					pillar: PILLARS[key],
					...(score === undefined ? {} : { score }),
					faults: mine.filter(costsPoints),
					settled: mine.filter((each) => !costsPoints(each)),
				},
			];
		}),
		unknown: findings.filter((each) => each.outcome === "unknown"),
		notApplicable: byReason(findings.filter((each) => each.outcome === "not-applicable")),
	};
}

function isJudged({ outcome }: Finding): boolean {
	return outcome === "pass" || outcome === "partial" || outcome === "fail";
}

function byReason(findings: readonly Finding[]): FindingGroups["notApplicable"] {
	const reasons = new Map<string, Finding[]>();
	for (const finding of findings) reasons.set(finding.says, [...(reasons.get(finding.says) ?? []), finding]);
	return [...reasons].map(([says, mine]) => ({ says, findings: mine }));
}
