import { PACKAGE, VERSION } from "#core/brand.ts";
import { AXES, type Axis, ENGINES, type Engine } from "#core/pillar.ts";
import { plainCount } from "#core/wording.ts";
import { ENGINE_WORDS } from "../checks/check-texts.ts";
import type { Brief, ScoredBrief } from "./brief.ts";
import { groupFindings } from "./findings.ts";

/** One sentence for the head of a brief and for link previews. It speaks of the site, never of a rank. */
export function verdictSentence(brief: Brief): string {
	if (!brief.ok) return `${brief.displayDomain} could not be audited. ${brief.failure.says}`;
	const { structure, accessibility } = brief.axes;
	return `${brief.displayDomain}: ${brief.overallScore} of 100, ${brief.band.words.toLowerCase()}. Structure ${structure}, accessibility ${accessibility}.`;
}

/** What the gates did to the score; undefined where they did nothing. */
export function gateSentence(brief: ScoredBrief): string | undefined {
	const { gates, overallScore, ungatedScore } = brief;
	if (gates.length === 0) return undefined;
	const one = gates.length === 1;
	const subject = one ? "A gate is closed" : `${gates.length} gates are closed`;
	if (ungatedScore <= overallScore) return `${subject}, but the score is below the cap in any case.`;
	return `${subject} and ${one ? "caps" : "cap"} the score at ${overallScore}. Without the cap it would be ${ungatedScore}.`;
}

/** Where the evidence came from, for the head of the brief. */
export const SOURCE_WORDS: Readonly<Record<Brief["source"], string>> = {
	network: "Public site, over the network",
	folder: "Folder, before publication",
};

/** The sentence that must stand beside every result of a folder audit. */
export const FOLDER_NOTICE = "Audited from a folder before publication, not from the public site.";

/** `1536` → `1.5 KiB`. */
export function byteWords(bytes: number): string {
	if (bytes < 1024) return `${bytes} B`;
	if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`;
	return `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** The command that repeats the audit the brief speaks of; a folder is the reader's own. */
export function repeatCommand({ source, clientDomain, cli }: Brief): string {
	return source === "network" ? cli : `npx ${PACKAGE}@${VERSION} audit --dir <folder> --as ${clientDomain}`;
}

/**
 * The three sentences that a client reads when there is no time for more: the verdict, what to fix first, and what is
 * good, which is never empty praise: it counts.
 */
export function shareSentences(brief: Brief) {
	if (!brief.ok) return { verdict: brief.failure.says, first: brief.failure.advice, good: "" };
	return { verdict: gateSentence(brief) ?? brief.band.means, first: firstFix(brief), good: whatIsGood(brief) };
}

function firstFix({ recommendations: [first], findings }: ScoredBrief): string {
	if (!first) return "Nothing that is scored is left to fix.";
	const says = findings.find(({ id }) => id === first.id)?.says ?? first.title;
	return first.lift > 0 ? `${says} Fixing it gains ${first.gain.replace(/^Opens a gate: /, "")}.` : says;
}

/** The strongest pillar among those that several checks speak for; else how much passes. */
function whatIsGood(brief: ScoredBrief): string {
	const scored = brief.findings.filter(
		({ scored, outcome }) => scored && outcome !== "not-applicable" && outcome !== "unknown",
	);
	const passed = scored.filter(({ outcome }) => outcome === "pass");
	const counted = `${passed.length} of ${plainCount(scored.length, "check passes", "checks pass")}`;
	const whole = groupFindings(brief.findings, brief.pillars).judged.filter(({ score }) => score === 100);
	if (whole.length === 0) return `${counted}. ${strongerAxis(brief)}`;
	const names = whole.map(({ pillar }) => pillar.label.toLowerCase());
	return `${counted}; nothing is missing in ${names.slice(0, 3).join("; ")}${names.length > 3 ? ` and ${names.length - 3} more` : ""}.`;
}

function strongerAxis({ axes }: ScoredBrief): string {
	const { structure, accessibility } = AXIS_WORDS;
	const [words, score] =
		axes.structure >= axes.accessibility ? [structure, axes.structure] : [accessibility, axes.accessibility];
	return `${words.name} is the stronger axis, at ${score}.`;
}

export const AXIS_WORDS = {
	structure: { name: "Structure", means: "Can it be found, understood and told apart?" },
	accessibility: { name: "Accessibility", means: "Can machines and people reach and operate it?" },
} as const;

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
	const gated = cap === undefined ? "" : ` A closed gate caps the score at ${cap}.`;
	return `Structure ${axes.structure} and accessibility ${axes.accessibility} of 100 on two axes. Overall ${overallScore}, ${band.words.toLowerCase()}.${gated}`;
}

/** The lowest cap of the closed gates; undefined when all are open. */
export function lowestCap({ gates }: ScoredBrief): number | undefined {
	return gates.length === 0 ? undefined : Math.min(...gates.map((gate) => gate.cap));
}
