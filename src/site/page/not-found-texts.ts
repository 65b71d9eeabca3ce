import { PRODUCT } from "#core/brand.ts";

/** What stands at addresses that have no page, built and live. */
export const NOT_FOUND_TEXTS = {
	title: "Page not found",
	description: `This address leads to no page of ${PRODUCT}.`,
	heading: "There is no page at this address",
	lead: "It may have been mistyped, or the site it names has no public brief here yet. Any public site can be audited now:",
	ways: {
		wall: ["The wall", "every public brief"],
		checks: ["The checks", "what is looked at, and why"],
		home: ["The home page", "what this is, and for whom"],
	},
} as const;
