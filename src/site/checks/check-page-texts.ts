/** Texts of the pages of checks, in English: another language is another object of the same type. */
export const CHECK_PAGE_TEXTS = {
	index: {
		title: "The checks",
		description:
			"Everything that is looked at: why it matters, how to fix it, what it weighs and which standard or vendor asks for it.",
		heading: "The checks",
		lead: "Each check has one permanent name, one reason, one weight and one reference. Titles say what is true when it passes.",
	},
	table: {
		check: "When it passes",
		evidence: "Evidence",
		weight: "Weight",
	},
	check: {
		causes: {
			before: "Where one of these failed, this check's fault follows from it and is advised there:",
			after: "Where this check fails, the faults of these follow from it:",
			title: "One cause, one finding",
		},
		fault: {
			title: "When it fails",
			heading: "Heading",
			costs: "What it costs",
			work: "Work",
			reader: "Who reads it",
			against: "What speaks against it",
			source: "Source",
		},
		fix: {
			title: "How to fix it",
			reference: "Reference: [{reference}](source)",
		},
		examples: {
			title: "Examples",
			note: "Small sites on which this check comes to these outcomes; its tests run the same ones. What is not shown is as on a site without faults.",
		},
		weight: {
			title: "What it weighs",
			weight: "Weight",
			tableStakes: "Table stakes: passing adds nothing to the score, failing takes from it.",
			grade: "Evidence grade",
			unscored: "Shown and explained here, never scored",
			axis: "Axis",
			serves: "Serves",
		},
		applies: {
			title: "Where it applies",
			kinds: "Kinds of site",
			mode: "Audit mode",
			reviewed: "Last reviewed",
			name: "Permanent name",
		},
	},
} as const;
