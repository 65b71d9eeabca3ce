/** Texts of the page of statistics, in English: another language is another object of the same type. */
export const STATS_TEXTS = {
	range: (from: number, to: number) => `${from} to ${to}`,
	title: "Statistics",
	description:
		"Medians and quartiles of the newest audits of every site on the wall: overall, by kind of site, by axis and by pillar.",
	heading: "Statistics of the wall",
	lead: "[The wall](wall) lists each of them.",
	bands: {
		title: "Bands",
		note: "How many sites have which overall score.",
		caption: "Sites per band",
		of: "Band",
	},
	kinds: {
		title: "Kinds of site",
		note: "Overall scores. Half of the sites lie between the quartiles, a quarter below them and a quarter above.",
		caption: "Overall score by kind of site",
		of: "Kind of site",
	},
	axes: {
		title: "Axes",
		note: "The overall score is their mean, unless a grave fault caps it.",
		caption: "Score by axis",
		of: "Axis",
	},
	pillars: {
		title: "Pillars",
		note: "A site counts where at least one check of the pillar applies to it.",
		caption: "Score by pillar",
		of: "Pillar",
	},
	caps: {
		title: "What caps scores",
		note: "Faults that no average may hide: each caps the overall score.",
		caption: "Capped sites",
		of: "Fault",
	},
	spreads: {
		sites: "Sites",
		median: "Median",
		quartiles: "Quartiles",
		between: (from: number, to: number) => `${from} to ${to}`,
	},
	tally: {
		sites: "Sites",
		share: "Share",
	},
} as const;
