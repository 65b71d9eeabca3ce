import type { CheckExamples } from "../shared/example.ts";

export const answerIndexersExamples: CheckExamples = {
	check: "answer-indexers",
	examples: [
		{
			name: "Training is closed, answers are open",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: ClaudeBot\nUser-agent: GPTBot\nDisallow: /\n" },
		},
		{
			name: "An index crawler mistaken for a training crawler",
			outcome: "fail",
			files: { "/robots.txt": "User-agent: OAI-SearchBot\nDisallow: /\n" },
		},
		{
			name: "Crawlers of smaller reach",
			outcome: "partial",
			files: { "/robots.txt": "User-agent: DuckAssistBot\nDisallow: /\n" },
		},
		{
			name: "Closed to a search engine as well, but by another line: both count",
			outcome: "fail",
			files: { "/robots.txt": "User-agent: Bingbot\nDisallow: /\n\nUser-agent: PerplexityBot\nDisallow: /\n" },
		},
		{
			name: "Closed to everybody: counted at the search crawlers",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
	],
};
