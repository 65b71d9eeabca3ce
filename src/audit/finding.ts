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
import {
	EXCERPT_LENGTH,
	type Exhibit,
	type Fail,
	isScored,
	type NotApplicable,
	type PartialPass,
	type Pass,
	type Verdict,
} from "#core/verdict.ts";
import { clipped, plainCount } from "#core/wording.ts";
import { sharedTemplate } from "./shared-template.ts";

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

/** What a check said about one page. */
export interface PageVerdict {
	/** Address of the page. */
	readonly url: string;
	readonly verdict: Verdict;
}

type Judgement = Exclude<Verdict, NotApplicable>;
type JudgedPage = { readonly url: string; readonly verdict: Judgement };

/** Pages whose exhibits are shown. */
const SHOWN = 3;

/**
 * One answer for several pages: the mean of what each page earns. Every page counts the same, however much there is on
 * it; a page to which the check does not apply counts nothing. A single page's answer is left as it is.
 */
export function pageMean(home: PageVerdict, sample: readonly PageVerdict[]): Verdict {
	if (sample.length === 0) return home.verdict;
	const all = [home, ...sample];
	const judged = all.flatMap(({ url, verdict }): JudgedPage[] =>
		verdict.outcome === "not-applicable" ? [] : [{ url, verdict }],
	);
	const worst = judged.toSorted((a, b) => earned(a.verdict) - earned(b.verdict));
	const [first] = worst;
	if (!first)
		return { outcome: "not-applicable", says: `This applies to none of ${all.length} pages. ${home.verdict.says}` };
	const short = judged.filter(({ verdict }) => verdict.outcome !== "pass");
	const exhibits = exhibitsOf(short.length > 0 ? worst.slice(0, short.length) : judged);
	const template = sharedTemplate(short.flatMap(({ verdict }) => verdict.exhibits ?? []));
	const seen = `${tally(short.length, judged.length, all.length)} ${wordsOf(first)}`;
	const says = template === undefined ? seen : `${clipped(seen, SAYS_LENGTH - template.length - 1)} ${template}`;
	const ratio = judged.reduce((sum, { verdict }) => sum + earned(verdict), 0) / judged.length;
	return verdictOf(first.verdict, ratio, { says, exhibits });
}

type Wording = Pick<Pass, "says"> & { readonly exhibits: readonly Exhibit[] };

function verdictOf(worst: Judgement, ratio: number, wording: Wording): Pass | PartialPass | Fail {
	if (worst.outcome === "pass") return { outcome: "pass", ...wording };
	const { fix, fault } = worst;
	const advice = fault === undefined ? { fix } : { fix, fault };
	if (ratio === 0) return { outcome: "fail", ...advice, ...wording };
	return { outcome: "partial", ratio, ...advice, ...wording };
}

function earned(verdict: Judgement): number {
	if (verdict.outcome === "partial") return verdict.ratio;
	return verdict.outcome === "pass" ? 1 : 0;
}

function tally(short: number, judged: number, all: number): string {
	const others = judged === all ? "" : `; this does not apply to ${all - judged} more`;
	return `${judged - short} of ${plainCount(judged, "page passes", "pages pass")}${others}.`;
}

/** Most checks name the page themselves when something is wrong. */
function wordsOf({ url, verdict: { outcome, says } }: JudgedPage): string {
	const opening = outcome === "pass" ? "For example" : "At worst";
	return says.includes(url) ? `${opening}: ${says}` : `${opening}, on ${url}: ${says}`;
}

function exhibitsOf(pages: readonly JudgedPage[]): Exhibit[] {
	return pages.slice(0, SHOWN).flatMap(({ verdict }) => verdict.exhibits ?? []);
}
