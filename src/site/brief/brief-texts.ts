import { AXES, type Axis, ENGINES, type Engine, PILLARS } from "#core/pillar.ts";
import type { Finding } from "#core/report.ts";
import { listing, percent, plainCount, plural, spokenCount } from "#core/wording.ts";
import { ENGINE_WORDS } from "../checks/check-texts.ts";
import { shownText } from "../page/page-text.ts";
import type { Brief, ScoredBrief } from "./brief.ts";
import { BRIEF_PAGE_TEXTS } from "./brief-page-texts.ts";
import { cappedPoint } from "./dual-axis-plot.ts";
import { groupFindings } from "./findings.ts";
import type { FixPath } from "./fix-path.ts";
import { AXIS_WORDS } from "./receipt-words.ts";
import { pointWords } from "./recommendation.ts";
import { gravestCheck } from "./verdict.ts";

const say = BRIEF_PAGE_TEXTS.number;

/** One sentence for the head of a brief and for link previews. It speaks of the site, never of a rank. */
export function verdictSentence(brief: Brief): string {
	if (!brief.ok) return `${brief.displayDomain} could not be audited. ${brief.failure.says}`;
	const { structure, accessibility } = brief.axes;
	return `${brief.displayDomain}: ${brief.overallScore} of 100, ${brief.band.words.toLowerCase()}. Structure ${structure}, accessibility ${accessibility}.`;
}

/** Most of a site that gave no home page is its redirects. */
const TRIED = 4;

/** What was asked of a site that could not be audited, and what came back, a line each. */
export function triedRequests({ responses, clientDomain }: Pick<Brief, "responses" | "clientDomain">): string[] {
	const { asked, answered, noAnswer } = BRIEF_PAGE_TEXTS.failed;
	if (responses.length === 0) return [`${asked(`https://${clientDomain}/`)}: ${noAnswer}.`];
	return responses
		.slice(0, TRIED)
		.map(({ url, status, bytes }) => `${asked(url)}: ${answered(status, byteWords(bytes))}.`);
}

/** `1536` → `1.5 KiB`. */
export function byteWords(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
	return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/**
 * The sentences that a client reads when there is no time for more: the verdict, the first fix, and what is good, which is never
 * empty praise. `firstIsNamed`: the verdict names its fault already, and `first` says what that costs and gains.
 */
export function shareSentences(brief: Brief) {
	if (!brief.ok)
		return { verdict: brief.failure.says, first: brief.failure.advice, firstIsNamed: false, good: whatIsGood(brief) };
	const firstIsNamed = isFirstNamed(brief);
	return { verdict: brief.verdict, first: firstFix(brief, firstIsNamed), firstIsNamed, good: whatIsGood(brief) };
}

/** Whether the verdict speaks of the fault that is first to be mended, by its title or as what shuts out or caps. */
function isFirstNamed(brief: ScoredBrief): boolean {
	const [first] = brief.recommendations;
	return first !== undefined && (brief.verdict.includes(shownText(first.title)) || first.id === gravestCheck(brief));
}

/** Empty where nothing is left to fix, which the verdict says. */
function firstFix({ recommendations: [first], path }: ScoredBrief, isNamed: boolean): string {
	if (!first) return "";
	const { title, consequence = "", work, lift } = first;
	const says = [
		isNamed ? "" : `${title}.`,
		consequence,
		work === undefined ? "" : `${work}.`,
		gainSentence(lift, path?.steps[0]),
	];
	return says.filter(Boolean).join(" ");
}

/** Nothing where nothing is promised. */
function gainSentence(lift: number, step: FixPath["steps"][number] | undefined): string {
	if (step && step.to <= step.from) return "";
	const rises = (by: string) =>
		step?.takesIn ? `With what is next the score rises by ${by}` : `The score rises by ${by}`;
	if (step) return `${rises(pointWords(step.to - step.from))}, to ${step.to}.`;
	return lift > 0 ? `The score rises by ${pointWords(lift)}.` : "";
}

/** How much is fine, and the pillars in which nothing is wrong; with a grave fault it counts, and praises nothing. */
function whatIsGood(brief: Brief): string {
	if (!brief.ok) return "";
	const scored = brief.findings.filter(
		({ scored, outcome }) => scored && outcome !== "not-applicable" && outcome !== "unknown",
	);
	const passed = scored.filter(({ outcome }) => outcome === "pass");
	if (scored.length === 0) return "";
	const counted = `Of ${plainCount(scored.length, "thing")} looked at, ${passed.length} ${plural(passed.length, "is", "are")} fine`;
	if (brief.gates.length > 0) return `${counted}.`;
	const whole = groupFindings(brief.findings, brief.pillars).judged.filter(
		({ score, faults }) => score === 100 && faults.length === 0,
	);
	if (whole.length === 0) return `${counted}.`;
	const names = whole.map(({ pillar }) => pillar.label.toLowerCase());
	return `${counted}; nothing was found wrong in ${names.slice(0, 3).join("; ")}${names.length > 3 ? ` and ${spokenCount(names.length - 3)} more` : ""}.`;
}

/** The two axes and the two engines; without a score where no known check serves it. */
export function readingsOf({ axes, engines }: ScoredBrief) {
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
		{ name: "Two axes", readings: AXES.map(axisReading) },
		{ name: "Two engines", readings: ENGINES.map(engineReading) },
	];
}

/** The plot in words. */
export function plotDescription(brief: ScoredBrief): string {
	const { axes, overallScore, band } = brief;
	const second = cappedPoint(axes, overallScore) ? say.loweredDescription(overallScore) : "";
	return `Structure ${axes.structure} and accessibility ${axes.accessibility} of 100 on two axes. Overall ${overallScore}, ${band.words.toLowerCase()}.${second}`;
}

/** What stands beside the second dot; undefined where the score is the mean of the axes. */
export function loweredWords(brief: ScoredBrief): string | undefined {
	const { axes, overallScore: score, gates } = brief;
	return cappedPoint(axes, score) && say.lowered({ score, cap: bindingCap(brief), gates: gates.length });
}

/** What stands under the plot: the sum that leads to the score, in words. */
export function plotCaption(brief: ScoredBrief): string {
	const { axes, gates, overallScore } = brief;
	const cap = lowestCap(brief);
	if (cap === undefined)
		return "The overall score is the mean of the two axes. Each line joins the sites with one overall score.";
	const mean = (axes.structure + axes.accessibility) / 2;
	const quarter =
		gates.length === 1
			? "one grave fault takes a quarter off"
			: `${spokenCount(gates.length)} grave faults take a quarter off each`;
	const held = bindingCap(brief) === undefined ? `, never above ${cap}` : `, and no more than ${cap} is left with it`;
	return `Mean of the two axes: ${mean}; ${quarter}${held}: ${overallScore}.${belowPillars(brief)}`;
}

/** Why an axis is lower than each of its pillars, where one is. */
function belowPillars({ axes, pillars }: ScoredBrief): string {
	const low = AXES.filter((axis) => {
		const mine = pillars.filter(({ key }) => PILLARS[key].axis === axis);
		return mine.every(({ score }) => score > axes[axis]);
	});
	if (low.length === 0 || pillars.length === 0) return "";
	const held = listing(low.map((axis) => `${AXIS_WORDS[axis].name} at ${axes[axis]}`));
	return ` What follows from a grave fault earns nothing: that holds ${held}, below the pillars that could be looked at.`;
}

/** The lowest cap, where it is what makes the score as low as it is. */
function bindingCap(brief: ScoredBrief): number | undefined {
	const cap = lowestCap(brief);
	return cap === brief.overallScore ? cap : undefined;
}

/** What could be looked at, where that is not all. */
export function coverageWords({ coverage }: Brief): string | undefined {
	return coverage < 1 ? BRIEF_PAGE_TEXTS.coverage(percent(coverage)) : undefined;
}

/** How many findings are of each kind, as the page of the findings counts them. */
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

/** The lowest cap that holds; undefined where none does. */
export function lowestCap({ gates }: ScoredBrief): number | undefined {
	return gates.length === 0 ? undefined : Math.min(...gates.map((gate) => gate.cap));
}
