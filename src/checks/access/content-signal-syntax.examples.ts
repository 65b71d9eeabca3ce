import type { CheckExamples } from "../shared/example.ts";

export const contentSignalSyntaxExamples: CheckExamples = {
	check: "content-signal-syntax",
	examples: [
		{
			name: "Content Signals as the policy has them",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: *\nContent-Signal: search=yes, ai-input=yes, ai-train=no\nAllow: /\n" },
		},
		{
			name: "Content-Usage as the draft has it",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: *\nAllow: /\nContent-Usage: / train-ai=n\n" },
		},
		{
			name: "A label that the draft does not have, which crawlers ignore",
			outcome: "pass",
			files: { "/robots.txt": "User-agent: *\nAllow: /\nContent-Usage: / train-ai=n, ai-robots=n\n" },
		},
		{
			name: "A label of the draft with a value that it does not have",
			outcome: "partial",
			files: { "/robots.txt": "User-agent: *\nAllow: /\nContent-Usage: / train-ai=never\n" },
		},
		{
			name: "A word that is not of the vocabulary",
			outcome: "partial",
			files: { "/robots.txt": "User-agent: *\nContent-Signal: search=yes, ai-training=no\nAllow: /\n" },
		},
		{
			name: "A header that is no structured field",
			outcome: "partial",
			headers: { "content-usage": "train-ai: n" },
		},
		{ name: "Nothing is stated, and nothing is asked for", outcome: "not-applicable" },
	],
};
