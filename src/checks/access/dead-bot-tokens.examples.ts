import type { CheckExamples } from "../shared/example.ts";

export const deadBotTokensExamples: CheckExamples = {
	check: "dead-bot-tokens",
	examples: [
		{
			name: "Old name and new name",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: anthropic-ai\nUser-agent: ClaudeBot\nDisallow: /\n" },
		},
		{
			name: "Only the old name is closed out",
			outcome: "partial",
			files: { "/robots.txt": "User-agent: anthropic-ai\nDisallow: /\n" },
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};
