import { plainCount } from "#core/wording.ts";

/** Texts of the page of a site's history, in English: another language is another object of the same type. */
export const HISTORY_TEXTS = {
	title: (host: string) => `${host}: history of audits`,
	document: {
		modes: {
			light: "Light",
			deep: "Deep",
		},
		kind: "History",
		newest: "Newest brief",
		share: "Share page",
		chart: {
			none: "A line takes two audits. It begins here as soon as an audit finds something else.",
		},
		audits: {
			title: "Audits",
			note: "An audit that finds the same as the one before gets no receipt of its own; it is noted beside the one that stands.",
			newestFirst: (mode: string) => `${mode} audits, newest first`,
			olderCount: (year: string, count: number) => `${year}: ${plainCount(count, "older audit")}`,
			older: (mode: string, year: string) => `Older ${mode} audits of ${year}`,
		},
		other: {
			title: (mode: string) => `${mode} audits`,
			note: "Deep audits read further pages, too, so that each mode is a series of its own. These stand in no chart, badge or brief.",
		},
		compare: {
			title: "Compare any two",
			note: "The older one always stands before the newer. The address keeps your choice, so you can pass it on.",
			noScript:
				"Choosing any two audits takes JavaScript. Without it, each audit above says what changed since the one before.",
			one: "One audit",
			another: "Another",
			submit: "Compare",
		},
	},
	figure: {
		overall: "Overall score",
		structure: "Structure",
		accessibility: "Accessibility",
		unscored: "Audit without a score",
		foundSame: "Audited again, found the same",
		note: "A score stands until an audit finds another one. The dotted lines divide the bands. Where the methodology or the source changed, the line is broken: the numbers on its two sides are not comparable.",
	},
	table: {
		audited: "Audited",
		overall: "Overall",
		structure: "Structure",
		accessibility: "Accessibility",
		receipt: "Receipt",
		changes: "What changed, finding by finding",
	},
	difference: {
		after: (before: string) => `after ${before}`,
		was: (outcome: string) => `Before: ${outcome}.`,
		is: (outcome: string) => `After: ${outcome}.`,
		follows: (sentence: string) => `Follows from it: ${sentence}`,
		more: (more: number) => `And ${more} more. Comparing the two audits below lists all of them.`,
	},
} as const;
