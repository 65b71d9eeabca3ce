import { checkOf } from "#checks/registry.ts";
import type { Finding, Gate, Report } from "#core/report.ts";
import { byLift, type Fixable, lostWeight } from "#core/verdict.ts";
import { checkOfGate, workParts, workWords } from "../checks/check-texts.ts";
import { shownText } from "../page/page-text.ts";
import { consequenceIn } from "./check-texts-in.ts";
import { ENGLISH, type Words } from "./languages.ts";
import { placeIn } from "./receipt-words.ts";
import { pagesWords } from "./site-pages.ts";

export interface Recommendation {
	readonly id: string;
	readonly title: string;
	/** Undefined for an unknown check. */
	readonly consequence?: string;
	/** The loss as a clause after "but". */
	readonly problem?: string;
	/** `Developer, about 2 hours`. */
	readonly work?: string;
	/** Number and templates of the pages at fault; undefined for a finding about one page or the whole site. */
	readonly pages?: string;
	readonly fix: string;
	/** Points that this fix alone adds to the overall score, to a tenth. */
	readonly lift: number;
	/** After this fix and those before it, to a tenth; only for first fixes. */
	readonly scoreAfter?: number;
	readonly gain: string;
	readonly reference: string;
	readonly closesGate: boolean;
}

export const RECOMMENDATION_LIMIT = 5;

export interface Fixes<F extends Fixable> extends Pick<Report, "firstFixes"> {
	readonly scores?: { readonly overall: number } | undefined;
	readonly overallScore?: number;
	readonly methodology: string;
	readonly gates: readonly Gate[];
	readonly findings: readonly F[];
}

/** First fixes, then faults that cap the score (until fixed, others may gain nothing), then by lift. */
export function fixesInOrder<F extends Fixable>(audit: Fixes<F>): readonly F[] {
	const gating = cappingChecks(audit);
	const stated = new Map(audit.firstFixes?.map(({ id }, index) => [id, index]));
	const rank = ({ id }: F) => stated.get(id) ?? stated.size;
	return audit.findings
		.filter((each) => each.scored && lostWeight(each) > 0 && each.fix !== undefined)
		.toSorted((a, b) => rank(a) - rank(b) || Number(gating.has(b.id)) - Number(gating.has(a.id)) || byLift(a, b));
}

export function firstFixes(audit: Fixes<Finding>, gravest?: string, words: Words = ENGLISH): readonly Recommendation[] {
	const steps = stepsOf(audit, gravest);
	const rank = ({ id }: Finding) => {
		const at = steps.findIndex((step) => step.id === id);
		return at >= 0 ? at : Number(id !== gravest);
	};
	return fixesInOrder(audit)
		.filter(({ id }) => steps.length === 0 || steps.some((step) => step.id === id))
		.toSorted((a, b) => rank(a) - rank(b))
		.slice(0, RECOMMENDATION_LIMIT)
		.map((finding) => recommend(finding, audit, steps, words));
}

/** Empty if the home page did not respond, because the gains are unknown until it does. */
export function stepsOf<F extends Fixable>(audit: Fixes<F>, gravest?: string): readonly FixStep[] {
	if (isHomeMissing(audit)) return [];
	const fixable = new Set(fixesInOrder(audit).map(({ id }) => id));
	const today = audit.scores?.overall ?? audit.overallScore;
	const stated = audit.firstFixes?.filter(({ id }) => fixable.has(id));
	return fixSteps(today, stated, gravest !== undefined && fixable.has(gravest) ? gravest : undefined);
}

export function isHomeMissing({ gates }: Pick<Fixes<Fixable>, "gates">): boolean {
	return gates.some(({ id }) => id === "home-error");
}

export function recommendations(audit: Fixes<Fixable & Pick<Finding, "says" | "pages">>): string[] {
	return fixesInOrder(audit).map((finding) => {
		const work = workOf(finding);
		return `${finding.says} ${finding.fix ?? ""} (${work === undefined ? "" : `${work}; `}${gainOf(finding, audit)})`;
	});
}

/** For a step, the scores before and after it; for any other fix, what it adds alone. */
export function gainOf<F extends Fixable>(fix: F, audit: Fixes<F>, steps = stepsOf(audit), words = ENGLISH): string {
	const { GAIN, filled } = words;
	const { id, lift } = fix;
	if (isHomeMissing(audit)) return cappingChecks(audit).has(id) ? GAIN.openerOfAll : GAIN.afterStep1;
	const at = steps.findIndex((step) => step.id === id);
	const step = steps[at];
	if (step) return gainOfStep(step, at, { left: steps.length - at - 1, gated: cappingChecks(audit).has(id) }, words);
	if (lift > 0) return filled(GAIN.alone, { points: pointWords(lift, words) });
	const { length } = audit.gates;
	if (length === 0) return GAIN.lessThanTenth;
	if (cappingChecks(audit).has(id)) return GAIN.afterAllCaps;
	if (length === 1) return GAIN.afterStep1;
	return length === 2 ? GAIN.afterSteps2 : filled(GAIN.afterSteps, { last: length });
}

function gainOfStep(
	step: FixStep,
	at: number,
	{ left, gated }: { left: number; gated: boolean },
	words: Words,
): string {
	const { GAIN, filled } = words;
	const { from, to, takesIn, isTakenIn } = step;
	if (isTakenIn) return GAIN.inFirstStep;
	if (to > from) {
		const gain = { from, score: to };
		if (takesIn === 0) return filled(GAIN.step, gain);
		return takesIn === 1
			? filled(GAIN.stepWithNext, gain)
			: filled(GAIN.stepWithFurther, { ...gain, last: takesIn + 1 });
	}
	if (gated && left > 0) return at === 0 ? GAIN.openerOfAll : GAIN.openerOfRest;
	return GAIN.lessThanPoint;
}

export function pointWords(
	points: number,
	{ GAIN, filled, pluralOf }: Pick<Words, "GAIN" | "filled" | "pluralOf"> = ENGLISH,
): string {
	return filled(pluralOf(GAIN.points, points), { points });
}

export function workOf(finding: Pick<Finding, "id" | "pages">, words: Words = ENGLISH): string | undefined {
	const check = checkOf(finding.id);
	return check && workWords(check, finding, words);
}

export function cappingChecks({
	methodology,
	gates,
}: Pick<Fixes<Fixable>, "methodology" | "gates">): ReadonlySet<string> {
	return new Set(gates.flatMap((gate) => checkOfGate(methodology, gate.id) ?? []));
}

function recommend(finding: Finding, audit: Fixes<Finding>, steps: readonly FixStep[], words: Words): Recommendation {
	const { id, title, fix = "", lift, reference } = finding;
	const check = checkOf(id);
	const scoreAfter = scoreAfterStep(id, audit, steps);
	const problem = (words.checks[id] ?? check)?.problem;
	const pages = pagesWords(finding, words);
	return {
		id,
		title,
		...(check
			? {
					consequence: consequenceIn(id, words) ?? check.consequence,
					work: workWords(check, finding, words),
				}
			: {}),
		...(problem === undefined ? {} : { problem }),
		...(pages === undefined ? {} : { pages }),
		fix,
		lift,
		...(scoreAfter === undefined ? {} : { scoreAfter }),
		gain: gainOf(finding, audit, steps, words),
		reference,
		closesGate: cappingChecks(audit).has(id),
	};
}

/** To a tenth; for a step that was moved to the front, the score after all steps it overtook. */
function scoreAfterStep(
	id: string,
	{ firstFixes = [] }: Fixes<Finding>,
	steps: readonly FixStep[],
): number | undefined {
	const step = steps.find((each) => each.id === id);
	return firstFixes.find((each) => each.id === (step?.isTakenIn ? steps[0]?.id : id))?.score;
}

/** Scores 0 to 100. */
export interface FixPath {
	readonly from: number;
	readonly steps: readonly {
		readonly title: string;
		readonly from: number;
		readonly to: number;
		/** Number of following steps included in its gain. */
		readonly takesIn?: number;
	}[];
	/** Score with all known faults fixed. */
	readonly reachable: number;
}

/** Whole scores that start at the shown score, so that a column of them adds up. */
export interface FixStep {
	readonly id: string;
	readonly from: number;
	readonly to: number;
	/** Number of following steps included in its gain, whose own gain is not shown. */
	readonly takesIn: number;
	/** Whether its gain is included in the first step. */
	readonly isTakenIn: boolean;
}

/** Moves `gravest` (a check id) to the front, with the gain of the steps it overtakes. @param today a whole number */
export function fixSteps(
	today: number | undefined,
	firstFixes: Report["firstFixes"] = [],
	gravest?: string,
): readonly FixStep[] {
	if (today === undefined || firstFixes.length === 0) return [];
	const at = firstFixes.findIndex(({ id }) => id === gravest);
	const [moved, before] = [firstFixes[at], firstFixes.slice(0, Math.max(0, at))];
	const ordered = moved
		? [moved, ...before.map(({ id }) => ({ id, score: moved.score })), ...firstFixes.slice(at + 1)]
		: [...(gravest === undefined ? [] : [{ id: gravest, score: today }]), ...firstFixes].slice(0, firstFixes.length);
	let from = today;
	return ordered.map(({ id, score }, index) => {
		// Only today's score is rounded, so make sure that no step goes down.
		const to = Math.max(from, Math.round(score));
		const takesIn = index === 0 ? before.length : 0;
		const step = { id, from, to, takesIn, isTakenIn: index > 0 && index <= before.length };
		from = to;
		return step;
	});
}

export function fixPath(
	steps: readonly FixStep[],
	titles: readonly { readonly id: string; readonly title: string }[],
): FixPath | undefined {
	const named = new Map(titles.map(({ id, title }) => [id, title]));
	const [first, last] = [steps[0], steps.at(-1)];
	if (!first || !last) return undefined;
	return {
		from: first.from,
		steps: steps.map(({ id, from, to, takesIn }) => {
			return { id, title: named.get(id) ?? id, from, to, ...(takesIn > 0 ? { takesIn } : {}) };
		}),
		reachable: last.to,
	};
}

/** Scores to a tenth; each has its number in the list of fixes. */
export function risingSteps({ steps }: Pick<FixPath, "steps">) {
	return steps
		.map((step, index) => ({ ...step, number: index + 1 }))
		.filter(({ from, to }) => Math.round((to - from) * 10) > 0);
}

type Exhibit = Finding["evidence"][number];

export interface Action extends Recommendation {
	readonly who?: string;
	readonly time?: string;
	/** Undefined for a fault where something is missing. */
	readonly exhibit?: Exhibit;
	/** Multi-line plain text. */
	readonly forDeveloper: string;
}

export function actionsOf(
	recommendations: readonly Recommendation[],
	findings: readonly Finding[],
	address: (id: string) => string,
	words: Words,
): Action[] {
	return recommendations.flatMap((recommendation) => {
		const finding = findings.find(({ id }) => id === recommendation.id);
		if (!finding) return [];
		const check = checkOf(finding.id);
		const [exhibit] = finding.evidence;
		return [
			{
				...recommendation,
				...(check ? workParts(check, finding, words) : {}),
				...(exhibit ? { exhibit } : {}),
				forDeveloper: developerText(recommendation, finding, address(finding.id), words),
			},
		];
	});
}

function developerText(
	{ title, consequence, fix, reference }: Recommendation,
	finding: Finding,
	page: string,
	words: Words,
): string {
	const { ACTIONS: texts } = words;
	const places = finding.evidence.map((exhibit) => `${placeIn(exhibit, words)}\n${exhibit.excerpt}`);
	const blocks = [
		[title, consequence].filter(Boolean).join("\n"),
		...(finding.says === "" ? [] : [`${texts.seen}\n${finding.says}`]),
		...places,
		`${texts.fix}\n${fix}`,
		`${texts.reference}: ${reference}\n${texts.whole}: ${page}`,
	];
	return blocks.map(pastable).join("\n\n");
}

/** Keeps no control characters except newlines, so that pasted text has no hidden content. */
function pastable(text: string): string {
	return shownText(text.toWellFormed()).replace(/(?!\n)\p{Cc}/gu, " ");
}
