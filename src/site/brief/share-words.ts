import { plainCount } from "#core/wording.ts";
import type { Brief, ScoredBrief } from "./brief.ts";
import { groupFindings } from "./finding-groups.ts";
import { AXIS_WORDS } from "./readings.ts";
import { gateSentence } from "./verdict-words.ts";

/** The three sentences that a client reads when there is no time for more. */
export interface ShareSentences {
	readonly verdict: string;
	/** What to fix first, or that nothing is left. */
	readonly first: string;
	/** What is good; never empty praise: it counts. */
	readonly good: string;
}

export function shareSentences(brief: Brief): ShareSentences {
	if (!brief.ok) {
		return { verdict: brief.failure.says, first: brief.failure.advice, good: "" };
	}
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
