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
			name: "Rules against fetchers that may come all the same cost nothing",
			outcome: "pass",
			files: {
				"/robots.txt":
					"User-agent: ChatGPT-User\nUser-agent: Perplexity-User\nUser-agent: meta-externalfetcher\nUser-agent: Google-Agent\nDisallow: /\n",
			},
		},
		{
			name: "Closed to fetchers and index crawlers alike: counted there",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: Claude-SearchBot\nUser-agent: Claude-User\nDisallow: /\n" },
		},
	],
};
