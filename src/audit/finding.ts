import type { Check } from "#checks/define-check.ts";
import { PILLARS } from "#core/pillar.ts";
import {
	EXHIBIT_PLACE_LENGTH,
	EXHIBIT_URL_LENGTH,
	EXHIBITS_MAX,
	FIX_LENGTH,
	type Finding,
	SAYS_LENGTH,
} from "#core/report.ts";
import { EXCERPT_LENGTH, type Exhibit, isScored, type Verdict } from "#core/verdict.ts";
import { clipped } from "#core/wording.ts";

/** A finding before its lift is known. */
export type Judged = Omit<Finding, "lift">;

/** What a check came to, over all pages. */
export type Answer = (Verdict | { readonly outcome: "unknown"; readonly says: string }) & {
	/** What the home page alone gives, where that differs. */
	readonly home?: Verdict["outcome"];
};

/** The one way from answers to findings, so that none of them is longer than `core/report.ts` allows. */
export function toFinding(check: Check, answer: Answer): Judged {
	const exhibits: readonly Exhibit[] = "exhibits" in answer ? (answer.exhibits ?? []) : [];
	return {
		id: check.id,
		title: headingOf(check, answer),
		pillar: check.pillar,
		axis: check.axis ?? PILLARS[check.pillar].axis,
		engines: [...check.engines],
		outcome: answer.outcome,
		...(answer.home === undefined ? {} : { home: answer.home }),
		scored: isScored(check),
		...(check.tableStakes ? { tableStakes: true } : {}),
		...(answer.outcome === "partial" ? { ratio: round3(answer.ratio) } : {}),
		weight: check.weight,
		says: clipped(answer.says, SAYS_LENGTH),
		...(answer.outcome === "partial" || answer.outcome === "fail" ? { fix: clipped(answer.fix, FIX_LENGTH) } : {}),
		reference: check.reference,
		evidence: exhibits.slice(0, EXHIBITS_MAX).map(shown),
	};
}

/** A fault is headed by the fault. */
export function headingOf(check: Check, answer: Answer): string {
	if (answer.outcome !== "partial" && answer.outcome !== "fail") return check.title;
	return answer.fault ?? check.fault;
}

/** An exhibit within the lengths of a report. */
export function shown({ url, at, excerpt }: Exhibit): Finding["evidence"][number] {
	return {
		url: clipped(url, EXHIBIT_URL_LENGTH),
		...(at === undefined ? {} : { at: clipped(at, EXHIBIT_PLACE_LENGTH) }),
		excerpt: clipped(excerpt, EXCERPT_LENGTH),
	};
}

/** The fault follows from its root cause, and is advised there; what the check itself said stays readable. */
export function chargeTo(root: string, rootTitle: string, finding: Judged): Judged {
	const { ratio, ...rest } = finding;
	return {
		...rest,
		outcome: "not-applicable",
		says: clipped(`Follows from "${rootTitle}": ${finding.says}`, SAYS_LENGTH),
		chargedTo: root,
		own: ratio === undefined ? { outcome: "fail" } : { outcome: "partial", ratio },
	};
}

function round3(value: number): number {
	return Math.min(0.999, Math.max(0.001, Math.round(value * 1000) / 1000));
}
