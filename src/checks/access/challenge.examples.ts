import type { CheckExamples } from "../shared/example.ts";

export const challengeExamples: CheckExamples = {
	check: "challenge",
	examples: [
		{ name: "Every answer was the site's own", outcome: "pass" },
		{
			name: "The page is open, its sitemap is not",
			outcome: "partial",
			files: { "/sitemap.xml": { status: 403, headers: { "cf-mitigated": "challenge" } } },
		},
		{ name: "A folder has no protection before it", outcome: "not-applicable", folder: true },
	],
};
