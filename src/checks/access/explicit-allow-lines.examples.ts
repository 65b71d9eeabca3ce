import type { CheckExamples } from "../shared/example.ts";

export const explicitAllowLinesExamples: CheckExamples = {
	check: "explicit-allow-lines",
	examples: [
		{
			name: "A welcome by name",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: GPTBot\nUser-agent: ClaudeBot\nAllow: /\n" },
		},
		{
			name: "Beside a closed door the line does count",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nUser-agent: Bingbot\nAllow: /\n" },
		},
		{ name: "Not used", outcome: "not-applicable" },
	],
};
