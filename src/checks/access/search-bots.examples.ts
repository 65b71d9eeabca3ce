import type { CheckExamples } from "../shared/example.ts";

export const searchBotsExamples: CheckExamples = {
	check: "search-bots",
	examples: [
		{ name: "Silence is permission", outcome: "pass", files: { "/robots.txt": "" } },
		{
			name: "A training opt-out costs nothing",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /\n" },
		},
		{
			name: "The line of the test site went live",
			outcome: "fail",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n" },
		},
		{
			name: "Two of six pages of the sitemap are closed to Bing",
			outcome: "partial",
			files: { "/robots.txt": "User-agent: Bingbot\nDisallow: /repairs/\nDisallow: /courses/\n" },
		},
		{
			name: "A server fault is counted at robots.txt itself",
			outcome: "unknown",
			files: { "/robots.txt": { status: 500 } },
		},
	],
};
