import { PRODUCT } from "#core/brand.ts";

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
		tools: "Tools",
		removal: "Removal and correction",
		terms: "Terms",
		privacy: "Privacy",
		contact: "Contact",
	},
	/** Without the product's name in the title. */
	home: "structure and accessibility audits",
	methodology: (version: string) => `methodology ${version}`,
} as const;

/** What stands at addresses that have no page, built and live. */
export const NOT_FOUND_TEXTS = {
	title: "Page not found",
	description: `This address leads to no page of ${PRODUCT}.`,
	heading: "There is no page at this address",
	lead: "It may have been mistyped, or the site it names has no public brief here yet. Any public site can be audited now:",
	/** Where the address would be that of a site's brief. */
	site: {
		heading: (host: string) => `${host} has no brief here`,
		lead: "It was never audited here, or its page has ended: one that is not listed ends 30 days after the site was last found so. It can be audited now:",
	},
	ways: {
		wall: ["The wall", "every public brief"],
		checks: ["The checks", "what is looked at, and why"],
		home: ["The home page", "what this is, and for whom"],
	},
} as const;
