import { ASKS, isAble, type Rehearsal, rehearsalSummary, type TaskId } from "#core/rehearsal.ts";
import type { Words } from "./languages.ts";
import { rehearsalSentence } from "./translated-receipt.ts";

/** Shown only with a rehearsal. */
export const REHEARSAL = {
	title: "What an agent can do on your site",
	stop: "Step {step} of {steps}: {says} Fix: {fix}",
	browser: "Tried on {date} by an agent without a model, through the accessibility tree of a browser. {limits}",
	raw: "Tried on {date} by an agent without a model, through raw HTML. {limits}",
	limits: "Nothing was sent or ordered. Observed, and not part of the score.",
	asks: ASKS,
	find: "Find “{words}”",
} as const;

export interface RehearsalRows {
	readonly title: string;
	readonly summary: string;
	/** Tasks that an agent could not finish. */
	readonly stops: readonly { readonly name: string; readonly says: string }[];
	readonly note: string;
}

export function rehearsalRows({ journeys: given, rehearsedAt, through }: Rehearsal, words: Words): RehearsalRows {
	const { REHEARSAL: say, filled, spokenDate } = words;
	const journeys = given.map((journey) => ({ ...journey, says: rehearsalSentence(journey.says, words) }));
	const note = through === "browser" ? say.browser : say.raw;
	return {
		title: say.title,
		summary: rehearsalSummary({ journeys }, words),
		stops: journeys
			.filter((journey) => journey.outcome !== "not-offered" && !isAble(journey))
			.map(({ task, says, stop, steps }) => ({
				name: say.asks[task as TaskId] ?? filled(say.find, { words: task.replace(/^find: /, "") }),
				says: stop
					? filled(say.stop, { step: stop.step, steps: steps.length, says, fix: rehearsalSentence(stop.fix, words) })
					: says,
			})),
		note: filled(note, { date: spokenDate(rehearsedAt), limits: say.limits }),
	};
}
