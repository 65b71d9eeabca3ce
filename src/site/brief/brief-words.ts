import { AXES, type Axis, ENGINES, type Engine, PILLARS } from "#core/pillar.ts";
import type { Finding, ReachRow } from "#core/report.ts";
import { percent } from "#core/wording.ts";
import { shownText } from "../page/page-text.ts";
import type { Brief, ScoredBrief } from "./brief.ts";
import { cappedPoint } from "./dual-axis-plot.ts";
import { groupFindings } from "./findings.ts";
import { ENGLISH, type Words, wordsIn } from "./languages.ts";
import { type FixPath, pointWords } from "./recommendation.ts";
import { readWords } from "./site-pages.ts";
import { gravestCheck } from "./verdict.ts";

/** About the site itself, without a rank. */
export function verdictSentence(brief: Brief): string {
	const { BAND_TEXTS, SUMMARY, VERDICT, filled } = wordsIn(brief.lang);
	if (!brief.ok) return filled(VERDICT.notAudited, { site: brief.displayDomain, reason: brief.failure.says });
	const { displayDomain: site, overallScore: score, band } = brief;
	return filled(SUMMARY.scored, { site, score, band: BAND_TEXTS[band.key].within, ...brief.axes });
}

const TRIED = 4;

export function triedRequests({
	lang,
	responses,
	clientDomain,
}: Pick<Brief, "lang" | "responses" | "clientDomain">): string[] {
	const words = wordsIn(lang);
	const { filled } = words;
	const { triedLine, answered, noAnswer } = words.FAILED;
	if (responses.length === 0) return [filled(triedLine, { url: `https://${clientDomain}/`, answer: noAnswer })];
	return responses.slice(0, TRIED).map(({ url, status, bytes }) => {
		return filled(triedLine, { url, answer: filled(answered, { status, size: byteWords(bytes, words) }) });
	});
}

export function byteWords(bytes: number, { SIZES, decimal, filled }: Words = ENGLISH): string {
	if (bytes < 1024) return filled(SIZES.bytes, { count: bytes });
	if (bytes < 1024 * 1024) return filled(SIZES.kibibytes, { count: decimal(bytes / 1024) });
	return filled(SIZES.mebibytes, { count: decimal(bytes / 1024 / 1024) });
}

/** `firstIsNamed`: the verdict already names the first fault, so `first` only says what it costs and gains. */
export function shareSentences(brief: Brief) {
	if (!brief.ok)
		return { verdict: brief.failure.says, first: brief.failure.advice, firstIsNamed: false, good: whatIsGood(brief) };
	const firstIsNamed = isFirstNamed(brief);
	return { verdict: brief.verdict, first: firstFix(brief, firstIsNamed), firstIsNamed, good: whatIsGood(brief) };
}

/** Whether the verdict names the first fault by title, as a block or as a cap. */
function isFirstNamed(brief: ScoredBrief): boolean {
	const [first] = brief.recommendations;
	return first !== undefined && (brief.verdict.includes(shownText(first.title)) || first.id === gravestCheck(brief));
}

/** Empty if nothing is left to fix, which the verdict says. */
function firstFix({ lang, recommendations: [first], path, verdict }: ScoredBrief, isNamed: boolean): string {
	if (!first) return "";
	const { title, consequence = "", problem, work, lift } = first;
	const says = [
		isNamed ? "" : `${title}.`,
		problem !== undefined && verdict.includes(problem) ? "" : consequence,
		work === undefined ? "" : `${work}.`,
		gainSentence(lift, path?.steps[0], wordsIn(lang)),
	];
	return says.filter(Boolean).join(" ");
}

function gainSentence(lift: number, step: FixPath["steps"][number] | undefined, words: Words): string {
	const { GAIN, filled } = words;
	if (step && step.to <= step.from) return "";
	if (step) {
		const text = step.takesIn ? GAIN.risesWithNext : GAIN.risesTo;
		return filled(text, { points: pointWords(step.to - step.from, words), score: step.to });
	}
	return lift > 0 ? filled(GAIN.rises, { points: pointWords(lift, words) }) : "";
}

/** If there is a grave fault, only counts passes, without praise. */
function whatIsGood(brief: Brief): string {
	if (!brief.ok) return "";
	const { PILLAR_WORDS, TALLY, filled, gap, pluralOf } = wordsIn(brief.lang);
	const scored = brief.findings.filter(
		({ scored, outcome }) => scored && outcome !== "not-applicable" && outcome !== "unknown",
	);
	const passed = scored.filter(({ outcome }) => outcome === "pass");
	if (scored.length === 0) return "";
	const good = filled(pluralOf(TALLY.passed, scored.length), { count: scored.length, passed: passed.length });
	if (brief.gates.length > 0 || passed.length === scored.length) return `${good}.`;
	const whole = groupFindings(brief.findings, brief.pillars).judged.filter(
		({ score, faults }) => score === 100 && faults.length === 0,
	);
	if (whole.length === 0) return `${good}.`;
	const names = whole.map(({ pillar }) => PILLAR_WORDS[pillar.key].within);
	const more = names.length > 3 ? filled(TALLY.morePillars, { count: names.length - 3 }) : "";
	return `${filled(TALLY.nothingWrongIn, { good, pillars: names.slice(0, 3).join(`${gap}; `) + more })}.`;
}

export function readingsOf({ lang, axes, engines }: ScoredBrief) {
	const { AXIS_WORDS, ENGINE_WORDS, SCORE } = wordsIn(lang);
	const axisReading = (axis: Axis) => ({
		label: AXIS_WORDS[axis].name,
		score: axes[axis],
		means: AXIS_WORDS[axis].means,
	});
	const engineReading = (engine: Engine) => {
		const { name: label, means } = ENGINE_WORDS[engine];
		return { label, score: engines[engine], means };
	};
	return [
		{ name: SCORE.axes, readings: AXES.map(axisReading) },
		{ name: SCORE.engines, readings: ENGINES.map(engineReading) },
	];
}

export function plotDescription(brief: ScoredBrief): string {
	const { BAND_TEXTS, SCORE, filled } = wordsIn(brief.lang);
	const { axes, overallScore, band } = brief;
	const second = cappedPoint(axes, overallScore) ? filled(SCORE.secondDot, { score: overallScore }) : "";
	return filled(SCORE.plot, { ...axes, score: overallScore, band: BAND_TEXTS[band.key].within }) + second;
}

/** Label of the second dot; undefined if the score is the mean of the axes. */
export function loweredWords(brief: ScoredBrief): string | undefined {
	const { SCORE, filled } = wordsIn(brief.lang);
	const { axes, overallScore: score, gates } = brief;
	if (!cappedPoint(axes, score)) return undefined;
	if (bindingCap(brief) !== undefined) return filled(SCORE.capped, { score });
	return filled(gates.length === 1 ? SCORE.afterQuarter : SCORE.afterDeductions, { score });
}

export function plotCaption(brief: ScoredBrief): string {
	const { SCORE, filled, pluralOf } = wordsIn(brief.lang);
	const { axes, gates, overallScore } = brief;
	const cap = lowestCap(brief);
	if (cap === undefined) return SCORE.caption;
	const mean = (axes.structure + axes.accessibility) / 2;
	const quarters = filled(pluralOf(SCORE.quarters, gates.length), { count: gates.length });
	const held = filled(bindingCap(brief) === undefined ? SCORE.neverAbove : SCORE.heldAt, { cap });
	return filled(SCORE.captionWithFaults, { mean, quarters, held, score: overallScore }) + belowPillars(brief);
}

function belowPillars({ lang, axes, pillars }: ScoredBrief): string {
	const { AXIS_WORDS, SCORE, filled, listing } = wordsIn(lang);
	const low = AXES.filter((axis) => {
		const mine = pillars.filter(({ key }) => PILLARS[key].axis === axis);
		return mine.every(({ score }) => score > axes[axis]);
	});
	if (low.length === 0 || pillars.length === 0) return "";
	const held = low.map((axis) => filled(SCORE.axisAt, { axis: AXIS_WORDS[axis].name, score: axes[axis] }));
	return filled(SCORE.belowPillars, { axes: listing(held) });
}

/** Undefined if the lowest cap does not lower the score. */
function bindingCap(brief: ScoredBrief): number | undefined {
	const cap = lowestCap(brief);
	return cap === brief.overallScore ? cap : undefined;
}

/** Effort and gain of the repair that the verdict does not mention. */
export function repairWords({ repair, verdict }: Pick<Brief, "repair" | "verdict">): string[] {
	if (!repair) return [];
	return [verdict.includes(repair.says) ? "" : repair.says, ...repair.details].filter(Boolean);
}

/** Pages read of those known, and the share of applicable checks with a result. */
export function coverageWords({ lang, coverage, site }: Pick<Brief, "lang" | "coverage" | "site">): string | undefined {
	const words = wordsIn(lang);
	const known = coverage < 1 ? words.filled(words.PAGE.coverage, { share: percent(coverage) }) : undefined;
	return [readWords(site, words), known].filter(Boolean).join(" ") || undefined;
}

export function findingCounts({ findings }: Brief) {
	const { notApplicable, unknown } = groupFindings(findings);
	const scored = findings.filter((each) => each.scored);
	const count = (outcome: Finding["outcome"]) => scored.filter((each) => each.outcome === outcome).length;
	return {
		faults: count("fail") + count("partial"),
		passes: count("pass"),
		notApplicable: notApplicable.reduce((sum, group) => sum + group.findings.length, 0),
		unknown: unknown.length,
	};
}

export function lowestCap({ gates }: ScoredBrief): number | undefined {
	return gates.length === 0 ? undefined : Math.min(...gates.map((gate) => gate.cap));
}

/** Search first, because people know it best. */
const KINDS = ["search", "answers"] as const;

/** Engines with the same text and line share a row. Rows refer to lines by number. */
export function reachTable(reach: readonly ReachRow[]) {
	const lines = new Map<string, NonNullable<ReachRow["because"]>>();
	for (const { because } of reach) if (because) lines.set(keyOf(because), because);
	const numbers = new Map([...lines.keys()].map((key, index) => [key, index + 1]));
	return {
		groups: KINDS.flatMap((kind) => {
			const alike = Map.groupBy(
				reach.filter((each) => each.kind === kind),
				({ state, says, because }) => JSON.stringify([state, says, because && keyOf(because)]),
			);
			const rows = [...alike.values()].flatMap((engines) =>
				engines.slice(0, 1).map(({ state, says, because }) => {
					return { names: engines.map(({ name }) => name), state, says, line: because && numbers.get(keyOf(because)) };
				}),
			);
			return rows.length === 0 ? [] : [{ kind, rows }];
		}),
		lines: [...lines.values()].map((line, index) => ({ ...line, number: index + 1 })),
		tally: (["allowed", "partly", "blocked", "unknown"] as const).map((state) => ({
			state,
			count: reach.filter((each) => each.state === state).length,
		})),
	};
}

function keyOf({ url, at, excerpt }: NonNullable<ReachRow["because"]>): string {
	return JSON.stringify([url, at, excerpt]);
}

export function reachSummary(tally: ReturnType<typeof reachTable>["tally"], { REACH, filled }: Words): string {
	const count = tally.reduce((sum, each) => sum + each.count, 0);
	const all = count;
	const of = (state: ReachRow["state"]) => tally.find((each) => each.state === state)?.count ?? 0;
	if (of("allowed") === count) return filled(REACH.allAllowed, { all });
	if (of("blocked") === count) return filled(REACH.allBlocked, { all });
	if (of("unknown") === count) return filled(REACH.allUnknown, { all });
	const known = (["blocked", "partly", "allowed"] as const).filter((state) => of(state) > 0);
	const parts = known.map((state, index) =>
		index === 0
			? filled(REACH.first[state], { count: of(state), all })
			: filled(REACH.further[state], { count: of(state) }),
	);
	const rest = of("unknown") > 0 ? filled(REACH.rest, { count: of("unknown") }) : "";
	return `${parts.join(", ")}${rest}.`;
}

/** The kind of site and, if known, the reason. */
export function kindWords({ preset }: Pick<ScoredBrief, "preset">): string {
	return [`${preset.label}.`, preset.says].filter(Boolean).join(" ");
}

export function allFindingsWords(brief: Brief): string {
	const { PAGE, digitGroups, filled, pluralOf } = wordsIn(brief.lang);
	const { faults, passes } = findingCounts(brief);
	return filled(PAGE.allFindings, {
		faults: filled(pluralOf(PAGE.faults, faults), { count: digitGroups(faults) }),
		passes: filled(pluralOf(PAGE.passes, passes), { count: digitGroups(passes) }),
	});
}
