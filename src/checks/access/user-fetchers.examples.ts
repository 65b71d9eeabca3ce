import type { CheckExamples } from "../shared/example.ts";

export const userFetchersExamples: CheckExamples = {
	check: "user-fetchers",
	examples: [
		{ name: "Everybody may come", outcome: "pass" },
		{
			name: "Closed to the fetcher of one assistant",
			outcome: "partial",
			files: { "/robots.txt": "User-agent: Claude-User\nDisallow: /\n" },
		},
		{
			name: "Closed to fetchers and index crawlers alike: charged there",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: PerplexityBot\nUser-agent: Perplexity-User\nDisallow: /\n" },
		},
	],
};
