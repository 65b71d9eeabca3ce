/** What stands around every page. */
export const LAYOUT_TEXTS = {
	skip: "Skip to the content",
	navigation: "Site",
	more: "More about the site",
	footer: {
		stats: "Statistics",
		checks: "Checks",
		log: "Log",
		verify: "Verify a receipt",
		bot: "Bot",
		removal: "Removal and correction",
		terms: "Terms",
		privacy: "Privacy",
		contact: "Contact",
	},
	/** Without the product's name in the title. */
	home: "structure and accessibility audits",
	methodology: (version: string) => `methodology ${version}`,
} as const;
