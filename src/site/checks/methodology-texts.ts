/** Texts of the pages of the methodology, in English: another language is another object of the same type. */
export const METHODOLOGY_TEXTS = {
	index: {
		title: "Methodology",
		description: "Every released version of the scoring methodology, and the one in force.",
		lead: "In force: [version {version}](methodology). Any change that can move a score gets a new version; old briefs keep the version they were made with and are never graded again.",
		all: "All versions",
		version: (version: string) => `Methodology ${version}`,
	},
	page: {
		title: (version: string) => `Methodology ${version}`,
		description:
			"How a score is made: pillars, axes, outcomes, the formula, the caps and their reasons, grades of evidence, rules of honesty.",
	},
	document: {
		kind: "Methodology",
		version: (version: string) => `Version ${version}`,
		lead: "The score is the product, so it must be right, explainable, reproducible and stable. This page is all of it; the [checks](checks) have a page each. Everything in one file for programs: [rubric/{version}.json](file), kept for every version; [rubric.json](current) is the one in force.",
		changes: {
			title: "What changed",
			since: "In force since [{date}](time).",
		},
		pillars: {
			title: "Axes and pillars",
			note: "A check belongs to one pillar and carries its axis, unless its own page names the other.",
		},
		engines: {
			title: "Engines",
			note: "Every check says which it serves; many serve both.",
		},
		outcomes: {
			title: "Outcomes",
			note: "The last two leave the score, except what follows from another fault. Unknown is always shown.",
		},
		gates: {
			title: "What caps the score",
			note: "Faults so grave that no average may hide them. Each is named on the brief.",
			fault: "Fault",
			cap: "Cap",
			reason: "Why this number",
			none: "A site that cannot be reached, that redirects in a circle, that challenges our bot or refuses it in robots.txt gets no score, and a brief that says so.",
		},
		bands: {
			title: "Bands",
			note: "A word for a range, so that nobody has to read a colour.",
			range: (from: number, to: number) => `${from} to ${to}`,
		},
		coverage: {
			title: "Coverage",
			says: (floor: string) =>
				`Coverage is the known weight over the weight that applies. Below ${floor}, or where nothing is known of one axis, no score is given. A pillar without a known check is left out and named.`,
		},
		lift: {
			title: "Lift",
			says: "The lift of a finding is the overall score with that finding passing, caps included, minus the score. What to fix first is ordered by it.",
		},
		grades: {
			title: "Evidence grades",
			note: "How well the world agrees that a check matters.",
		},
		honesty: {
			title: "Rules of honesty",
		},
		unscored: {
			title: "Explained, never scored",
			note: "Other tools give points for these. No consumer documents that it reads them, or it is the owner's choice, so they cost nothing here and earn nothing.",
			scoredBy: (tools: string) => `scored by ${tools}`,
		},
	},
	formula: {
		title: "The formula",
		symbols: {
			structure: "structure",
			accessibility: "accessibility",
			overall: "overall",
			pillar: "pillar",
			earned: "earned weight",
			weight: "weight",
			lost: "lost table stakes",
		},
		note: "What every site has is no merit. What is missing earns nothing.",
		steps: {
			check:
				"A check is worth 1 when it passes, its share when it passes partly, 0 when it fails or when what it asks for is missing. Over several pages it is the mean of the pages. Weights are 1, 2, 3 or 5, each with a written reason.",
			tableStakes:
				"Some checks are table stakes: nearly every site passes them. They add nothing when they pass. Each point of weight that they lose takes 8 points off the pillar.",
			pillar:
				"A pillar is the earned share of its other checks, times 100, less what its table stakes lost. A pillar of table stakes alone begins at 100. What falls below 0 counts so in its axis, and is shown as 0.",
			axis: "An axis is the mean of its pillars in which something can be earned. Each of its other pillars takes away a quarter of what it has lost. An engine is the same over the checks that serve it.",
			overall: "The overall score is the mean of the two axes, rounded to a whole number.",
			gate: "A grave fault of the home page takes a quarter off the score and caps it, together with the pillar, the axis and the engines that it concerns. Several faults each take their quarter; the lowest cap holds.",
		},
		causes: {
			title: "One cause, one finding",
			says: "What follows from another fault is shown as following from it, and advised once, at its cause. It earns nothing until the cause is gone; after that it is judged anew.",
		},
	},
} as const;
