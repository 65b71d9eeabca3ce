import type { CheckExamples } from "../shared/example.ts";

export const trainingStanceExamples: CheckExamples = {
	check: "training-stance",
	examples: [
		{
			name: "An opt-out",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: GPTBot\nUser-agent: Google-Extended\nDisallow: /\n" },
		},
		{ name: "A welcome by name", outcome: "pass", files: { "/robots.txt": "User-agent: CCBot\nAllow: /\n" } },
		{ name: "Silence", outcome: "not-applicable" },
	],
};
