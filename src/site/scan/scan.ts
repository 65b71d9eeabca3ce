import type { CompletedAudit } from "#core/audit-result.ts";
import { isFault } from "#core/verdict.ts";
import { counted, plural } from "#core/wording.ts";

export const AUDITING = "Auditing";
export const NOT_DONE = "The audit was not done";
export const UNAUDITED = "This site could not be audited";
export const UNREADABLE = "The server answered with something that this page cannot read.";

export const STAGE_SAYS = {
	connecting: "The audit is asked for.",
	requested: "The audit is queued.",
	waiting: "It waits for its turn: other audits are under way.",
	robots: "Looking at robots.txt.",
	home: "Reading the home page.",
	files: "Reading the files beside the home page.",
	pages: "Reading further pages.",
	browser: "Looking at the home page in a browser.",
	declared: "Reading what the site declares for agents.",
	evaluated: "Every check is evaluated.",
	recorded: "The receipt is kept.",
	done: "The audit is done.",
} as const;

export function waitWords(seconds: number): string {
	const time = seconds < 90 ? counted(seconds, "second") : counted(Math.ceil(seconds / 60), "minute");
	return `You can ask again in ${time}.`;
}

export function axesWords({ structure, accessibility }: { structure: number; accessibility: number }): string {
	return `Structure ${structure}, accessibility ${accessibility}.`;
}

/** Up to so many faults and points count as small. */
const FEW = 3;
const SMALL_POINTS = 5;

/** What is left to fix and its gain; empty if there is nothing or only new text raises the score. */
export function remainWords({
	findings,
	overallScore,
	repaired = overallScore,
}: Pick<CompletedAudit, "findings" | "overallScore" | "repaired">): string {
	const count = findings.filter(({ scored, outcome }) => scored && isFault(outcome)).length;
	const to = Math.round(repaired);
	const points = to - overallScore;
	if (count === 0 || points < 0) return "";
	if (count > FEW || points > SMALL_POINTS) {
		const faults = count === 1 ? "this fault" : count === 2 ? "both faults" : `all ${count} faults`;
		return points === 0 ? "" : `Fixing ${faults} brings the score to ${to}.`;
	}
	const gain = points === 0 ? "less than 1 point" : counted(points, "point");
	const all = count === 1 ? "it" : count === 2 ? "both" : "all of them";
	return `${counted(count, "small fault")} ${plural(count, "remains", "remain")}. Fixing ${all} adds ${gain}.`;
}
