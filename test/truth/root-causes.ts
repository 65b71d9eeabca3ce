import type { Report } from "#core/report.ts";
import { auditExample } from "./example-audit.ts";
import type { JudgeResult } from "./judge-result.ts";
import { ROOT_CAUSE_SITES, type RootCauseSite } from "./root-causes-sites.ts";

/** What a report says of a site's root cause. */
export interface Charge {
	/** Ids of the scored findings that cost points. */
	readonly penalties: readonly string[];
	readonly gates: readonly string[];
	/** True where a score was given. */
	readonly scored: boolean;
}

export const MODES = ["light", "deep"] as const;

export function auditRootCause({ site }: RootCauseSite, mode: (typeof MODES)[number]): Promise<Report> {
	return auditExample(site, mode);
}

export function chargeOf({ ok, scores, gates, findings }: Report): Charge {
	const lost = findings.filter(({ outcome, scored }) => scored && (outcome === "fail" || outcome === "partial"));
	return {
		penalties: lost.map(({ id }) => id),
		gates: gates.map(({ id }) => id),
		scored: ok && scores !== undefined,
	};
}

/** One penalty, by the check that carries it, and its gate; or no score at all. */
export function chargeExpected({ cause, gate }: RootCauseSite): Charge {
	return {
		penalties: cause === null ? [] : [cause],
		gates: gate === null ? [] : [gate],
		scored: cause !== null,
	};
}

/**
 * Whole sites with one root cause each, light and deep: a case is one audit, and it agrees where the cause is charged once.
 *
 * @param audit where audits were made already
 */
export async function judgeRootCauses(audit = auditRootCause): Promise<JudgeResult> {
	const cases: { readonly case: string; readonly expected: string; readonly ours: string }[] = [];
	for (const site of ROOT_CAUSE_SITES) {
		for (const mode of MODES) {
			const ours = inWords(chargeOf(await audit(site, mode)));
			cases.push({ case: `${site.name} · ${mode}`, expected: inWords(chargeExpected(site)), ours });
		}
	}
	const disagreements = cases.filter(({ expected, ours }) => expected !== ours);
	return {
		judge: "Sites with one root cause",
		cases: cases.length,
		agreed: cases.length - disagreements.length,
		disagreements,
	};
}

function inWords({ penalties, gates, scored }: Charge): string {
	const lost = penalties.length === 0 ? "no penalty" : `penalty: ${penalties.join(", ")}`;
	return `${scored ? "a score" : "no score"}, ${lost}, ${gates.length === 0 ? "no gate" : `gate: ${gates.join(", ")}`}`;
}
