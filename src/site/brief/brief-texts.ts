import { AXES, type Axis, ENGINES, type Engine } from "#core/pillar.ts";
import { capitalized, plainCount, plural, spokenCount } from "#core/wording.ts";
import { ENGINE_WORDS } from "../checks/check-texts.ts";
import type { Brief, ScoredBrief } from "./brief.ts";
import { groupFindings } from "./findings.ts";
import type { FixPath } from "./path-chart.ts";
import { AXIS_WORDS } from "./receipt-words.ts";
import { pointWords } from "./recommendation.ts";

/** One sentence for the head of a brief and for link previews. It speaks of the site, never of a rank. */
export function verdictSentence(brief: Brief): string {
	if (!brief.ok) return `${brief.displayDomain} could not be audited. ${brief.failure.says}`;
	const { structure, accessibility } = brief.axes;
	return `${brief.displayDomain}: ${brief.overallScore} of 100, ${brief.band.words.toLowerCase()}. Structure ${structure}, accessibility ${accessibility}.`;
}

/** What caps the score, and what it would be otherwise; undefined where nothing does. */
export function gateSentence(brief: ScoredBrief): string | undefined {
	const { gates, overallScore } = brief;
	const [first] = gates;
	if (!first) return undefined;
	const more = gates.length - 1;
	const others =
		more === 0
			? ""
			: ` ${capitalized(spokenCount(more))} more grave ${plural(more, "fault stands", "faults stand")} beside it.`;
	const freed = scoreWithoutGates(brief);
	if (freed === undefined || freed <= overallScore) return `${first.says}${others}`;
	const without = more === 0 ? "this fault" : "them";
	return `${first.says}${others} Without ${without} the score would be ${freed} in place of ${overallScore}.`;
}

/** The score after the steps that lift every cap; undefined where other steps stand between them. */
function scoreWithoutGates({ gates, recommendations, ungatedScore }: ScoredBrief): number | undefined {
	// Before methodology 2.0.0 the steps have no score of their own.
	if (recommendations.every(({ scoreAfter }) => scoreAfter === undefined)) return ungatedScore;
	const steps = recommendations.slice(0, gates.length);
	const last = steps.at(-1)?.scoreAfter;
	return steps.every(({ closesGate }) => closesGate) && last !== undefined ? Math.round(last) : undefined;
}

/** `1536` → `1.5 KiB`. */
export function byteWords(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
	return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/**
 * The three sentences that a client reads when there is no time for more: the verdict, what to fix first, and what is
 * good, which is never empty praise.
 */
export function shareSentences(brief: Brief) {
	if (!brief.ok) return { verdict: brief.failure.says, first: brief.failure.advice, good: "" };
	return { verdict: gateSentence(brief) ?? brief.band.means, first: firstFix(brief), good: whatIsGood(brief) };
}

function firstFix({ recommendations: [first], gates, path }: ScoredBrief): string {
	if (!first) return gates.length === 0 ? "Nothing that is scored is left to fix." : "";
	const work = first.work === undefined ? "" : ` ${first.work}.`;
	const gain = gainSentence(first.lift, path?.steps[0]);
	return `${first.title}. ${first.consequence ?? ""}${work}${gain}`.replace("  ", " ");
}

/** Nothing where nothing is promised. */
function gainSentence(lift: number, step: FixPath["steps"][number] | undefined): string {
	if (step && step.to <= step.from) return "";
	const rises = (by: string) =>
		step?.takesIn ? `With what is next the score rises by ${by}` : `The score rises by ${by}`;
	if (step) return ` ${rises(pointWords(step.to - step.from))}, to ${step.to}.`;
	return lift > 0 ? ` The score rises by ${pointWords(lift)}.` : "";
}

/** How much is fine, and the pillars in which nothing is wrong; with a grave fault it counts, and praises nothing. */
function whatIsGood(brief: ScoredBrief): string {
	const scored = brief.findings.filter(
		({ scored, outcome }) => scored && outcome !== "not-applicable" && outcome !== "unknown",
	);
	const passed = scored.filter(({ outcome }) => outcome === "pass");
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
	const cap = lowestCap(brief);
	const gated = cap === undefined ? "" : ` A grave fault caps the score at ${cap}.`;
	return `Structure ${axes.structure} and accessibility ${axes.accessibility} of 100 on two axes. Overall ${overallScore}, ${band.words.toLowerCase()}.${gated}`;
}

/** What stands under the plot. */
export function plotCaption({ gates, methodology }: ScoredBrief): string {
	const gated = gates.length > 0;
	if (Number.parseInt(methodology, 10) < 2) {
		const capped = gated ? ", capped here by a grave fault" : "";
		return `The overall score is the geometric mean of the two axes${capped}. The lines join equal arithmetic means, which later versions take.`;
	}
	const capped = gated ? "; each grave fault takes a quarter off it, and caps it" : "";
	return `The overall score is the mean of the two axes${capped}. Each line joins the sites with one overall score.`;
}

/** The lowest cap that holds; undefined where none does. */
export function lowestCap({ gates }: ScoredBrief): number | undefined {
	return gates.length === 0 ? undefined : Math.min(...gates.map((gate) => gate.cap));
}
