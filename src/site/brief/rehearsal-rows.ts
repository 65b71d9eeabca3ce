import { isAble, type Rehearsal, rehearsalSummary } from "#core/rehearsal.ts";
import { spokenDate } from "#core/wording.ts";

/** In English alone. Shown only where a rehearsal was given. */
export interface RehearsalRows {
	readonly title: string;
	readonly summary: string;
	/** Each task that is stopped. */
	readonly stops: readonly { readonly name: string; readonly says: string }[];
	readonly note: string;
}

export function rehearsalRows(rehearsal: Rehearsal): RehearsalRows {
	const { journeys, rehearsedAt, through } = rehearsal;
	const seen = through === "browser" ? "the accessibility tree of a browser" : "raw HTML";
	return {
		title: "What an agent can do on your site",
		summary: rehearsalSummary(rehearsal),
		stops: journeys
			.filter(({ outcome, ...journey }) => outcome !== "not-offered" && !isAble({ outcome, ...journey }))
			.map(({ asks, says, stop, steps }) => ({
				name: asks,
				says: stop ? `Step ${stop.step} of ${steps.length}: ${says} Fix: ${stop.fix}` : says,
			})),
		note: `Tried on ${spokenDate(rehearsedAt)} by an agent without a model, through ${seen}. Nothing was sent or ordered. Observed, and not part of the score.`,
	};
}
