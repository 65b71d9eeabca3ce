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
		{
			name: "A reservation by TDMRep, and terms by RSL",
			outcome: "pass",
			files: { "/robots.txt": "License: https://example.com/license.xml\nUser-agent: *\nAllow: /\n" },
			head: '<meta name="tdm-reservation" content="1">',
		},
		{ name: "Silence", outcome: "not-applicable" },
	],
};
