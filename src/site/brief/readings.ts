import { ENGINE_WORDS } from "../checks/check-words.ts";
import type { ScoredBrief } from "./brief.ts";

/** A number that stands beside the overall score. */
interface Reading {
	readonly label: string;
	/** Integer, 0 to 100; absent where no known check serves it. */
	readonly score?: number | undefined;
	readonly means: string;
}

export interface ReadingGroup {
	readonly name: string;
	readonly readings: readonly Reading[];
}

export const AXIS_WORDS = {
	structure: { name: "Structure", means: "Can it be found, understood and told apart?" },
	accessibility: { name: "Accessibility", means: "Can machines and people reach and operate it?" },
} as const;

/** The two axes and the two engines. */
export function readingsOf({ axes, engines }: ScoredBrief): readonly ReadingGroup[] {
	const { structure, accessibility } = AXIS_WORDS;
	const { search, answers } = ENGINE_WORDS;
	return [
		{
			name: "Two axes",
			readings: [
				{ label: structure.name, score: axes.structure, means: structure.means },
				{ label: accessibility.name, score: axes.accessibility, means: accessibility.means },
			],
		},
		{
			name: "Two engines",
			readings: [
				{ label: search.name, score: engines.search, means: search.means },
				{ label: answers.name, score: engines.answers, means: answers.means },
			],
		},
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
