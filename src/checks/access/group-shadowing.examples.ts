import type { CheckExamples } from "../shared/example.ts";

export const groupShadowingExamples: CheckExamples = {
	check: "group-shadowing",
	examples: [
		{
			name: "The named group repeats what is closed to all",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: *\nDisallow: /drafts/\n\nUser-agent: GPTBot\nDisallow: /drafts/\n" },
		},
		{
			name: "Named for a welcome, and let into the drafts",
			outcome: "partial",
			files: { "/robots.txt": "User-agent: *\nDisallow: /drafts/\n\nUser-agent: OAI-SearchBot\nAllow: /\n" },
		},
		{
			name: "Named for a welcome, and let into pages that others are kept from",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: *\nDisallow: /archive/\n\nUser-agent: OAI-SearchBot\nAllow: /\n" },
		},
		{
			name: "A group with rules of its own leaves one out",
			outcome: "partial",
			files: {
				"/robots.txt": "User-agent: *\nDisallow: /archive/\n\nUser-agent: OAI-SearchBot\nDisallow: /shop/\n",
			},
		},
		{
			name: "One group for all and for one",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: *\nUser-agent: GPTBot\nDisallow: /drafts/\n" },
		},
		{
			name: "Nobody is named",
			outcome: "not-applicable",
			files: { "/robots.txt": "User-agent: *\nDisallow: /drafts/\n" },
		},
	],
};
