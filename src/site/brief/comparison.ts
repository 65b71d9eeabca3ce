import type { AuditResult, Comparison } from "#core/audit-result.ts";
import { REFUSAL } from "#core/brand.ts";
import { PILLAR_KEYS, PILLARS, type PillarKey } from "#core/pillar.ts";

type Difference = NonNullable<Comparison["difference"]>;

/** Two audits of one methodology side by side; differences are A minus B, and there are none where one has no score. */
export function compareResults(a: AuditResult, b: AuditResult): Comparison {
	const difference = differenceOf(a, b);
	const unaudited = [a, b].filter(({ ok }) => !ok);
	return {
		ok: difference !== undefined,
		a,
		b,
		...(difference ? { difference } : {}),
		methodology: a.methodology,
		refusal: REFUSAL,
		...(unaudited.length > 0 ? { error: unaudited.map(whyUnaudited).join(" ") } : {}),
	};
}

function differenceOf(a: AuditResult, b: AuditResult): Difference | undefined {
	if (a.overallScore === undefined || b.overallScore === undefined || !a.axes || !b.axes) return undefined;
	const scoresOf = (audit: AuditResult) => new Map(audit.pillars?.map(({ key, score }) => [key, score]));
	const [left, right] = [scoresOf(a), scoresOf(b)];
	return {
		overallScore: a.overallScore - b.overallScore,
		axes: {
			structure: a.axes.structure - b.axes.structure,
			accessibility: a.axes.accessibility - b.axes.accessibility,
		},
		pillars: PILLAR_KEYS.filter((key) => left.has(key) || right.has(key)).map((key) =>
			pillarDifference(key, left.get(key) ?? null, right.get(key) ?? null),
		),
	};
}

function pillarDifference(key: PillarKey, a: number | null, b: number | null): Difference["pillars"][number] {
	return { key, label: PILLARS[key].label, a, b, difference: a === null || b === null ? null : a - b };
}

function whyUnaudited({ domain, error = "" }: AuditResult): string {
	return `${domain} could not be audited: ${error}`;
}
