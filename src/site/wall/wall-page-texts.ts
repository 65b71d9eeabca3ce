/** Texts of the wall, in English: another language is another object of the same type. */
export const WALL_PAGE_TEXTS = {
	empty: {
		lead: "No audit has been published here yet. To publish the first one:",
		watch: "Name the domain in `reports/watchlist.json`.",
		audit: "Audit every domain of the watchlist.",
		build: "Build the site again.",
	},
	distribution: {
		says: (count: string) => `Overall scores of ${count}, ten points a bar.`,
		table: "The same as a table",
		score: "Score",
		sites: "Sites",
		range: (from: number, to: number) => `${from} to ${to}`,
	},
	filters: {
		all: "All",
		kinds: "Kind of site",
		kind: "Kind",
		orders: "Order of the wall",
		order: "Order",
	},
	head: {
		ofKind: (kind: string) => `Wall: ${kind}`,
		title: "Wall",
		lead: "The newest brief of every watched domain, each with its receipt.",
		page: (page: number, pages: number) => `, page ${page} of ${pages}`,
		statistics: "Statistics",
		atom: "Feed of new audits (Atom)",
		json: "JSON Feed",
	},
	table: {
		domain: "Domain",
		score: "Score",
		reading: "Reading",
		structure: "Structure",
		accessibility: "Accessibility",
		audited: "Audited",
		scoreAndHistory: "Score, history",
		proof: "Proof",
	},
	pages: {
		label: "Pages of the wall",
		previous: "Previous",
		page: (page: number) => `Page ${page}`,
		next: "Next",
	},
	search: {
		label: "Find a site",
		note: (count: string) => `Part of a name, among ${count}. Escape clears.`,
	},
	description: "The newest structural readiness brief of every watched domain, with score, history, date and proof.",
} as const;
